// Digits to and from text, for types whose texts have a fixed width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace partita::model::detail {

// The number that the `count` characters at `at` spell; -1 where one is not a digit. Requires: they are there.
constexpr int digits_at(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (text[i] < '0' || text[i] > '9') return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

// Appends `value`, at least `width` digits. Requires: it is not negative.
inline void append_digits(std::string& out, std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out.append(digits);
}

}  // namespace partita::model::detail
