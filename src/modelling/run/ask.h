// Asks one access pattern of a model on tables that have items already.
#pragma once

#include <partita/model/runtime/pattern_reads.h>

#include <optional>
#include <string>
#include <vector>

#include "modelling/run/given_value.h"
#include "modelling/run/run_model.h"

namespace partita::modelling::run {

struct Question {
  std::string pattern = {};  // its name
  // A value for each field of the pattern that a call gives. A range and a filter take the comparison that the model
  // says. If it says `between`, a field has two values, in two "=" or in ">=" and "<=".
  std::vector<GivenValue> values = {};
  // The most items of each entity that can have several, at least 1, and of a Scan in all. Absent: the pattern's, or
  // all.
  std::optional<std::int64_t> take = {};
  std::string table_prefix = {};  // in front of the names of all tables
};

// The answer of a read, with its requests and its cost; the outcome is Right. Items that belong to no entity of the
// pattern and rows whose index key is out of date are left out, and a note says how many.
// Errors: ResourceNotFoundException if the model has no pattern of this name; ValidationException for a pattern that
// writes, that the model does not serve or that has a mistake, and for values that are missing, unknown or wrong; those
// of the database.
Result<PatternRun> ask(const Proof& proof, Database& database, const Question& question);

// The first request that ask() would send, made without a database. Errors: as ask(); ValidationException for a pattern
// that scans or reads by keys, which has no plan.
Result<model::Explanation> explain(const Proof& proof, const Question& question);

// {"operation", "table", "index", "key_condition", "filter", "requests": how many are sent at once,
// "units": of one page, "request": as it goes over the wire}; absent parts are null.
std::string to_json(const model::Explanation& explanation);

}  // namespace partita::modelling::run
