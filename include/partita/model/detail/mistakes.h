// The mistakes that stop the compiler, and their messages.
//
// The checks are constant functions that return a Mistake and write the particulars into a Text. `refuse` has both as
// template arguments. So the compiler's message shows the particulars in quotes next to the assertion, whose text names
// the cure.
#pragma once

#include <partita/model/detail/fixed_string.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace partita::model {

// Each mistake has one assertion in `refuse`. The list, with the texts, is mistakes.def.
enum class Mistake : std::uint8_t {
  None,
#define PARTITA_MISTAKE(name, text) name,
#include <partita/model/detail/mistakes.def>
#undef PARTITA_MISTAKE
};

// A text that constant functions put together. It is cut if it gets too long.
struct Text {
  char bytes[400]{};
  std::size_t size = 0;

  constexpr Text& operator<<(std::string_view more) {
    for (const char c : more)
      if (size + 1 < sizeof(bytes)) bytes[size++] = c;
    return *this;
  }
  constexpr std::string_view view() const { return {bytes, size}; }
};

namespace compiler {

// Has one assertion for each mistake. `Where` are the particulars, in one or several pieces.
template <Mistake M, fixed_string... Where>
struct refuse {
  static constexpr bool ok = M == Mistake::None;
#define PARTITA_MISTAKE(name, text) static_assert(M != Mistake::name, text);
#include <partita/model/detail/mistakes.def>
#undef PARTITA_MISTAKE
};

}  // namespace compiler

namespace detail {

#ifdef __clang__
// Clang cuts the strings in its messages after about thirty bytes.
inline constexpr std::size_t kPieceBytes = 28;
#else
inline constexpr std::size_t kPieceBytes = sizeof(Text);
#endif

template <Mistake M, const Text& Where, std::size_t... Piece>
constexpr bool refuse_in_pieces(std::index_sequence<Piece...>) {
  return compiler::refuse<M, fixed_string<std::min(kPieceBytes, Where.size - Piece * kPieceBytes) + 1>(
                                 Where.view().substr(Piece * kPieceBytes, kPieceBytes))...>::ok;
}

// The text that a failed check writes.
template <class WriteText>
inline constexpr Text written_text = [] {
  Text text;
  WriteText{}(&text);
  return text;
}();

}  // namespace detail

// Stops the compiler if M is a mistake. `WriteText` is a captureless lambda that takes a Text* and writes the
// particulars.
template <Mistake M, class WriteText>
constexpr bool accept_unless(WriteText) {
  if constexpr (M == Mistake::None) {
    return true;
  } else {
    constexpr const Text& where = detail::written_text<WriteText>;
    return detail::refuse_in_pieces<M, detail::written_text<WriteText>>(
        std::make_index_sequence<(where.size + detail::kPieceBytes - 1) / detail::kPieceBytes>{});
  }
}

// Does the same with a function that also returns the mistake. `check` is called with a Text* or nullptr.
template <class Check>
constexpr bool accept(Check check) {
  constexpr Mistake mistake = Check{}(static_cast<Text*>(nullptr));
  return accept_unless<mistake>(check);
}

}  // namespace partita::model
