// A reference for Number: a sign and 300 decimal digits around a fixed point. It is slow and plain.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

namespace partita::test {

struct FixedDecimal {
  static constexpr std::size_t kWhole = 130, kFraction = 170;
  bool negative = false;
  std::string digits = std::string(kWhole + kFraction, '0');

  // Reads plain decimal notation, without an exponent.
  static FixedDecimal read(std::string_view text) {
    FixedDecimal decimal;
    decimal.negative = text.starts_with('-');
    if (decimal.negative) text.remove_prefix(1);
    const std::size_t point = std::min(text.find('.'), text.size());
    for (std::size_t i = 0; i < point; ++i) decimal.digits[kWhole - point + i] = text[i];
    for (std::size_t i = point + 1; i < text.size(); ++i) decimal.digits[kWhole + i - point - 1] = text[i];
    return decimal;
  }

  bool is_zero() const { return digits.find_first_not_of('0') == std::string::npos; }

  // The number of digits from the first to the last that is not zero.
  std::size_t significant() const {
    return is_zero() ? 0 : digits.find_last_not_of('0') - digits.find_first_not_of('0') + 1;
  }

  // The power of ten of the first digit that is not zero.
  int magnitude() const { return static_cast<int>(kWhole) - 1 - static_cast<int>(digits.find_first_not_of('0')); }

  int compare(const FixedDecimal& other) const {
    if (is_zero() && other.is_zero()) return 0;
    if (negative != other.negative) return negative ? -1 : 1;
    const int order = digits.compare(other.digits);
    return negative ? -order : order;
  }

  FixedDecimal plus(const FixedDecimal& other) const {
    if (negative != other.negative && digits < other.digits) return other.plus(*this);
    FixedDecimal sum = *this;
    int carry = 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
      const int right = other.digits[i] - '0';
      int digit = digits[i] - '0' + (negative == other.negative ? right : -right) + carry;
      carry = digit < 0 ? -1 : digit / 10;
      digit -= carry * 10;
      sum.digits[i] = static_cast<char>('0' + digit);
    }
    return sum;
  }
};

// A number's text. Some are short, some have 38 digits, exponents cover the whole range, and many numbers are close to
// one another.
inline std::string random_number(std::mt19937& random) {
  if (random() % 50 == 0) return "0";
  const int count = random() % 3 == 0 ? 1 + static_cast<int>(random() % 38) : 1 + static_cast<int>(random() % 3);
  std::string text = random() % 2 == 0 ? "-" : "";
  for (int i = 0; i < count; ++i) {
    const char lowest = i == 0 ? '1' : '0';
    text.push_back(random() % 4 == 0 ? '9' : static_cast<char>(lowest + random() % ('9' - lowest + 1)));
    if (i == 0) text.push_back('.');
  }
  const int exponent = random() % 4 == 0 ? static_cast<int>(random() % 256) - 130 : static_cast<int>(random() % 9) - 4;
  return text + "e" + std::to_string(exponent);
}

}  // namespace partita::test
