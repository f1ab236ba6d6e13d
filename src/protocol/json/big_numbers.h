// Numbers in JSON have no bounds, but the parser's numbers have. This brings a text's numbers within the bounds before
// it is parsed again.
#pragma once

#include <string>
#include <string_view>

namespace partita::protocol {

// Whether `text` is a number of JSON, which is stricter than one of DynamoDB: "+1", "01", "1." and ".5" are refused.
bool is_json_number(std::string_view text);

// Returns `text` with bounded numbers. An integer outside the signed 64 bits becomes the nearest one inside. Another
// number becomes 1e308 or -1e308 if it is too large for a double, and 0.0 if it is too small. The rest of the text,
// malformed numbers too, stays unchanged.
std::string within_bounds(std::string_view text);

}  // namespace partita::protocol
