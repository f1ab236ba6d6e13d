#include "modelling/design/keys/serves.h"

#include <algorithm>

#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

// Whether the sort key begins with the other given fields, in any order, and then with the field of the range.
bool sort_serves(const Fields& partition, const Fields& sort, const Fields& given, const std::string& range) {
  const Fields rest = without(given, partition);
  if (sort.size() < rest.size()) return false;
  if (!is_subset(rest, Fields(sort.begin(), sort.begin() + static_cast<std::ptrdiff_t>(rest.size())))) return false;
  if (range.empty() || contains(given, range)) return true;
  return sort.size() > rest.size() && sort[rest.size()] == range;
}

// Whether each item that the read asks for has an entry in the index. An item that lacks a field of the key has no
// entry, so a field that items may lack must be one that the read gives, or by which it is ordered.
bool holds_all(const Questions& questions, const IndexChoice& index, const Fields& given, const std::string& range) {
  return std::all_of(index.subjects.begin(), index.subjects.end(), [&](SubjectPosition subject) {
    const Entity& entity = at(questions, subject).entity;
    const auto is_there = [&](const std::string& name) {
      const Field* field = entity.field(name);
      return !field || !field->optional || name == range || contains(given, name);
    };
    return std::all_of(index.form.partition.begin(), index.form.partition.end(), is_there) &&
           std::all_of(index.form.sort.begin(), index.form.sort.end(), is_there);
  });
}

// The fields that a call gives if the index does not hold only the items of the constant.
Fields given_of(const Questions& questions, PatternPosition pattern, const IndexForm* form) {
  Fields out = at(questions.patterns, pattern).by;
  if (pattern.number() >= questions.where.size()) return out;
  for (const When& when : at(questions.where, pattern)) {
    const bool is_held =
        form && !form->when.empty() && form->when[0].field == when.field && form->when[0].equals == when.equals;
    if (!is_held) out.push_back(when.field);
  }
  return out;
}

// Whether the primary key finds the one item, whichever key it is. It does not if a call gives more than the identity,
// because a key must use all fields that are given.
bool finds_by_identity(const Questions& questions, SubjectPosition subject, PatternPosition pattern) {
  const Fields& identity = at(questions, subject).identity;
  const Pattern& read = at(questions.patterns, pattern);
  return read.range.empty() && is_subset(identity, read.by) &&
         is_subset(given_of(questions, pattern, nullptr), identity);
}

}  // namespace

bool is_where(const Questions& questions, PatternPosition pattern, const When& when) {
  return pattern.number() < questions.where.size() &&
         std::any_of(at(questions.where, pattern).begin(), at(questions.where, pattern).end(),
                     [&](const When& one) { return one.field == when.field && one.equals == when.equals; });
}

bool may_serve(const PrimaryForm& form, const Subject& subject, const Pattern& read) {
  if (read.entities.size() == 1 && is_subset(subject.identity, read.by)) return true;
  return is_subset(form.partition, read.by) &&
         (read.whole || sort_serves(form.partition, form.sort, read.by, read.range));
}

bool may_serve(const Questions& questions, const IndexChoice& index, PatternPosition pattern) {
  const Pattern& read = at(questions.patterns, pattern);
  if ((read.consistent && !index.form.local) || read.operation != PatternOperation::Read ||
      read.entities.size() != index.subjects.size() || questions.is_existing(read))
    return false;
  for (std::size_t i = 0; i < index.subjects.size(); ++i)
    if (read.entities[i] != at(questions, index.subjects[i]).entity.name) return false;
  if (read.entities.size() == 1 && finds_by_identity(questions, index.subjects[0], pattern)) return false;
  const IndexForm& form = index.form;
  if (!form.when.empty() && !is_where(questions, pattern, form.when[0])) return false;
  const Fields given = given_of(questions, pattern, &form);
  if (!holds_all(questions, index, given, read.range)) return false;
  if (form.nested) return is_subset(form.partition, given) && is_subset(given, form.partition) && read.range.empty();
  if (form.partition.empty())
    return given.empty() &&
           (read.range.empty() ? form.bucket.empty() : !form.sort.empty() && form.sort[0] == read.range);
  return is_subset(form.partition, given) && sort_serves(form.partition, form.sort, given, read.range);
}

}  // namespace partita::modelling::design
