// Times as credentials and HTTP answers write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace partita::client {

// "2026-11-21T06:00:00Z", perhaps with a fraction of a second, or with an offset such as +02:00 for the Z: milliseconds
// since the epoch. Nothing for another text.
std::optional<std::int64_t> parse_time(const std::string& text);

// A Date header: "Sat, 21 Nov 2026 06:00:00 GMT".
std::optional<std::int64_t> parse_http_date(const std::string& text);

}  // namespace partita::client
