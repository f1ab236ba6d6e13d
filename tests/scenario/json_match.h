// Compares a JSON text with a pattern.
//
// In a pattern, "$any" matches any value, "$absent" as a member requires that the member is missing, and "$starts:text"
// matches a text that begins with this text. "$size:3" matches a text, list or object of that size. A list whose first
// element is "$unordered" matches in any order.
#pragma once

#include <string>
#include <string_view>

namespace partita::test {

enum class Members { Exactly, AtLeast };

// The place and kind of the first difference between `actual` and `pattern`; an empty text if they match.
std::string difference(std::string_view pattern, std::string_view actual, Members members);

}  // namespace partita::test
