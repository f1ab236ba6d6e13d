// The words that cannot be identifiers without quotes: those of SQL-92, with the additions of PartiQL.
#pragma once

#include <string_view>

namespace partita::partiql {

// Requires: `word` has no lower-case letters.
bool is_keyword(std::string_view word);
// Whether the keyword is an operator.
bool is_operator_word(std::string_view word);
// Whether the keyword can be the name of a function.
bool is_function_word(std::string_view word);

}  // namespace partita::partiql
