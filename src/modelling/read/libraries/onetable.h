// The parts of the reader of OneTable schemas: the schema (onetable.cc) and its models (onetable_models.cc).
#pragma once

#include <string>
#include <vector>

#include "modelling/read/reader.h"
#include "modelling/read/tree.h"

namespace partita::modelling::onetable {

struct Params {
  std::string type_field = "_type";
  bool iso_dates = false;    // dates are texts; else they are milliseconds since 1970
  std::string created = {};  // the field that OneTable adds for the time of creation, or empty
  std::string updated = {};
};

// A member of "models". `table` has its key and its indexes. Fields without a word about their type, which are taken
// for strings, are added to `untyped` as "size of Session".
Result<Entity> read_model(const Member& member, const Table& table, const Params& params,
                          std::vector<std::string>& notes, std::vector<std::string>& untyped);

}  // namespace partita::modelling::onetable
