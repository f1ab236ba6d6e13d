#include "modelling/design/keys/tables.h"

#include <algorithm>
#include <numeric>

#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {

Extent all_of(const Questions& questions) {
  Extent out;
  out.subjects.resize(questions.subjects.size());
  std::iota(out.subjects.begin(), out.subjects.end(), 0);
  out.patterns.resize(questions.patterns.size());
  std::iota(out.patterns.begin(), out.patterns.end(), 0);
  out.is_all = true;
  return out;
}

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
