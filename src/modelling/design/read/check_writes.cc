#include "modelling/design/read/check_writes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "documents/node.h"
#include "modelling/design/candidates/candidates.h"
#include "modelling/design/candidates/tables.h"
#include "modelling/design/models/appraise.h"
#include "modelling/design/questions/fields.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::design {
namespace {

using Texts = std::vector<std::string>;

// The mistakes of the subject's own writes with one primary key, in order.
Texts mistakes_of(const Appraiser& appraiser, SubjectPosition subject, const PrimaryForm& form) {
  const Questions& questions = appraiser.questions();
  Choice choice;
  choice.primary.resize(questions.subjects.size());
  at(choice.primary, subject) = form;
  const auto proof = appraiser.proof_of(choice, {subject});
  Texts out = refusals_of_writes(*proof);
  for (const lint::Finding& finding : lint::run(*proof)) {
    if (finding.severity != lint::Severity::Error || finding.pattern.empty()) continue;
    const auto pattern = std::find_if(questions.patterns.begin(), questions.patterns.end(),
                                      [&](const Pattern& one) { return one.name == finding.pattern; });
    if (pattern == questions.patterns.end() || questions.is_existing(*pattern)) continue;
    // This model has no entity but the subject, and a parameter may be an item of another one.
    if (finding.rule == &lint::k_P115 && questions.subject(finding.entity) != kNone) continue;
    // Of a write of several entities this model has only a part.
    const std::string& name = at(questions, subject).entity.name;
    if (is_read(pattern->operation) || std::any_of(pattern->actions.begin(), pattern->actions.end(),
                                                   [&](const Action& action) { return action.entity != name; }))
      continue;
    std::string text =
        located(finding.place, fmt::format("{} ({}). {}", finding.message, finding.rule->id, finding.cure));
    // A refusal of the proof is a finding of lint too.
    const bool is_known = std::any_of(out.begin(), out.end(), [&](const std::string& one) {
      return one.find("(" + std::string(finding.rule->id) + ")") != one.npos &&
             one.find(located(finding.place, "")) != one.npos;
    });
    if (!is_known) out.push_back(std::move(text));
  }
  return out;
}

// The mistakes that all keys of the subject have in common; empty if a key has no mistake.
Texts common_mistakes(const Appraiser& appraiser, SubjectPosition subject, bool& has_form) {
  std::optional<Texts> common;
  Texts last;
  for (const PrimaryForm& form : primary_forms(appraiser.questions(), subject, appraiser.tables())) {
    has_form = true;
    last = mistakes_of(appraiser, subject, form);
    if (last.empty()) return {};
    if (!common) {
      common = last;
      continue;
    }
    std::erase_if(*common, [&](const std::string& one) { return !contains(last, one); });
  }
  return common && !common->empty() ? *common : last;
}

}  // namespace

expected<void, std::string> check_writes(const Questions& questions) {
  const PriceList no_prices;
  Texts out;
  for (const auto subject : positions_of(questions.subjects)) {
    if (!at(questions, subject).table.empty()) continue;
    bool has_form = false;
    Texts mistakes;
    // One layout may allow an entity that another one refuses.
    for (const Layout layout : {Layout::Several, Layout::One}) {
      const Appraiser appraiser(questions, tables_of(questions, layout), no_prices);
      mistakes = common_mistakes(appraiser, subject, has_form);
      if (has_form && mistakes.empty()) break;
    }
    if (!has_form)
      mistakes = {fmt::format("the entity {} can have no primary key, because no field of its identity can be in a key",
                              at(questions, subject).entity.name)};
    for (std::string& one : mistakes)
      if (!contains(out, one)) out.push_back(std::move(one));
  }
  if (out.empty()) return {};
  std::string text;
  for (const std::string& one : out) text += (text.empty() ? "" : "\n") + one;
  return unexpected(text);
}

}  // namespace partita::modelling::design
