#include "modelling/core/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/text.h"

namespace partita::modelling {
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

struct OtherWord {
  std::string_view other;  // in lower case, without '_' and '-'
  std::string_view own;
};
// Words of other systems for the members of a model. A word may have several meanings: the first known one counts.
constexpr OtherWord kOtherWords[] = {
#define PARTITA_OTHER_WORD(other, own) {other, own},
#include "modelling/core/other_words.def"
#undef PARTITA_OTHER_WORD
};

// The known name that is meant by a word of another system, or an empty text.
std::string_view translated_name(std::string_view name, std::span<const std::string_view> known) {
  std::string sought = base::lower(name.substr(0, kLongestComparedName));
  std::erase_if(sought, [](char c) { return c == '_' || c == '-'; });
  for (const OtherWord& word : kOtherWords)
    if (word.other == sought && std::ranges::find(known, word.own) != known.end()) return word.own;
  return {};
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  const std::string sought = base::lower(name.substr(0, kLongestComparedName));
  std::string_view best;
  std::size_t fewest = sought.size();
  for (const std::string_view candidate : known) {
    const std::size_t changes = changes_between(sought, base::lower(candidate.substr(0, kLongestComparedName)));
    if (changes * 3 > std::max(sought.size(), candidate.size()) || (changes >= fewest && !best.empty())) continue;
    best = candidate;
    fewest = changes;
  }
  return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> known) {
  if (known.empty()) return {};
  if (const std::string_view own = translated_name(name, known); !own.empty())
    return fmt::format("; did you mean '{}'?", own);
  if (const std::string_view near = nearest_name(name, known); !near.empty())
    return fmt::format("; did you mean '{}'?", near);
  return fmt::format("; it is one of {}", fmt::join(known, ", "));
}

}  // namespace partita::modelling
