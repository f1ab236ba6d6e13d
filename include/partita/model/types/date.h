// date is a calendar date, 2020-11-25, without a time or a time zone.
#pragma once

#include <partita/export.h>
#include <partita/model/detail/digits.h>
#include <partita/model/detail/fixed_string.h>

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

// A date that exists, of the years 0000 to 9999. A default-made one is 1970-01-01.
class date {
 public:
  constexpr date() = default;

  // These functions return nullopt if no such date exists.
  static constexpr std::optional<date> from(int year, int month, int day) {
    if (year < 0 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
    const std::chrono::year_month_day as_calendar{std::chrono::year(year), std::chrono::month(unsigned(month)),
                                                  std::chrono::day(unsigned(day))};
    return from(as_calendar);
  }
  static constexpr std::optional<date> from(std::chrono::year_month_day day) {
    if (!day.ok() || int(day.year()) < 0 || int(day.year()) > 9999) return std::nullopt;
    return date(day);
  }
  static constexpr std::optional<date> from(std::chrono::sys_days day) {
    constexpr std::chrono::sys_days kFirst{std::chrono::year(0) / 1 / 1}, kLast{std::chrono::year(9999) / 12 / 31};
    if (day < kFirst || day > kLast) return std::nullopt;
    return date(std::chrono::year_month_day(day));
  }
  // Reads exactly ten characters: "2020-11-25".
  static constexpr std::optional<date> parse(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    return from(detail::digits_at(text, 0, 4), detail::digits_at(text, 5, 2), detail::digits_at(text, 8, 2));
  }

  constexpr int year() const { return year_; }
  constexpr int month() const { return month_; }
  constexpr int day() const { return day_; }
  constexpr std::chrono::year_month_day calendar() const {
    return {std::chrono::year(year_), std::chrono::month(month_), std::chrono::day(day_)};
  }
  constexpr std::chrono::sys_days days() const { return calendar(); }
  // Returns ten characters.
  PARTITA_API std::string text() const;

  friend constexpr auto operator<=>(const date&, const date&) = default;
  PARTITA_API friend std::ostream& operator<<(std::ostream&, const date&);

 private:
  constexpr explicit date(std::chrono::year_month_day day)
      : year_(static_cast<std::int16_t>(int(day.year()))),
        month_(static_cast<std::uint8_t>(unsigned(day.month()))),
        day_(static_cast<std::uint8_t>(unsigned(day.day()))) {}

  std::int16_t year_ = 1970;
  std::uint8_t month_ = 1;
  std::uint8_t day_ = 1;
};

namespace literals {
template <fixed_string Text>
constexpr date operator""_date() {
  constexpr std::optional<date> kParsed = date::parse(Text.view());
  static_assert(kParsed.has_value(), "not a calendar date: write it as \"2020-11-25\"_date");
  return kParsed.value_or(date());
}
}  // namespace literals

}  // namespace partita::model

template <>
struct std::hash<partita::model::date> {
  std::size_t operator()(const partita::model::date& d) const noexcept {
    return std::hash<int>()(d.year() * 512 + d.month() * 32 + d.day());
  }
};
