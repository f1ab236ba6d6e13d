// The findings as texts for people, programs and code scanners.
#pragma once

#include <string>
#include <vector>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

// A line for each finding, "FILE:LINE: error P100: ...", with its cost and its cure below it; then a line with the sum.
// Findings of one rule with one cost and one cure are together, with these once.
std::string to_lines(const std::vector<Finding>& findings);
// {"findings": [{rule, severity, file, line, table, index, entity, pattern, message, cost, cure}], "errors",
// "warnings", "notes"}; absent parts are null.
std::string to_json(const std::vector<Finding>& findings);
// SARIF 2.1.0, with the rules that have findings. Source: OASIS, "Static Analysis Results Interchange Format".
std::string to_sarif(const std::vector<Finding>& findings, std::string_view version);
// The rule with its reasons, its cost and its cure, in paragraphs.
std::string explain(const Rule& rule);
// {"rules": [{rule, severity, title, why, cost, cure}]}.
std::string to_json(const std::vector<const Rule*>& rules);

}  // namespace partita::modelling::lint
