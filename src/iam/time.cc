#include "iam/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/text.h"

namespace partita::iam {
namespace {

// Takes the parts of a time from the front of a text.
struct TimeReader {
  std::string_view rest;

  // A number of exactly `digits` digits.
  std::optional<int> number(std::size_t digits) {
    if (rest.size() < digits || !std::ranges::all_of(rest.substr(0, digits), base::is_digit)) return std::nullopt;
    int value = 0;
    std::from_chars(rest.data(), rest.data() + digits, value);
    rest.remove_prefix(digits);
    return value;
  }
  bool take(char c) {
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
    return true;
  }
};

std::optional<std::int64_t> milliseconds_of_fraction(TimeReader& reader) {
  std::int64_t ms = 0, unit = 100;
  std::size_t digits = 0;
  for (; !reader.rest.empty() && base::is_digit(reader.rest[0]); ++digits, unit /= 10) {
    ms += (reader.rest[0] - '0') * unit;
    reader.rest.remove_prefix(1);
  }
  if (digits == 0) return std::nullopt;
  return ms;
}

// The minutes that the zone is ahead of UTC.
std::optional<int> zone_minutes(TimeReader& reader) {
  if (reader.take('Z')) return 0;
  const int sign = reader.rest.starts_with('-') ? -1 : 1;
  if (!reader.take('+') && !reader.take('-')) return std::nullopt;
  const auto hours = reader.number(2);
  if (!hours || *hours > 23 || !reader.take(':')) return std::nullopt;
  const auto minutes = reader.number(2);
  if (!minutes || *minutes > 59) return std::nullopt;
  return sign * (*hours * 60 + *minutes);
}

std::optional<std::int64_t> parse_clock(TimeReader& reader) {
  const auto hours = reader.number(2);
  if (!hours || *hours > 23 || !reader.take(':')) return std::nullopt;
  const auto minutes = reader.number(2);
  if (!minutes || *minutes > 59) return std::nullopt;
  std::int64_t ms = (*hours * 60 + *minutes) * 60'000LL;
  if (reader.take(':')) {
    const auto seconds = reader.number(2);
    if (!seconds || *seconds > 59) return std::nullopt;
    ms += *seconds * 1000LL;
    if (reader.take('.')) {
      const auto fraction = milliseconds_of_fraction(reader);
      if (!fraction) return std::nullopt;
      ms += *fraction;
    }
  }
  const auto zone = zone_minutes(reader);
  if (!zone) return std::nullopt;
  return ms - *zone * 60'000LL;
}

std::optional<std::int64_t> parse_date(TimeReader& reader) {
  using namespace std::chrono;
  const auto year_number = reader.number(4);
  if (!year_number) return std::nullopt;
  int month_number = 1, day_number = 1;
  bool whole_date = false;
  if (reader.take('-')) {
    const auto two = reader.number(2);
    if (!two) return std::nullopt;
    month_number = *two;
    if (reader.take('-')) {
      const auto day_digits = reader.number(2);
      if (!day_digits) return std::nullopt;
      day_number = *day_digits;
      whole_date = true;
    }
  }
  const year_month_day date(year(*year_number), month(static_cast<unsigned>(month_number)),
                            day(static_cast<unsigned>(day_number)));
  if (!date.ok()) return std::nullopt;
  const std::int64_t ms = duration_cast<milliseconds>(sys_days(date).time_since_epoch()).count();
  if (!whole_date || !reader.take('T')) return ms;
  const auto clock = parse_clock(reader);
  if (!clock) return std::nullopt;
  return ms + *clock;
}

}  // namespace

std::optional<std::int64_t> parse_time(std::string_view text) {
  constexpr std::int64_t kMostSeconds = 253'402'300'799;  // the end of the year 9999
  if (text.size() != 4) {
    std::int64_t seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error == std::errc() && end == text.data() + text.size())
      return seconds >= 0 && seconds <= kMostSeconds ? std::optional(seconds * 1000) : std::nullopt;
  }
  TimeReader reader{text};
  const auto ms = parse_date(reader);
  return reader.rest.empty() ? ms : std::nullopt;
}

std::size_t write_time(std::int64_t ms, char* to) {
  using namespace std::chrono;
  const sys_seconds now = floor<seconds>(sys_time<milliseconds>(milliseconds(ms)));
  const auto day = floor<days>(now);
  const year_month_day date(day);
  const hh_mm_ss clock(now - day);
  return fmt::format_to_n(to, 24, "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", int(date.year()), unsigned(date.month()),
                          unsigned(date.day()), clock.hours().count(), clock.minutes().count(), clock.seconds().count())
      .size;
}

}  // namespace partita::iam
