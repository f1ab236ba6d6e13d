// Parsers for times in credentials and HTTP answers. They return milliseconds since the Unix epoch, or nullopt for
// other texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace partita::client {

// Parses "2026-11-21T06:00:00Z". A fraction of a second is allowed, and an offset such as +02:00 in place of the Z.
std::optional<std::int64_t> parse_time(const std::string& text);

// Parses a Date header, for example "Sat, 21 Nov 2026 06:00:00 GMT". Requires: libcurl can be loaded.
std::optional<std::int64_t> parse_http_date(const std::string& text);

}  // namespace partita::client
