// Tokens of expression text. Each grammar decides itself which names are keywords.
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
  std::string_view text;   // points into the expression; "<EOF>" at the end
  std::size_t begin = 0;   // where it stands
};

// The last token is End. Any text has tokens: what the grammar does not know comes out as Unknown, a character each.
std::vector<Token> tokenize(std::string_view text);

// Whether the whole text is one token of the kind.
bool is_token(std::string_view text, Token::Kind kind);

bool equals_ignoring_case(std::string_view a, std::string_view upper_case);

}  // namespace partita::expr
