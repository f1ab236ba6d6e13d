#include "base/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "base/text.h"

namespace partita::base {
namespace {

// Longer names are compared by their beginnings, so that a hostile file costs no time.
constexpr std::size_t kLongestComparedName = 256;

// The number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
std::size_t changes_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known, MostChanges most) {
  const std::string sought = lower(name.substr(0, kLongestComparedName));
  std::string_view best;
  std::size_t fewest = sought.size();
  for (const std::string_view candidate : known) {
    const std::size_t changes = changes_between(sought, lower(candidate.substr(0, kLongestComparedName)));
    if (changes > most(sought.size(), candidate.size()) || (changes >= fewest && !best.empty())) continue;
    best = candidate;
    fewest = changes;
  }
  return best;
}

}  // namespace partita::base
