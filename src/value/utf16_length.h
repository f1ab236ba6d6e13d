// The length of a string as the expression function size() counts it.
#pragma once

#include <cstddef>
#include <string_view>

namespace partita::value {

// The number of UTF-16 units, because the service counts these. A character outside the basic plane counts twice.
// Requires: `utf8` is valid UTF-8.
inline std::size_t utf16_length(std::string_view utf8) {
  std::size_t length = 0;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) != 0x80) length += byte >= 0xf0 ? 2 : 1;
  }
  return length;
}

}  // namespace partita::value
