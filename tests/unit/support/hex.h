// Bytes as hexadecimal text and back, so that golden bytes have the same form as in FORMAT.md.
#pragma once

#include <string>
#include <string_view>

namespace partita::test {

inline std::string hex(std::string_view bytes) {
  std::string text;
  for (const unsigned char byte : bytes) {
    text.push_back("0123456789abcdef"[byte >> 4]);
    text.push_back("0123456789abcdef"[byte & 15]);
  }
  return text;
}

// Blanks are separators. Requires: all other characters are pairs of hexadecimal digits.
inline std::string unhex(std::string_view text) {
  std::string bytes;
  int high = -1;
  for (const char c : text) {
    if (c == ' ') continue;
    const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
    if (high < 0) {
      high = digit;
    } else {
      bytes.push_back(static_cast<char>(high * 16 + digit));
      high = -1;
    }
  }
  return bytes;
}

}  // namespace partita::test
