#include "modelling/core/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "base/nearest_name.h"
#include "base/text.h"

namespace partita::modelling {
namespace {

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
  std::string sought = base::lower(name);
  std::erase_if(sought, [](char c) { return c == '_' || c == '-'; });
  for (const OtherWord& word : kOtherWords)
    if (word.other == sought && base::contains(known, word.own)) return word.own;
  return {};
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  return base::nearest_name(name, known, [](std::size_t a, std::size_t b) { return std::max(a, b) / 3; });
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
