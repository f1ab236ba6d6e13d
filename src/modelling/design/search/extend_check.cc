#include "modelling/design/search/extend_check.h"

#include <algorithm>

#include "modelling/core/key_condition.h"

namespace partita::modelling::design {
namespace {

std::string plan_of(const ProvenPattern& pattern) {
  if (!pattern.served()) return {};
  const model::IndexPosition index = pattern.info.plan.index;
  return std::string(pattern.info.table->name) + "\n" +
         (index == model::kNone ? std::string() : std::string(pattern.info.table->at(index).name)) + "\n" +
         key_condition_of(pattern);
}

// The things that a finding names, without its message.
std::string subject_of(const lint::Finding& finding) {
  return std::string(finding.rule->id) + "\n" + finding.table + "\n" + finding.index + "\n" + finding.entity + "\n" +
         finding.pattern;
}

}  // namespace

std::vector<std::string> changed_plans(const Proof& was, const Proof& now) {
  std::vector<std::string> out;
  for (const ProvenPattern& pattern : was.patterns()) {
    const auto found = std::find_if(now.patterns().begin(), now.patterns().end(), [&](const ProvenPattern& one) {
      return one.declared->name == pattern.declared->name;
    });
    if (found == now.patterns().end() || plan_of(*found) != plan_of(pattern)) out.push_back(pattern.declared->name);
  }
  return out;
}

KnownFindings::KnownFindings(const Proof& existing) {
  for (const lint::Finding& finding : lint::run(existing)) known_.insert(subject_of(finding));
}

std::vector<lint::Finding> KnownFindings::new_ones(std::vector<lint::Finding> now) const {
  std::erase_if(now, [&](const lint::Finding& finding) { return known_.contains(subject_of(finding)); });
  return now;
}

}  // namespace partita::modelling::design
