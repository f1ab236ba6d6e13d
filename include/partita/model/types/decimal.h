// decimal is an exact decimal number, in the form in which the database stores numbers. It has up to 38 significant
// digits and is 0 or of magnitude 1E-130 to 9.99...E+125. Sums of prices are exact.
#pragma once

#include <partita/error.h>
#include <partita/export.h>
#include <partita/model/detail/fixed_string.h>

#include <compare>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace partita::model {

class PARTITA_API decimal {
 public:
  decimal() = default;  // zero
  decimal(std::integral auto value) : text_(std::to_string(value)) {}
  decimal(bool) = delete;

  // Reads texts such as "1", "-1.50", "+1e5" and ".5".
  // Errors: those of the database, for a text that is not a number, has more than 38 significant digits or is out of
  // range.
  static Result<decimal> parse(std::string_view text);

  // Returns the canonical text. It has no exponent, no superfluous zeros and no "-0".
  const std::string& text() const { return text_; }

  // These functions are exact. Errors: ValidationException if the result leaves the range or needs more than 38 digits.
  Result<decimal> plus(const decimal& other) const;
  Result<decimal> minus(const decimal& other) const;
  Result<decimal> times(std::int64_t factor) const;
  decimal operator-() const;

  friend bool operator==(const decimal& a, const decimal& b) { return a.text_ == b.text_; }
  PARTITA_API friend std::strong_ordering operator<=>(const decimal& a, const decimal& b);
  PARTITA_API friend std::ostream& operator<<(std::ostream&, const decimal&);

 private:
  std::string text_ = "0";
};

namespace detail {
// True for digits with at most one point among them, perhaps behind a minus sign. At most 38 digits are allowed.
constexpr bool is_decimal_literal(std::string_view text) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  int digits = 0, points = 0;
  for (const char c : text) {
    if (c == '.') {
      ++points;
    } else if (c >= '0' && c <= '9') {
      ++digits;
    } else {
      return false;
    }
  }
  return digits >= 1 && digits <= 38 && points <= 1;
}
PARTITA_API decimal parsed_decimal(std::string_view literal);
}  // namespace detail

namespace literals {
template <fixed_string Text>
decimal operator""_dec() {
  static_assert(detail::is_decimal_literal(Text.view()),
                "not a decimal number of at most 38 digits: write it as \"-12.50\"_dec");
  return detail::parsed_decimal(Text.view());
}
}  // namespace literals

}  // namespace partita::model

template <>
struct std::hash<partita::model::decimal> {
  std::size_t operator()(const partita::model::decimal& d) const noexcept { return std::hash<std::string>()(d.text()); }
};
