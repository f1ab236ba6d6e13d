#include "base/iso_time.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string_view>

namespace partita::base {
namespace {

// The minutes east of Greenwich in "Z", "+02:00" or "-0530".
std::optional<int> parse_offset(const char* text) {
  if (std::string_view(text) == "Z" || std::string_view(text) == "z") return 0;
  char sign = 0;
  int hours = 0, minutes = 0, length = 0;
  const bool read = (std::sscanf(text, "%c%2d:%2d%n", &sign, &hours, &minutes, &length) == 3 && text[length] == '\0') ||
                    (std::sscanf(text, "%c%2d%2d%n", &sign, &hours, &minutes, &length) == 3 && text[length] == '\0');
  if (!read || (sign != '+' && sign != '-')) return std::nullopt;
  return (sign == '+' ? 1 : -1) * (hours * 60 + minutes);
}

// Whether each `0` of the pattern is a digit in the text. sscanf would also take signs and blanks.
bool has_digits(std::string_view text, std::string_view pattern) {
  if (text.size() < pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == '0' && (text[i] < '0' || text[i] > '9')) return false;
  return true;
}

}  // namespace

std::optional<std::int64_t> parse_iso_time(const std::string& text) {
  if (!has_digits(text, "0000-00-00T00:00:00")) return std::nullopt;
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, length = 0;
  if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second, &length) !=
      6)
    return std::nullopt;
  const char* rest = text.c_str() + length;
  int fraction_ms = 0;
  if (*rest == '.') {
    int unit_ms = 100;
    for (++rest; *rest >= '0' && *rest <= '9'; ++rest, unit_ms /= 10) fraction_ms += (*rest - '0') * unit_ms;
  }
  const auto offset = parse_offset(rest);
  using namespace std::chrono;
  const year_month_day date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day)));
  if (!offset || !date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const auto time = sys_days(date) + hours(hour) + minutes(minute - *offset) + seconds(second);
  return duration_cast<milliseconds>(time.time_since_epoch()).count() + fraction_ms;
}

std::string iso_time_text(std::int64_t ms) {
  const std::time_t seconds = ms / 1000 - (ms % 1000 < 0 ? 1 : 0);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds), ms - seconds * 1000);
}

}  // namespace partita::base
