// Number: an exact decimal as DynamoDB has it, with up to 38 significant digits. Its magnitude is 0 or between 1E-130
// and 9.99...E+125.
#pragma once

#include <partita/error.h>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::value {

// The service has two readers of numbers, one for each layer of ops/rules/layer.h. They refuse the same numbers, with
// other texts for an empty text and for exponents of more than 32 bits.
enum class NumberReader : std::uint8_t {
  Current,  // refuses an exponent of more than 64 bits as text that is no number
  Older,    // works like Java's BigDecimal, so it does the same with more than 32 bits, and the magnitude wraps around
};

class Number {
 public:
  Number() = default;  // zero

  // Parses the texts that the service accepts ("1", "-1.50", "+1e5", ".5"). Blanks are not trimmed. A zero must be in
  // range too, by its written exponent: "0e126" is an overflow. Errors: ValidationException with the text of the
  // service's `reader` (not a number, more than 38 significant digits, overflow, underflow). An example is "The
  // parameter cannot be converted to a numeric value: abc".
  static Result<Number> parse(std::string_view text, NumberReader reader = NumberReader::Current);
  static Number from_int(std::int64_t value);

  // The scale of a number as it is written, in the sense of Java's BigDecimal: the digits behind the point, less the
  // exponent. Numbers that are equal and have one scale are equal decimals. Requires: parse(text) succeeds.
  static std::int64_t scale_of(std::string_view text);

  // The canonical text, in plain decimal notation without superfluous zeros and without "-0".
  std::string to_text() const;

  // Exact sum and difference. Errors: ValidationException if the result is out of range or needs more than 38 digits.
  // The service calls both an overflow. A result that is too small is an underflow.
  Result<Number> plus(const Number& other) const;
  Result<Number> minus(const Number& other) const;

  // Appends the encoding of keys/FORMAT.md, of at most 22 bytes. It marks its own end. The encodings of two numbers
  // compare with memcmp as the numbers do, and equal numbers have equal bytes.
  void encode(std::string& out) const;
  // Takes an encoding off the front of `in`. Returns nullopt if the bytes are not a canonical encoding, and then leaves
  // `in` unchanged.
  static std::optional<Number> decode(std::string_view& in);
  // Appends the canonical text of an encoded number to `out`. Requires: `encoded` is one whole number that decodes.
  static void append_text(std::string_view encoded, std::string& out);
  // The encoded number as an integer. nullopt if it is not whole or if its magnitude needs more than 64 bits. Requires:
  // `encoded` is one whole number that decodes.
  struct Whole {
    bool negative = false;  // never with magnitude 0
    std::uint64_t magnitude = 0;
  };
  static std::optional<Whole> whole(std::string_view encoded);

  bool is_zero() const { return digit_count_ == 0; }
  bool is_negative() const { return negative_; }
  // The number of significant digits. Zero has none.
  int digit_count() const { return digit_count_; }
  // The number as an integer. nullopt if it is not whole or does not fit.
  std::optional<std::int64_t> to_int() const;
  // The bytes that the service counts for the number in an item's size. They are one byte, another one for a minus
  // sign, and one for each two significant digits before the point and after it.
  std::size_t size_bytes() const;
  // The size of an encoded number. Requires: `encoded` is one whole number that decodes.
  static std::size_t size_bytes(std::string_view encoded);

  friend std::strong_ordering operator<=>(const Number& a, const Number& b);
  friend bool operator==(const Number& a, const Number& b) { return (a <=> b) == 0; }

 private:
  enum class Fault : std::uint8_t { None, NotANumber, TooManyDigits, Overflow, Underflow };
  static Fault parse(std::string_view text, NumberReader reader, Number& number);
  // Returns None if the service can store the number's magnitude. Requires: the number is not zero.
  Fault check_range() const { return check_range(exponent_); }
  static Fault check_range(std::int64_t exponent);
  static unexpected<Error> refuse(Fault fault, std::string_view text, NumberReader reader);
  static Result<Number> add(const Number& a, const Number& b, bool subtract);
  std::strong_ordering compare_magnitude(const Number& other) const;

  // The value is +-0.d1 d2 ... dn x 10^exponent_, and d1 and dn are not zero.
  bool negative_ = false;
  std::uint8_t digit_count_ = 0;
  std::int16_t exponent_ = 0;
  std::array<std::uint8_t, 38> digits_{};
};

}  // namespace partita::value
