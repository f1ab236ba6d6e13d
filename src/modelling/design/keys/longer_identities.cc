#include "modelling/design/keys/longer_identities.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

bool is_time(model::FieldKind kind) { return kind == model::FieldKind::Time || kind == model::FieldKind::Date; }

// Who writes the copies of an item has found it.
bool sets_copies_alone(const Subject& subject, const Action& action) {
  return action.kind == Action::Kind::Update && !action.set.empty() &&
         std::all_of(action.set.begin(), action.set.end(), [&](const std::string& name) {
           const Field* field = subject.entity.field(name);
           return field && !field->copy_of.empty();
         });
}

// Whether an item is found or changed by a caller who may know its identity only.
bool is_addressed(const Questions& questions, const Subject& subject) {
  const std::string& name = subject.entity.name;
  for (const Pattern& pattern : questions.patterns) {
    for (const Action& action : pattern.actions)
      if (action.entity == name && action.kind != Action::Kind::Create && !sets_copies_alone(subject, action))
        return true;
    if (!contains(pattern.entities, name)) continue;
    if (pattern.operation != PatternOperation::Read || pattern.entities.size() > 1 ||
        is_subset(subject.identity, pattern.by))
      return true;
  }
  for (const auto& companions : questions.with)
    for (const Companion& companion : companions)
      if (companion.entity == name) return true;
  // Items of another entity may belong to it, or have copies of its fields.
  return std::any_of(questions.subjects.begin(), questions.subjects.end(), [&](const Subject& other) {
    return other.entity.name != name &&
           (is_subset(subject.identity, other.identity) ||
            std::any_of(other.entity.fields.begin(), other.entity.fields.end(),
                        [&](const Field& field) { return field.copy_of.starts_with(name + "."); }));
  });
}

// Whether the field may be in a primary key in addition to the identity. Such a field never changes, because no item's
// key does.
bool may_be_in_key(const Subject& subject, const std::string& name) {
  const Field* field = subject.entity.field(name);
  return field && !field->optional && field->stored && is_time(field->kind) && !contains(subject.identity, name) &&
         name != subject.entity.updated_at;
}

}  // namespace

std::vector<Fields> possible_identities(const Questions& questions, SubjectPosition subject) {
  const Subject& own = at(questions, subject);
  std::vector<Fields> out = {own.identity};
  if (!questions.longer_keys || !own.table.empty() || !own.entity.unique.empty() || own.identity.empty() ||
      is_addressed(questions, own))
    return out;
  Fields times;
  for (const Pattern& read : questions.patterns) {
    if (read.operation != PatternOperation::Read || read.entities != Fields{own.entity.name}) continue;
    for (const std::string& name : joined(read.by, Fields{read.range}))
      if (may_be_in_key(own, name) && !contains(times, name)) times.push_back(name);
  }
  std::sort(times.begin(), times.end());
  for (const std::string& time : times) {
    out.push_back(own.identity);
    out.back().insert(out.back().end() - 1, time);
  }
  return out;
}

bool is_longer(const Subject& subject, const PrimaryForm& form) {
  return form.partition_text.empty() ? form.partition.size() + form.sort.size() > subject.identity.size()
                                     : !without(joined(form.partition, form.sort), subject.identity).empty();
}

std::string note_of_longer_key(const Subject& subject, const PrimaryForm& form) {
  if (!is_longer(subject, form)) return {};
  const std::string more =
      fmt::format("{}", fmt::join(without(joined(form.partition, form.sort), subject.identity), " and "));
  return fmt::format(
      "{} has {} in its primary key, because no pattern finds or changes an item by {} alone: a caller who means one "
      "item must know {} too",
      subject.entity.name, more, fmt::format("{}", fmt::join(subject.identity, " and ")), more);
}

}  // namespace partita::modelling::design
