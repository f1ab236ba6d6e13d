#include "modelling/design/longer_identities.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/design/fields.h"

namespace partita::modelling::design {
namespace {

bool has_order(model::FieldKind kind) {
  using model::FieldKind;
  return kind == FieldKind::Time || kind == FieldKind::Date || kind == FieldKind::Ulid;
}

// Whether an item is found or changed by a caller who knows its identity and perhaps nothing else.
bool is_addressed(const Questions& questions, const Subject& subject) {
  const std::string& name = subject.entity.name;
  for (const Pattern& pattern : questions.patterns) {
    for (const Action& action : pattern.actions)
      if (action.entity == name && action.kind != Action::Kind::Create) return true;
    if (std::find(pattern.entities.begin(), pattern.entities.end(), name) == pattern.entities.end()) continue;
    if (pattern.operation != Operation::Read || pattern.entities.size() > 1 || is_subset(subject.identity, pattern.by))
      return true;
  }
  for (const auto& companions : questions.with)
    for (const Companion& companion : companions)
      if (companion.entity == name) return true;
  // Items of another entity may belong to it.
  return std::any_of(questions.subjects.begin(), questions.subjects.end(), [&](const Subject& other) {
    return other.entity.name != name && is_subset(subject.identity, other.identity);
  });
}

// The field by which all ordered lists of the entity are ordered, if it is one.
std::optional<std::string> order_of(const Questions& questions, const Subject& subject) {
  std::optional<std::string> out;
  for (const Pattern& pattern : questions.patterns) {
    if (pattern.entities != Fields{subject.entity.name} || pattern.range.empty()) continue;
    if (out && *out != pattern.range) return std::nullopt;
    out = pattern.range;
  }
  const Field* field = out ? subject.entity.field(*out) : nullptr;
  const bool fits = field && !field->optional && field->stored && has_order(field->kind) &&
                    !contains(subject.identity, *out) && *out != subject.entity.updated_at;
  return fits ? out : std::nullopt;
}

}  // namespace

std::optional<LongerIdentities> with_longer_identities(const Questions& questions) {
  LongerIdentities out{questions, {}};
  for (Subject& subject : out.questions.subjects) {
    if (!subject.table.empty() || !subject.entity.unique.empty() || is_addressed(questions, subject)) continue;
    const auto order = order_of(questions, subject);
    if (!order) continue;
    out.notes.push_back(fmt::format(
        "{} has {} in its primary key, because no pattern finds or changes an item by {} alone: a caller who means one "
        "item must know {} too",
        subject.entity.name, *order, fmt::format("{}", fmt::join(subject.identity, " and ")), *order));
    subject.identity.insert(subject.identity.end() - 1, *order);
  }
  if (out.notes.empty()) return std::nullopt;
  return out;
}

}  // namespace partita::modelling::design
