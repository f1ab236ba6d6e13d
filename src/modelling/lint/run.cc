#include <algorithm>

#include "base/contains.h"
#include "modelling/lint/compiler_rules.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

#define PARTITA_RULE(id) void check_##id(const Proof& proof, Findings& findings);
#include "modelling/lint/rules.def"
#undef PARTITA_RULE

std::string_view to_text(Severity severity) {
  constexpr std::string_view kTexts[] = {"error", "warning", "note"};
  return kTexts[static_cast<std::size_t>(severity)];
}

void Findings::add(const Rule& rule, Finding finding) {
  finding.rule = &rule;
  if (!finding.severity) finding.severity = rule.severity;
  if (finding.cost.empty()) finding.cost = rule.cost;
  if (finding.cure.empty()) finding.cure = rule.cure;
  list_.push_back(std::move(finding));
}

std::vector<Finding> Findings::take() {
  std::stable_sort(list_.begin(), list_.end(), [](const Finding& a, const Finding& b) {
    return a.place.line != b.place.line ? a.place.line < b.place.line : a.rule->id < b.rule->id;
  });
  return std::move(list_);
}

const std::vector<const Rule*>& all_rules() {
  static const std::vector<const Rule*> kRules = [] {
    std::vector<const Rule*> rules = {
#define PARTITA_RULE(id) &k_##id,
#include "modelling/lint/rules.def"
#undef PARTITA_RULE
    };
    for (const Rule& rule : compiler_rules()) rules.push_back(&rule);
    std::sort(rules.begin(), rules.end(), [](const Rule* a, const Rule* b) { return a->id < b->id; });
    return rules;
  }();
  return kRules;
}

const Rule* find_rule(std::string_view id) {
  for (const Rule* rule : all_rules())
    if (rule->id == id) return rule;
  return nullptr;
}

std::vector<Finding> run(const Proof& proof, const std::vector<std::string>& left_out) {
  Findings findings;
  check_refusals(proof, findings);
#define PARTITA_RULE(id) check_##id(proof, findings);
#include "modelling/lint/rules.def"
#undef PARTITA_RULE
  std::vector<Finding> out = findings.take();
  std::erase_if(out, [&](const Finding& finding) { return base::contains(left_out, finding.rule->id); });
  return out;
}

}  // namespace partita::modelling::lint
