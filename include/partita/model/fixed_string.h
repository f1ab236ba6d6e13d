// fixed_string: a string literal as a template argument, the stuff of which declarations are made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace partita::model {

template <std::size_t N>
struct fixed_string {
  char text[N]{};  // ends in a zero

  constexpr fixed_string() = default;
  constexpr fixed_string(const char (&literal)[N]) { std::copy_n(literal, N, text); }
  // Requires: `from` has N - 1 bytes.
  constexpr explicit fixed_string(std::string_view from) {
    std::copy_n(from.begin(), N - 1, text);
    text[N - 1] = 0;  // though it is there: clang then shows the text in its messages
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

}  // namespace partita::model
