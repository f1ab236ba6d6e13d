// The times in signed requests and in the texts about them, in milliseconds since the Unix epoch.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace partita::auth {

// Reads the basic format of ISO 8601, such as 20130524T000000Z. Returns nullopt for any other text.
std::optional<std::int64_t> parse_basic_time(std::string_view text);

// Reads a Date header in the form of RFC 1123, such as "Fri, 24 May 2013 00:00:00 GMT". The name of the day is not
// compared with the date. Returns nullopt for any other text.
std::optional<std::int64_t> parse_http_time(std::string_view text);

// The text of a time in the basic format. The view of it is valid as long as the object.
class BasicTime {
 public:
  // Requires: the time lies in the years 0 to 9999.
  explicit BasicTime(std::int64_t time_ms);
  std::string_view text() const { return {text_.data(), text_.size()}; }
  std::string_view date() const { return text().substr(0, 8); }

 private:
  std::array<char, 16> text_;
};

}  // namespace partita::auth
