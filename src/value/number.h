// Number: DynamoDB's decimal, exact. Up to 38 significant digits; magnitude 0 or 1E-130 to 9.99...E+125.
#pragma once

#include <partita/error.h>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::value {

class Number {
 public:
  Number() = default;  // zero

  // Parses what the service accepts ("1", "-1.50", "+1e5", ".5"), after trimming nothing.
  // Errors: ValidationException with the service's text (not a number, more than 38 significant digits, overflow,
  // underflow), e.g. "The parameter cannot be converted to a numeric value: abc".
  static Result<Number> parse(std::string_view text);
  static Number from_int(std::int64_t value);

  // The canonical text: plain digits where the service prints them so, no leading or trailing zeros, no "-0".
  std::string to_text() const;

  // Exact sum and difference. Errors: ValidationException where the result leaves the range, or needs more than 38
  // digits, which the service calls an overflow too.
  Result<Number> plus(const Number& other) const;
  Result<Number> minus(const Number& other) const;

  // Appends the order-preserving, self-delimiting encoding (keys/FORMAT.md, at most 22 bytes): memcmp on two
  // encodings is the order of the numbers, and equal numbers have equal bytes.
  void encode(std::string& out) const;
  // Takes an encoding off the front of `in`; nullopt where the bytes are not canonical.
  static std::optional<Number> decode(std::string_view& in);
  // The canonical text of encoded bytes, appended to `out`. Requires: they decode.
  static void append_text(std::string_view encoded, std::string& out);
  // The number of encoded bytes where it is whole and its magnitude has at most 64 bits. Requires: they decode.
  struct Whole {
    bool negative = false;  // never with magnitude 0
    std::uint64_t magnitude = 0;
  };
  static std::optional<Whole> whole(std::string_view encoded);

  bool is_zero() const { return digit_count_ == 0; }
  bool is_negative() const { return negative_; }
  // Significant digits, 0 for zero.
  int digit_count() const { return digit_count_; }
  // An integer's value where it is one and fits.
  std::optional<std::int64_t> to_int() const;
  // Bytes that the service counts for it in an item's size: one, one more for a minus sign, and one for each two
  // significant digits before the point and behind it.
  std::size_t size_bytes() const;
  // The same for encoded bytes. Requires: they decode.
  static std::size_t size_bytes(std::string_view encoded);

  friend std::strong_ordering operator<=>(const Number& a, const Number& b);
  friend bool operator==(const Number& a, const Number& b) { return (a <=> b) == 0; }

 private:
  enum class Fault : std::uint8_t { None, NotANumber, TooManyDigits, Overflow, Underflow };
  static Fault parse(std::string_view text, Number& number);
  // Whether a number that is not zero has a magnitude that the service stores.
  Fault check_range() const;
  static unexpected<Error> refuse(Fault fault, std::string_view text);
  static Result<Number> add(const Number& a, const Number& b, bool subtract);
  std::strong_ordering compare_magnitude(const Number& other) const;

  // value = +-0.d1 d2 ... dn x 10^exponent_ with d1 and dn not zero.
  bool negative_ = false;
  std::uint8_t digit_count_ = 0;
  std::int16_t exponent_ = 0;
  std::array<std::uint8_t, 38> digits_{};
};

}  // namespace partita::value
