// Sizes as options give them, for example 512M or 2G.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::tools {

// The size in bytes. `text` is digits, then optionally K, M, G, T or P in either case, then optionally B or iB. K is
// 1024. Errors: one line with the fault and the form that is allowed.
expected<std::uint64_t, std::string> parse_size(std::string_view text);

}  // namespace partita::tools
