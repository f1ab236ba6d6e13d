// Search for bytes in bytes. It takes linear time for any input, because requests choose both the text and the wanted
// bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace partita::expr {

// Whether `text` contains `wanted`. It adds to `work` the bytes that it looked at, at most eight for each byte of the
// two.
bool has_within(std::string_view text, std::string_view wanted, std::uint64_t& work);

}  // namespace partita::expr
