// Converts digits to and from text, for types whose texts have a fixed width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace partita::model::detail {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns the number that the `count` characters at `at` spell, or -1 if one of them is not a digit.
// Requires: the text has these characters.
constexpr int digits_at(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (text[i] < '0' || text[i] > '9') return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

// Appends `value` with at least `width` digits. Requires: the value is not negative.
inline void append_digits(std::string& out, std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out.append(digits);
}

}  // namespace partita::model::detail
