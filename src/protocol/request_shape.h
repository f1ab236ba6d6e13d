// The shape of a request: its members, the names of attributes, and its expressions with their placeholders, but no
// value of a key, an item or an expression. It can be logged where data must not be.
#pragma once

#include <string>
#include <string_view>

namespace partita::protocol {

// Returns JSON in one line, or a text without quotes if `body` is not a JSON object. A list shows its first members and
// the number of the others. A result of more than `most_bytes` is cut, and ends with "...".
// Literals in expressions and statements, which programs should not write there, become '?'. Throws std::bad_alloc.
std::string request_shape(std::string_view body, std::size_t most_bytes = 2000);

// `text`, an expression or a statement, with '?' in place of its literals. Names in double quotes stay.
std::string without_literals(std::string_view text);

}  // namespace partita::protocol
