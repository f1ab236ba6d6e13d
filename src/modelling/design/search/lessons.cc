#include "modelling/design/search/lessons.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {

std::string key_of_finding(const lint::Finding& finding) {
  return fmt::format("{}|{}|{}", finding.rule->id, finding.entity, finding.pattern);
}

std::string place_of_finding(const lint::Finding& finding) {
  const std::string out = key_of_finding(finding);
  if (!finding.entity.empty() || !finding.pattern.empty()) return out;
  // The figures of a message differ from design to design.
  std::string message = finding.message;
  std::erase_if(message, [](char c) { return c >= '0' && c <= '9'; });
  return fmt::format("{}|{}|{}|{}", out, finding.table, finding.index, message);
}

bool Lessons::has(const Choice& choice, const SubjectPositions& subjects, const lint::Finding& finding) const {
  const std::vector<lint::Finding> found = lint::run(*appraiser_.proof_of(choice, subjects));
  return std::any_of(found.begin(), found.end(), [&](const lint::Finding& one) {
    return key_of_finding(one) == key_of_finding(finding) && one.index.empty() == finding.index.empty();
  });
}

bool Lessons::is_forbidden(const Path& path) const {
  return indexes_.contains(path.index) ||
         std::any_of(path.primary.begin(), path.primary.end(),
                     [&](PrimaryPosition option) { return primary_.contains(option); });
}

Lessons::Outcome Lessons::learn(const lint::Finding& finding, IndexPosition index, const Selection& selection) {
  for (const auto i : positions_of(questions_.patterns))
    if (!finding.pattern.empty() && at(questions_.patterns, i).name == finding.pattern)
      return is_read(at(questions_.patterns, i).operation) && at(selection.paths, i) != kNone
                 ? learn_of_path(finding, i)
                 : Outcome::Unavoidable;
  if (!finding.index.empty()) {
    // Other findings of an index depend on the other keys.
    const bool is_load = finding.rule == &lint::k_P170 || finding.rule == &lint::k_P171;
    // The design cannot change an index of the extended model, whatever makes the index superfluous.
    if (index == kNone) return is_load ? learn_of_existing(finding.index, selection) : Outcome::Unavoidable;
    return is_load ? learn_of_index(index, selection) : Outcome::Nothing;
  }
  for (const auto subject : positions_of(questions_.subjects)) {
    if (!finding.entity.empty() && questions_.subject(finding.entity) != subject) continue;
    const PrimaryOption& chosen = at(options_.primary, at(selection.primary, subject));
    if (has(choice_of(questions_, chosen), {subject}, finding)) return learn_of_primary(finding, subject);
  }
  return Outcome::Nothing;
}

Lessons::Outcome Lessons::learn_of_primary(const lint::Finding& finding, SubjectPosition subject) {
  std::vector<PrimaryPosition> with;
  bool any_without = false;
  for (const auto i : positions_of(options_.primary)) {
    if (at(options_.primary, i).subject != subject || primary_.contains(i)) continue;
    if (has(choice_of(questions_, at(options_.primary, i)), {subject}, finding))
      with.push_back(i);
    else
      any_without = true;
  }
  if (with.empty()) return Outcome::Nothing;
  if (!any_without) return Outcome::Unavoidable;
  for (const PrimaryPosition option : with) {
    primary_.insert(option);
    plan_.forbid_primary(option);
  }
  return Outcome::Forbidden;
}

Lessons::Outcome Lessons::learn_of_path(const lint::Finding& finding, PatternPosition pattern) {
  SubjectPositions members;
  std::vector<PathPosition> with;
  for (const std::string& name : at(questions_.patterns, pattern).entities) members.push_back(questions_.subject(name));
  bool any_without = false;
  for (const auto i : positions_of(options_.paths)) {
    const Path& path = at(options_.paths, i);
    if (path.pattern != pattern || paths_.contains(i) || is_forbidden(path)) continue;
    if (has(choice_of(questions_, options_, path), members, finding))
      with.push_back(i);
    else
      any_without = true;
  }
  if (with.empty()) return Outcome::Nothing;
  if (!any_without) return Outcome::Unavoidable;
  for (const PathPosition path : with) {
    paths_.insert(path);
    plan_.forbid_path(path);
  }
  return Outcome::Forbidden;
}

// An index of an extended model keeps its key, whatever loads it. New reads may leave it if they can be served
// otherwise.
Lessons::Outcome Lessons::learn_of_existing(const std::string& index, const Selection& selection) {
  std::vector<PathPosition> leaving;
  for (const PathPosition chosen : selection.paths) {
    if (chosen == kNone || at(options_.paths, chosen).existing != index) continue;
    const Path& path = at(options_.paths, chosen);
    if (questions_.is_existing(at(questions_.patterns, path.pattern))) continue;
    bool has_another = false;
    for (const auto i : positions_of(options_.paths)) {
      const Path& other = at(options_.paths, i);
      if (other.pattern != path.pattern || paths_.contains(i) || is_forbidden(other)) continue;
      if (other.existing == index)
        leaving.push_back(i);
      else
        has_another = true;
    }
    if (!has_another) return Outcome::Unavoidable;
  }
  if (leaving.empty()) return Outcome::Unavoidable;
  for (const PathPosition path : leaving) {
    paths_.insert(path);
    plan_.forbid_path(path);
  }
  return Outcome::Forbidden;
}

// An index is forbidden if all that it serves can be served without it.
Lessons::Outcome Lessons::learn_of_index(IndexPosition index, const Selection& selection) {
  const auto has_another = [&](PatternPosition pattern) {
    for (const auto i : positions_of(options_.paths)) {
      const Path& path = at(options_.paths, i);
      if (path.pattern == pattern && path.index != index && !paths_.contains(i) && !is_forbidden(path)) return true;
    }
    return false;
  };
  for (const auto pattern : positions_of(selection.paths)) {
    const PathPosition path = at(selection.paths, pattern);
    if (path != kNone && at(options_.paths, path).index == index && !has_another(pattern)) return Outcome::Unavoidable;
  }
  indexes_.insert(index);
  plan_.forbid_index(index);
  return Outcome::Forbidden;
}

}  // namespace partita::modelling::design
