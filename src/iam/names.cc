#include "iam/names.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/text.h"

namespace partita::iam {
namespace {

// The number of characters to insert, delete or replace to make `b` from `a` (Levenshtein).
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (base::lower(a[i - 1]) == base::lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return base::lower(x) == base::lower(y); });
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && same_ignoring_case(text.substr(0, prefix.size()), prefix);
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
  constexpr std::size_t kMostEdits = 2, kLongestName = 100;
  std::string_view best;
  std::size_t fewest = kMostEdits + 1;
  if (name.size() > kLongestName) return best;
  for (const std::string_view candidate : candidates)
    if (const std::size_t edits = edits_between(name, candidate); edits < fewest && edits < name.size()) {
      fewest = edits;
      best = candidate;
    }
  return best;
}

}  // namespace partita::iam
