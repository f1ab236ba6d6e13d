#include "iam/names.h"

#include <algorithm>

#include "base/nearest_name.h"
#include "base/text.h"

namespace partita::iam {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return base::lower(x) == base::lower(y); });
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && same_ignoring_case(text.substr(0, prefix.size()), prefix);
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
  constexpr std::size_t kLongestName = 100;
  if (name.empty() || name.size() > kLongestName) return {};
  return base::nearest_name(name, candidates,
                            [](std::size_t size, std::size_t) { return std::min<std::size_t>(2, size - 1); });
}

}  // namespace partita::iam
