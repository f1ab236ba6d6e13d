// What must stay as it was when a model is extended, and what an extension adds.
#pragma once

#include <string>
#include <vector>

#include "modelling/design/questions.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::design {

// The existing patterns that another key serves, by name.
std::vector<std::string> changed_plans(const Proof& was, const Proof& now);

// The findings of `now` that the existing model does not have. The numbers in their messages may differ.
std::vector<lint::Finding> new_findings(const Proof& was, std::vector<lint::Finding> now);

}  // namespace partita::modelling::design
