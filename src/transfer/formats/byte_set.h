// ByteSet: a set of characters as a table, for loops over the characters of a text.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace partita::transfer {

class ByteSet {
 public:
  constexpr explicit ByteSet(std::string_view characters) {
    for (const char c : characters) has_[static_cast<unsigned char>(c)] = true;
  }
  constexpr bool has(char c) const { return has_[static_cast<unsigned char>(c)]; }
  // The place of the first character of `text` at `from` or behind it that is in the set, or the size of the text.
  constexpr std::size_t find_in(std::string_view text, std::size_t from = 0) const {
    while (from < text.size() && !has(text[from])) ++from;
    return from;
  }

 private:
  std::array<bool, 256> has_{};
};

}  // namespace partita::transfer
