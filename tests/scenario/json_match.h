// Compares a JSON text with a pattern.
//
// In a pattern "$any" stands for any value, "$absent" as a member for none, "$starts:text" for a text that begins so,
// "$size:3" for a text, list or object of that size, and a list whose first element is "$unordered" matches in any order.
#pragma once

#include <string>
#include <string_view>

namespace partita::test {

enum class Members { Exactly, AtLeast };

// Where `actual` differs from `pattern` and how, or an empty text.
std::string difference(std::string_view pattern, std::string_view actual, Members members);

}  // namespace partita::test
