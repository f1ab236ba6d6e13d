// The UTF-8 of one character.
#pragma once

#include <string>

namespace partita::base {

// Appends the UTF-8 of the character. Requires: it is at most U+10FFFF.
inline void append_utf8(std::string& out, char32_t character) {
  const auto add = [&](char32_t byte) { out += static_cast<char>(byte); };
  const auto add_rest = [&](unsigned shift) { add(0x80 | (character >> shift & 0x3F)); };
  if (character < 0x80) {
    add(character);
  } else if (character < 0x800) {
    add(0xC0 | character >> 6);
    add_rest(0);
  } else if (character < 0x10000) {
    add(0xE0 | character >> 12);
    add_rest(6);
    add_rest(0);
  } else {
    add(0xF0 | character >> 18);
    add_rest(12);
    add_rest(6);
    add_rest(0);
  }
}

}  // namespace partita::base
