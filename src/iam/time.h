// Times in policies: the forms of ISO 8601 that the W3C names (https://www.w3.org/TR/NOTE-datetime), or seconds since
// the Unix epoch.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace partita::iam {

// Milliseconds since the epoch. Accepts YYYY, YYYY-MM, YYYY-MM-DD, and YYYY-MM-DDThh:mm, with :ss or :ss.s, followed by
// Z or +hh:mm. Other whole numbers than those with four digits are seconds since the epoch. Returns nullopt for other
// texts.
std::optional<std::int64_t> parse_time(std::string_view text);

// Writes YYYY-MM-DDThh:mm:ssZ to `to`, which has room for 24 characters. Returns the number of characters.
std::size_t write_time(std::int64_t ms, char* to);

}  // namespace partita::iam
