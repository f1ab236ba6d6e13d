// Texts of times and dates.
#include <partita/model/types/date.h>
#include <partita/model/types/epoch_seconds.h>
#include <partita/model/types/utc_ms.h>

#include <ostream>

namespace partita::model {

std::string date::text() const {
  std::string out;
  detail::append_digits(out, year_, 4);
  out.push_back('-');
  detail::append_digits(out, month_, 2);
  out.push_back('-');
  detail::append_digits(out, day_, 2);
  return out;
}

std::ostream& operator<<(std::ostream& out, const date& d) { return out << d.text(); }

utc_ms utc_ms::now() { return utc_ms(std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now())); }

Result<std::string> utc_ms::text() const {
  if (!has_text())
    return invalid("the time " + std::to_string(ms_) + " ms since 1970 is outside of the years 0000 to 9999");
  const std::chrono::sys_days day = std::chrono::floor<std::chrono::days>(time());
  const std::chrono::hh_mm_ss of_day(time() - day);
  std::string out = date::from(day)->text();
  out.reserve(24);
  out.push_back('T');
  detail::append_digits(out, of_day.hours().count(), 2);
  out.push_back(':');
  detail::append_digits(out, of_day.minutes().count(), 2);
  out.push_back(':');
  detail::append_digits(out, of_day.seconds().count(), 2);
  out.push_back('.');
  detail::append_digits(out, of_day.subseconds().count(), 3);
  out.push_back('Z');
  return out;
}

std::ostream& operator<<(std::ostream& out, utc_ms t) {
  const Result<std::string> text = t.text();
  return text ? out << *text : out << t.ms() << " ms since 1970";
}

std::ostream& operator<<(std::ostream& out, epoch_seconds t) { return out << t.seconds() << " s since 1970"; }

}  // namespace partita::model
