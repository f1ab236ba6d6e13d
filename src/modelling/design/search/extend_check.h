// Compares an extended model with the existing one: the existing patterns that another key serves, and the findings
// that are new.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "modelling/design/questions/questions.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::design {

// The existing patterns that another key serves, by name.
std::vector<std::string> changed_plans(const Proof& was, const Proof& now);

// The findings of a model, to tell them from those of its extensions.
class KnownFindings {
 public:
  explicit KnownFindings(const Proof& existing);

  // The findings of `now` that the existing model does not have. The numbers in their messages may differ.
  std::vector<lint::Finding> new_ones(std::vector<lint::Finding> now) const;

 private:
  std::set<std::string> known_;
};

}  // namespace partita::modelling::design
