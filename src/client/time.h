// The times in HTTP answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace partita::client {

// Parses a Date header, for example "Sat, 21 Nov 2026 06:00:00 GMT", into milliseconds since the Unix epoch, or returns
// nullopt. Requires: libcurl can be loaded.
std::optional<std::int64_t> parse_http_date(const std::string& text);

}  // namespace partita::client
