// The tokens of a statement.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partiql/syntax.h"

namespace partita::partiql {

struct Token {
  enum class Kind : std::uint8_t {
    Name,        // a bare identifier that is no keyword
    QuotedName,  // "..."; `text` is what the quotes enclose
    Keyword,     // `text` in upper case
    Operator,    // = <> < <= > >= + - * / % || and AND OR NOT IN IS LIKE BETWEEN, in upper case; != is <>
    String,      // '...'; `text` is its value
    Number,      // without sign
    Symbol,      // ( ) [ ] { } << >> . , : ; ?
    End
  };
  Kind kind = Kind::End;
  std::string text;
  TokenPlace place;
};

// Splits the text into tokens. The last one is End. Errors: the text of the ValidationException, if a character, a
// comment or a literal cannot be read.
expected<std::vector<Token>, std::string> tokenize(std::string_view text);

}  // namespace partita::partiql
