// Numbers by value: error texts, integers, order and size.
#include "value/number.h"

#include <algorithm>
#include <limits>

namespace partita::value {

unexpected<Error> Number::refuse(Fault fault, std::string_view text, NumberReader reader) {
  switch (fault) {
    case Fault::TooManyDigits:
      return invalid("Attempting to store more than 38 significant digits in a Number");
    case Fault::Overflow:
      return invalid("Number overflow. Attempting to store a number with magnitude larger than supported range");
    case Fault::Underflow:
      return invalid("Number underflow. Attempting to store a number with magnitude smaller than supported range");
    case Fault::NotANumber:
    case Fault::None:
      break;
  }
  std::string message = "The parameter cannot be converted to a numeric value";
  if (reader == NumberReader::Current || !text.empty()) message.append(": ").append(text);
  return invalid(std::move(message));
}

Number Number::from_int(std::int64_t value) {
  Number number;
  number.negative_ = value < 0;
  std::uint64_t rest = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  std::array<std::uint8_t, 20> reversed;
  int count = 0;
  for (; rest > 0; rest /= 10) reversed[count++] = static_cast<std::uint8_t>(rest % 10);
  number.exponent_ = static_cast<std::int16_t>(count);
  std::reverse_copy(reversed.begin(), reversed.begin() + count, number.digits_.begin());
  while (count > 0 && number.digits_[count - 1] == 0) --count;
  number.digit_count_ = static_cast<std::uint8_t>(count);
  return number;
}

std::optional<std::int64_t> Number::to_int() const {
  if (exponent_ < digit_count_ || exponent_ > 19) return std::nullopt;
  std::uint64_t magnitude = 0;  // 19 digits fit
  for (int i = 0; i < exponent_; ++i) magnitude = magnitude * 10 + (i < digit_count_ ? digits_[i] : 0);
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (magnitude > kMax + (negative_ ? 1 : 0)) return std::nullopt;
  return static_cast<std::int64_t>(negative_ ? 0 - magnitude : magnitude);
}

std::strong_ordering Number::compare_magnitude(const Number& other) const {
  if (is_zero() || other.is_zero()) return other.is_zero() <=> is_zero();
  if (exponent_ != other.exponent_) return exponent_ <=> other.exponent_;
  return std::lexicographical_compare_three_way(digits_.begin(), digits_.begin() + digit_count_, other.digits_.begin(),
                                                other.digits_.begin() + other.digit_count_);
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
  if (a.negative_ != b.negative_) return b.negative_ <=> a.negative_;
  return a.negative_ ? b.compare_magnitude(a) : a.compare_magnitude(b);
}

namespace {
std::size_t size_of_digits(bool negative, int digit_count, int exponent) {
  const int before_point = std::clamp(exponent, 0, digit_count);
  const int behind_point = digit_count - before_point;
  return static_cast<std::size_t>(1 + (negative ? 1 : 0) + (before_point + 1) / 2 + (behind_point + 1) / 2);
}
}  // namespace

std::size_t Number::size_bytes() const { return size_of_digits(negative_, digit_count_, exponent_); }

std::size_t Number::size_bytes(std::string_view encoded) {
  if (encoded.size() == 1) return Number().size_bytes();
  const unsigned char flip = encoded[0] == 0x10 ? 0xFF : 0;
  const auto pair = [&](std::size_t at) { return (static_cast<unsigned char>(encoded[at]) ^ flip) >> 1; };
  const int half_pair_first = pair(2) < 10 ? 1 : 0;
  const int half_pair_last = pair(encoded.size() - 1) % 10 == 0 ? 1 : 0;
  const int exponent = 2 * ((static_cast<unsigned char>(encoded[1]) ^ flip) - 64) - half_pair_first;
  const int digit_count = 2 * static_cast<int>(encoded.size() - 2) - half_pair_first - half_pair_last;
  return size_of_digits(flip != 0, digit_count, exponent);
}

}  // namespace partita::value
