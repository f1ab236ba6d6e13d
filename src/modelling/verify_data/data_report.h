// The findings in stored items as a text for people and as JSON.
#pragma once

#include <string>

#include "modelling/verify_data/verify_data.h"

namespace partita::modelling::verify_data {

// A table of the findings by kind and entity, the first of each with key and cure, and a line with the sum.
std::string to_lines(const DataReport& report);

// {"items", "sentinels", "repaired", "findings", "repairable", "groups": [{kind, entity, count, repairable, first:
// [{table, key, detail, cure, repairable}]}], "notes"}.
std::string to_json(const DataReport& report);

}  // namespace partita::modelling::verify_data
