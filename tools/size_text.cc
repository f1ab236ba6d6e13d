#include "size_text.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "base/text.h"

namespace partita::tools {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kForm = "give a whole number with K, M, G or T after it, such as 512M or 2G";

// How many times to multiply by 1024; -1 if the unit is unknown.
int power_of(std::string_view unit) {
  if (unit.empty()) return 0;
  const std::string text = base::lower(unit);
  if (text == "b") return 0;
  constexpr std::string_view kUnits = "kmgtp";
  const auto at = kUnits.find(text[0]);
  const std::string_view rest = std::string_view(text).substr(1);
  return at != kUnits.npos && (rest.empty() || rest == "b" || rest == "ib") ? static_cast<int>(at) + 1 : -1;
}

}  // namespace

expected<std::uint64_t, std::string> parse_size(std::string_view text) {
  const auto fault = [text](std::string_view what) {
    return unexpected(fmt::format("'{}' {}; {}", text, what, kForm));
  };
  if (text.starts_with('-')) return fault("is negative");
  const std::string_view digits = text.substr(0, text.find_first_not_of(kDigits));
  std::string_view unit = text.substr(digits.size());
  if (digits.empty()) return fault("does not begin with a number");
  if (unit.starts_with('.') || unit.starts_with(',')) return fault("is not a whole number");
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  const int power = power_of(unit);
  if (power < 0) return fault(fmt::format("has the unknown unit '{}'", unit));
  std::uint64_t size = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), size).ec != std::errc())
    return fault("is too large");
  for (int i = 0; i < power; ++i) {
    if (size > std::numeric_limits<std::uint64_t>::max() / 1024) return fault("is too large");
    size *= 1024;
  }
  return size;
}

}  // namespace partita::tools
