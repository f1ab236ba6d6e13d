#include "modelling/design/candidates/tables.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "modelling/design/candidates/candidates.h"
#include "modelling/design/models/appraise.h"
#include "modelling/design/questions/extend_questions.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

// Whether the new subject can have a primary key in the existing table. It cannot if the subject stores a field in an
// attribute of the table's key that is composed for it, or if the keys there may be any text, for example.
bool can_lie_in(const Questions& questions, SubjectPosition subject, const std::string& table) {
  SubjectPositions group;
  for (const auto i : positions_of(questions.subjects))
    if (i == subject || at(questions, i).table == table) group.push_back(i);
  const PriceList no_prices;
  const Appraiser appraiser(questions, {group}, no_prices);
  Choice choice;
  choice.primary.resize(questions.subjects.size());
  const std::vector<PrimaryForm> forms = forms_in_existing(questions, subject, group);
  return std::any_of(forms.begin(), forms.end(), [&](const PrimaryForm& form) {
    at(choice.primary, subject) = form;
    return appraiser.price(choice, {subject}).is_possible;
  });
}

// The first subject of the table of each one.
using Groups = ListBy<Subject, SubjectPosition>;

Groups each_alone(const Questions& questions) {
  Groups out;
  for (const SubjectPosition subject : positions_of(questions.subjects)) out.push_back(subject);
  return out;
}

Tables tables_with(const Groups& group) {
  Tables out;
  for (const SubjectPosition root : positions_of(group)) {
    SubjectPositions members;
    for (const SubjectPosition i : positions_of(group))
      if (at(group, i) == root) members.push_back(i);
    if (!members.empty()) out.push_back(std::move(members));
  }
  return out;
}

// tables_of() with existing tables, which never join each other.
Tables extended_tables(const Questions& questions, Layout layout) {
  Groups group = each_alone(questions);
  ListBy<Subject, std::string> table_of_group;  // by the group's first subject
  for (const Subject& subject : questions.subjects) table_of_group.push_back(subject.table);
  std::map<std::pair<SubjectPosition, std::string>, bool> known;
  const auto fits = [&](SubjectPosition subject, const std::string& table) {
    const auto [place, is_new] = known.try_emplace({subject, table}, false);
    if (is_new) place->second = can_lie_in(questions, subject, table);
    return place->second;
  };
  const auto join = [&](SubjectPosition a, SubjectPosition b) {
    const SubjectPosition one = at(group, a), other = at(group, b);
    const std::string table = at(table_of_group, one), second = at(table_of_group, other);
    if (one == other || (!table.empty() && !second.empty() && table != second)) return;
    for (const auto i : positions_of(group))
      if ((at(group, i) == one && table.empty() && !second.empty() && !fits(i, second)) ||
          (at(group, i) == other && second.empty() && !table.empty() && !fits(i, table)))
        return;
    const SubjectPosition to = std::min(one, other), from = std::max(one, other);
    std::replace(group.begin(), group.end(), from, to);
    at(table_of_group, to) = table.empty() ? second : table;
  };
  for (const SubjectPosition i : positions_of(questions.subjects))
    for (const SubjectPosition k : PositionsOf<Subject>(i.number()))
      if (!at(questions, i).table.empty() && at(questions, i).table == at(questions, k).table) join(k, i);
  for (const Pattern& pattern : questions.patterns) {
    if (pattern.operation != PatternOperation::Read || questions.is_existing(pattern)) continue;
    for (std::size_t i = 1; i < pattern.entities.size(); ++i)
      join(questions.subject(pattern.entities[0]), questions.subject(pattern.entities[i]));
  }
  if (layout == Layout::One)
    for (const SubjectPosition i : positions_of(questions.subjects)) {
      if (!at(questions, i).table.empty()) continue;
      const std::string home = home_of(questions.existing->model(), at(questions, i));
      const auto other = std::find_if(questions.subjects.begin(), questions.subjects.end(),
                                      [&](const Subject& one) { return one.table == home; });
      // A home that is frozen has no entity to join.
      join(i, other == questions.subjects.end() ? SubjectPosition(0) : position_of(questions.subjects, other));
    }
  return tables_with(group);
}

}  // namespace

Tables tables_of(const Questions& questions, Layout layout) {
  if (questions.existing) return extended_tables(questions, layout);
  Groups group = each_alone(questions);
  const auto join = [&](SubjectPosition a, SubjectPosition b) {
    const SubjectPosition from = at(group, b), to = at(group, a);
    std::replace(group.begin(), group.end(), std::max(from, to), std::min(from, to));
  };
  if (layout == Layout::One)
    for (const SubjectPosition i : positions_of(questions.subjects)) join(SubjectPosition(0), i);
  for (const Pattern& pattern : questions.patterns) {
    // A batch reads several tables at once; a read by a key does not.
    if (pattern.operation != PatternOperation::Read) continue;
    for (std::size_t i = 1; i < pattern.entities.size(); ++i)
      join(questions.subject(pattern.entities[0]), questions.subject(pattern.entities[i]));
  }
  return tables_with(group);
}

}  // namespace partita::modelling::design
