// Sizes as options give them: 512M, 2G.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::tools {

// Digits, then K, M, G, T or P in either case, with B or iB behind it or not; K is 1024. Errors: one line that says what is wrong
// and what form is allowed.
expected<std::uint64_t, std::string> parse_size(std::string_view text);

}  // namespace partita::tools
