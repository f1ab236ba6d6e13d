// The tokens of expression text. Each grammar decides which names are its keywords.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace partita::expr {

struct Token {
  enum class Kind : std::uint8_t {
    Name,              // [A-Za-z][A-Za-z0-9_]*
    NamePlaceholder,   // #[A-Za-z0-9_]+
    ValuePlaceholder,  // :[A-Za-z0-9_]+
    Integer,           // [0-9]+
    Symbol,            // = <> < <= > >= ( ) [ ] . , + -
    Unknown,           // any other character
    End
  };
  Kind kind = Kind::End;
  std::string_view text;  // points into the expression, or is "<EOF>" at the end
  std::size_t begin = 0;  // its offset in the expression, in bytes
};

// Splits any text into tokens. The last one is End. A character that no grammar knows becomes a token of kind Unknown.
std::vector<Token> tokenize(std::string_view text);

// Whether the whole text is one token of `kind`.
bool is_token(std::string_view text, Token::Kind kind);

// Compares ASCII letters without their case. Requires: `upper_case` has no lower-case letters.
bool equals_ignoring_case(std::string_view a, std::string_view upper_case);

}  // namespace partita::expr
