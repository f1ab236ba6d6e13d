// Searching bytes in bytes, in linear time whatever they are: what is searched, and where, comes from requests.
#pragma once

#include <cstdint>
#include <string_view>

namespace partita::expr {

// Whether `text` has `wanted` in it. Adds to `work` the bytes looked at, at most eight for each byte of the two.
bool has_within(std::string_view text, std::string_view wanted, std::uint64_t& work);

}  // namespace partita::expr
