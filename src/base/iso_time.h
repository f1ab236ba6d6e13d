// Reads and writes times in the extended format of ISO 8601.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace partita::base {

// Parses "2026-11-21T06:00:00Z" into milliseconds since the Unix epoch, or returns nullopt for another text. A fraction
// of a second is allowed, and an offset such as +02:00 in place of the Z.
std::optional<std::int64_t> parse_iso_time(const std::string& text);

// The time as "2026-11-21T06:00:00.000Z". Takes milliseconds since the Unix epoch.
std::string iso_time_text(std::int64_t ms);

}  // namespace partita::base
