// The part of `partita model migrate` that gives stored items the fields of a later model.
#pragma once

#include <partita/database.h>

#include <string>

#include "movement/reshaping/fill_fields.h"

namespace partita::tools {

struct FilledFields {
  bool is_done = true;        // no item lacks a field
  bool can_derive = true;     // each field of each item can be derived
  bool has_anything = false;  // a line was printed
};

// Lists or carries out the changes of the mode, after each field of each item was derived once, and prints a line for
// each entity. If a field cannot be derived, no item is written. Errors: those of the database.
Result<FilledFields> migrate_fields(Database& database, const modelling::derive::NewFields& fields,
                                    const movement::FillSettings& settings);

}  // namespace partita::tools
