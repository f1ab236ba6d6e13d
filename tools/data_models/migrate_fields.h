// The part of `partita model migrate` that gives stored items the fields of a later model.
#pragma once

#include <partita/database.h>

#include <string>

#include "movement/reshaping/fill_fields.h"

namespace partita::tools {

struct FilledFields {
  bool is_done = true;        // all is done
  bool can_derive = true;     // each field of each item can be derived and stored
  bool has_anything = false;  // items lack fields, or were written
};

// Each prints a line for each entity, and the items at fault. Errors: those of the database.
// Lists the items that lack fields or differ. No item is written.
Result<FilledFields> list_new_fields(Database& database, const modelling::derive::NewFields& fields,
                                     const movement::FillSettings& settings);
// Fills fields, after each field of each item was derived once. If a field cannot be derived, no item is written.
Result<FilledFields> fill_new_fields(Database& database, const modelling::derive::NewFields& fields,
                                     const movement::FillSettings& settings);
// Removes the fields of the earlier model. Requires: fields are filled, and all other steps are done.
Result<FilledFields> drop_old_fields(Database& database, const modelling::derive::NewFields& fields,
                                     const movement::FillSettings& settings);

}  // namespace partita::tools
