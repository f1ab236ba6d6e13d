// A run as a text for people and as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/run/run_model.h"

namespace partita::modelling::run {

struct ReportOptions {
  std::string_view place = {};  // the place of the run: "an embedded database in memory"
  std::size_t items = 3;        // shown of each answer, as JSON lines
  bool requests = false;        // shows each request as it goes over the wire
};

std::string to_lines(const ModelRun& run, const ReportOptions& options);

// {"tables": [{name, refused, given, made_up}], "faults": [..],
//  "patterns": [{name, outcome, reason, cure, notes, given, index, key_condition, filter, backward, items, expected,
//                updates, changes: [{entity, key, before, after}],
//                requests: [{operation, index, evaluated, returned, units, units_of_indexes, json}],
//                evaluated, units, milliseconds}],
//  "findings": [{kind, key, entity, detail}], "verified", and the number of each outcome}; absent parts are null.
//  Values are as plain_tree() has them.
std::string to_json(const ModelRun& run);

// One pattern, as to_json() has it.
std::string to_json(const PatternRun& run);
// An item on one line, as to_json() has it, with a line end.
std::string to_json_line(const ShownItem& item);
// How a read asked, with its filter if it has one, and its cost: lines such as "Query of the table: PK = "A"" and
// "2 items, 2 evaluated, 0.5 units, 0.43 ms".
std::vector<std::string> summary_of_read(const PatternRun& run);

}  // namespace partita::modelling::run
