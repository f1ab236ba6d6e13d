#include "modelling/design/candidates/tables.h"

#include <algorithm>
#include <map>
#include <numeric>
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
bool can_lie_in(const Questions& questions, int subject, const std::string& table) {
  std::vector<int> group;
  for (int i = 0; i < static_cast<int>(questions.subjects.size()); ++i)
    if (i == subject || at(questions, i).table == table) group.push_back(i);
  const PriceList no_prices;
  const Appraiser appraiser(questions, {group}, no_prices);
  Choice choice;
  choice.primary.resize(questions.subjects.size());
  const std::vector<PrimaryForm> forms = forms_in_existing(questions, subject, group);
  return std::any_of(forms.begin(), forms.end(), [&](const PrimaryForm& form) {
    choice.primary[static_cast<std::size_t>(subject)] = form;
    return appraiser.price(choice, {subject}).is_possible;
  });
}

// tables_of() with existing tables, which never join each other.
std::vector<std::vector<int>> extended_tables(const Questions& questions, Layout layout) {
  std::vector<int> group(questions.subjects.size());
  std::iota(group.begin(), group.end(), 0);
  std::vector<std::string> table_of_group;
  for (const Subject& subject : questions.subjects) table_of_group.push_back(subject.table);
  std::map<std::pair<int, std::string>, bool> known;
  const auto fits = [&](int subject, const std::string& table) {
    const auto [place, is_new] = known.try_emplace({subject, table}, false);
    if (is_new) place->second = can_lie_in(questions, subject, table);
    return place->second;
  };
  const auto join = [&](int a, int b) {
    const int one = at(group, a), other = at(group, b);
    const std::string table = at(table_of_group, one), second = at(table_of_group, other);
    if (one == other || (!table.empty() && !second.empty() && table != second)) return;
    for (int i = 0; i < static_cast<int>(group.size()); ++i)
      if ((at(group, i) == one && table.empty() && !second.empty() && !fits(i, second)) ||
          (at(group, i) == other && second.empty() && !table.empty() && !fits(i, table)))
        return;
    const int to = std::min(one, other), from = std::max(one, other);
    std::replace(group.begin(), group.end(), from, to);
    table_of_group[static_cast<std::size_t>(to)] = table.empty() ? second : table;
  };
  const int count = static_cast<int>(questions.subjects.size());
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < i; ++k)
      if (!at(questions, i).table.empty() && at(questions, i).table == at(questions, k).table) join(k, i);
  for (const Pattern& pattern : questions.patterns) {
    if (pattern.operation != Operation::Read || questions.is_existing(pattern)) continue;
    for (std::size_t i = 1; i < pattern.entities.size(); ++i)
      join(questions.subject(pattern.entities[0]), questions.subject(pattern.entities[i]));
  }
  if (layout == Layout::One)
    for (int i = 0; i < count; ++i) {
      if (!at(questions, i).table.empty()) continue;
      const std::string home = home_of(questions.existing->model(), at(questions, i));
      int other = 0;
      while (other < count && at(questions, other).table != home) ++other;
      // A home that is frozen has no entity to join.
      join(i, other < count ? other : 0);
    }
  std::vector<std::vector<int>> out;
  for (int root = 0; root < count; ++root) {
    std::vector<int> members;
    for (int i = 0; i < count; ++i)
      if (at(group, i) == root) members.push_back(i);
    if (!members.empty()) out.push_back(std::move(members));
  }
  return out;
}

}  // namespace

std::vector<std::vector<int>> tables_of(const Questions& questions, Layout layout) {
  if (questions.existing) return extended_tables(questions, layout);
  const int count = static_cast<int>(questions.subjects.size());
  std::vector<int> group(questions.subjects.size());
  std::iota(group.begin(), group.end(), 0);
  const auto join = [&](int a, int b) {
    const int from = group[static_cast<std::size_t>(b)], to = group[static_cast<std::size_t>(a)];
    std::replace(group.begin(), group.end(), std::max(from, to), std::min(from, to));
  };
  if (layout == Layout::One)
    for (int i = 1; i < count; ++i) join(0, i);
  for (const Pattern& pattern : questions.patterns) {
    // A batch reads several tables at once; a read by a key does not.
    if (pattern.operation != Operation::Read) continue;
    for (std::size_t i = 1; i < pattern.entities.size(); ++i)
      join(questions.subject(pattern.entities[0]), questions.subject(pattern.entities[i]));
  }
  std::vector<std::vector<int>> out;
  for (int root = 0; root < count; ++root) {
    std::vector<int> members;
    for (int i = 0; i < count; ++i)
      if (group[static_cast<std::size_t>(i)] == root) members.push_back(i);
    if (!members.empty()) out.push_back(std::move(members));
  }
  return out;
}

}  // namespace partita::modelling::design
