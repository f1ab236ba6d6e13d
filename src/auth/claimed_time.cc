#include "auth/claimed_time.h"

#include <chrono>

#include "base/text.h"

namespace partita::auth {
namespace {

using namespace std::chrono;

constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
constexpr std::string_view kDays = "MonTueWedThuFriSatSun";

// The number that the decimal digits are, or -1 if there is another character.
int number_of(std::string_view digits) {
  int number = 0;
  for (const char c : digits) {
    if (!base::is_digit(c)) return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

// The position of a name in a list of names of three letters, or -1.
int name_in(std::string_view names, std::string_view name) {
  for (std::size_t at = 0; at < names.size(); at += 3)
    if (names.substr(at, 3) == name) return static_cast<int>(at / 3);
  return -1;
}

// A second of 60 is a leap second.
std::optional<std::int64_t> time_of(int year, int month, int day, int hour, int minute, int second) {
  if (year < 0 || month < 0 || day < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 ||
      second > 60)
    return std::nullopt;
  const year_month_day date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day)));
  if (!date.ok()) return std::nullopt;
  const auto time = sys_days(date) + hours(hour) + minutes(minute) + seconds(second);
  return duration_cast<milliseconds>(time.time_since_epoch()).count();
}

}  // namespace

std::optional<std::int64_t> parse_basic_time(std::string_view text) {
  if (text.size() != 16 || text[8] != 'T' || text[15] != 'Z') return std::nullopt;
  const auto part = [&](std::size_t at, std::size_t size) { return number_of(text.substr(at, size)); };
  return time_of(part(0, 4), part(4, 2), part(6, 2), part(9, 2), part(11, 2), part(13, 2));
}

std::optional<std::int64_t> parse_http_time(std::string_view text) {
  constexpr std::string_view kForm = "Fri, 24 May 2013 00:00:00 GMT";
  if (text.size() != kForm.size() || !text.ends_with(" GMT") || name_in(kDays, text.substr(0, 3)) < 0)
    return std::nullopt;
  for (const std::size_t at : {3u, 4u, 7u, 11u, 16u, 19u, 22u})
    if (text[at] != kForm[at]) return std::nullopt;
  const auto part = [&](std::size_t at, std::size_t size) { return number_of(text.substr(at, size)); };
  return time_of(part(12, 4), name_in(kMonths, text.substr(8, 3)) + 1, part(5, 2), part(17, 2), part(20, 2),
                 part(23, 2));
}

BasicTime::BasicTime(std::int64_t time_ms) {
  const sys_seconds time = floor<seconds>(sys_time<milliseconds>(milliseconds(time_ms)));
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss of_day(time - day);
  const auto put = [&](std::size_t at, std::size_t size, long value) {
    for (std::size_t i = size; i-- > 0; value /= 10) text_[at + i] = static_cast<char>('0' + value % 10);
  };
  put(0, 4, int(date.year()));
  put(4, 2, unsigned(date.month()));
  put(6, 2, unsigned(date.day()));
  text_[8] = 'T';
  put(9, 2, of_day.hours().count());
  put(11, 2, of_day.minutes().count());
  put(13, 2, of_day.seconds().count());
  text_[15] = 'Z';
}

}  // namespace partita::auth
