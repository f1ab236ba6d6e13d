#include "modelling/design/questions/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace partita::modelling::design {
namespace {

constexpr std::size_t kMostOfSubset = 6;
constexpr std::size_t kMostOfOrder = 4;

}  // namespace

bool is_subset(const Fields& part, const Fields& whole) {
  return std::all_of(part.begin(), part.end(), [&](const std::string& field) { return contains(whole, field); });
}

bool begins_with(const Fields& list, const Fields& head) {
  return head.size() <= list.size() && std::equal(head.begin(), head.end(), list.begin());
}

const SubjectPositions& table_with(const Tables& tables, SubjectPosition subject) {
  for (const SubjectPositions& table : tables)
    if (contains(table, subject)) return table;
  return tables.front();
}

Fields without(const Fields& whole, const Fields& part) {
  Fields out;
  for (const std::string& field : whole)
    if (!contains(part, field)) out.push_back(field);
  return out;
}

Fields joined(Fields first, const Fields& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<Fields> subsets(const Fields& list) {
  std::vector<Fields> out;
  const std::size_t count = std::min(list.size(), kMostOfSubset);
  for (std::size_t mask = 1; mask < (std::size_t{1} << count); ++mask) {
    Fields one;
    for (std::size_t i = 0; i < count; ++i)
      if (mask >> i & 1) one.push_back(list[i]);
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<Fields> orders(Fields list) {
  if (list.size() > kMostOfOrder) return {std::move(list)};
  std::sort(list.begin(), list.end());
  std::vector<Fields> out;
  do out.push_back(list);
  while (std::next_permutation(list.begin(), list.end()));
  return out;
}

std::string joined(const std::vector<std::string>& texts, std::string_view between) {
  return fmt::format("{}", fmt::join(texts, between));
}

}  // namespace partita::modelling::design
