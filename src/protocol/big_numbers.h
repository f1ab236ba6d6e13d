// JSON's numbers have no bounds, the parser's have: what lies beyond is brought within before it parses again.
#pragma once

#include <string>
#include <string_view>

namespace partita::protocol {

// `text` with each integer outside 64 bits, and each other number outside a double, replaced by the nearest one inside.
// All else, malformed numbers too, stays as it is.
std::string within_bounds(std::string_view text);

}  // namespace partita::protocol
