// utc_ms is a point in time, in milliseconds since 1970, UTC.
//
// Its text has a fixed width, so that texts sort as the times do: 2026-01-05T10:00:00.000Z.
#pragma once

#include <partita/error.h>
#include <partita/export.h>
#include <partita/model/detail/fixed_string.h>
#include <partita/model/types/date.h>

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

class utc_ms {
 public:
  using time_point = std::chrono::sys_time<std::chrono::milliseconds>;

  constexpr utc_ms() = default;
  constexpr explicit utc_ms(std::int64_t ms_since_1970) : ms_(ms_since_1970) {}
  constexpr utc_ms(time_point time) : ms_(time.time_since_epoch().count()) {}
  // Reads the system's clock.
  PARTITA_API static utc_ms now();

  // Reads "2026-01-05T10:00:00Z", with up to three digits behind a point after the seconds. Other offsets, a second 60,
  // and digits that would have to be cut off are refused with nullopt.
  static constexpr std::optional<utc_ms> parse(std::string_view text);

  constexpr std::int64_t ms() const { return ms_; }
  constexpr time_point time() const { return time_point(std::chrono::milliseconds(ms_)); }
  // True for the years 0000 to 9999, which have a text.
  constexpr bool has_text() const { return ms_ >= kFirst && ms_ <= kLast; }
  // Returns 24 characters. Errors: ValidationException if has_text() is false.
  PARTITA_API Result<std::string> text() const;

  friend constexpr auto operator<=>(utc_ms, utc_ms) = default;
  friend constexpr utc_ms operator+(utc_ms t, std::chrono::milliseconds d) { return utc_ms(t.ms_ + d.count()); }
  friend constexpr utc_ms operator-(utc_ms t, std::chrono::milliseconds d) { return utc_ms(t.ms_ - d.count()); }
  friend constexpr std::chrono::milliseconds operator-(utc_ms a, utc_ms b) {
    return std::chrono::milliseconds(a.ms_ - b.ms_);
  }
  PARTITA_API friend std::ostream& operator<<(std::ostream&, utc_ms);

 private:
  static constexpr std::int64_t kFirst = -62'167'219'200'000;  // 0000-01-01T00:00:00.000Z
  static constexpr std::int64_t kLast = 253'402'300'799'999;   // 9999-12-31T23:59:59.999Z

  std::int64_t ms_ = 0;
};

constexpr std::optional<utc_ms> utc_ms::parse(std::string_view text) {
  if (text.size() < 20 || text[10] != 'T' || text[13] != ':' || text[16] != ':' || text.back() != 'Z')
    return std::nullopt;
  const std::optional<date> day = date::parse(text.substr(0, 10));
  const int hour = detail::digits_at(text, 11, 2), minute = detail::digits_at(text, 14, 2);
  const int second = detail::digits_at(text, 17, 2);
  if (!day || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return std::nullopt;
  int fraction = 0;
  if (text.size() > 20) {
    const std::size_t digits = text.size() - 21;
    if (text[19] != '.' || digits < 1 || digits > 3) return std::nullopt;
    fraction = detail::digits_at(text, 20, digits);
    if (fraction < 0) return std::nullopt;
    for (std::size_t i = digits; i < 3; ++i) fraction *= 10;
  }
  const std::int64_t days = day->days().time_since_epoch().count();
  return utc_ms((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + fraction);
}

namespace literals {
template <fixed_string Text>
constexpr utc_ms operator""_utc() {
  constexpr std::optional<utc_ms> kParsed = utc_ms::parse(Text.view());
  static_assert(kParsed.has_value(), "not a time in UTC: write it as \"2026-01-05T10:00:00Z\"_utc");
  return kParsed.value_or(utc_ms());
}
}  // namespace literals

}  // namespace partita::model

template <>
struct std::hash<partita::model::utc_ms> {
  std::size_t operator()(partita::model::utc_ms t) const noexcept { return std::hash<std::int64_t>()(t.ms()); }
};
