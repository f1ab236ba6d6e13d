// fixed_string is a string literal as a template argument. Declarations consist of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace partita::model {

template <std::size_t N>
struct fixed_string {
  char text[N]{};  // ends with a zero byte

  constexpr fixed_string() = default;
  constexpr fixed_string(const char (&literal)[N]) { std::copy_n(literal, N, text); }
  // Requires: `from` has N - 1 bytes.
  constexpr explicit fixed_string(std::string_view from) {
    std::copy_n(from.begin(), N - 1, text);
    text[N - 1] = 0;  // The byte is zero already, but with this line clang shows the text in its messages.
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

// Returns the position of the first `byte` in `text` at or after `from`, or npos. std::string_view::find() cannot be
// used, because it is not a constant expression with GCC 12's -fsanitize=undefined, and models must compile with that
// too.
constexpr std::size_t find_byte(std::string_view text, char byte, std::size_t from = 0) {
  for (std::size_t i = from; i < text.size(); ++i)
    if (text[i] == byte) return i;
  return std::string_view::npos;
}

}  // namespace partita::model
