#include "base/iso_time.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
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

}  // namespace

std::optional<std::int64_t> parse_iso_time(const std::string& text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, length = 0;
  if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second, &length) !=
      6)
    return std::nullopt;
  const char* rest = text.c_str() + length;
  double fraction = 0;
  if (*rest == '.') {
    char* end = nullptr;
    fraction = std::strtod(rest, &end);
    rest = end;
  }
  const auto offset = parse_offset(rest);
  using namespace std::chrono;
  const year_month_day date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day)));
  if (!offset || !date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const auto time = sys_days(date) + hours(hour) + minutes(minute - *offset) + seconds(second);
  return duration_cast<milliseconds>(time.time_since_epoch()).count() + static_cast<std::int64_t>(fraction * 1000);
}

}  // namespace partita::base
