// Exact sums, computed digit by digit over the whole range of both operands.
#include <algorithm>

#include "base/check.h"
#include "value/number.h"

namespace partita::value {
namespace {
// The places reach from the lowest digit of a 38-digit 1E-130 to the carry of the largest number.
constexpr int kLowestPlace = -129 - 38;
constexpr int kPlaces = 126 + 1 - kLowestPlace;
}  // namespace

Result<Number> Number::add(const Number& a, const Number& b, bool subtract) {
  const bool b_negative = b.negative_ != subtract;
  if (b.is_zero()) return a;
  if (a.is_zero()) {
    Number result = b;
    result.negative_ = b_negative;
    return result;
  }
  const bool a_is_larger = a.compare_magnitude(b) >= 0;
  const Number& larger = a_is_larger ? a : b;
  const Number& smaller = a_is_larger ? b : a;
  const int sign = a.negative_ == b_negative ? 1 : -1;

  // sums[i] is the digit at 10^(lowest + i).
  const int lowest = std::min(larger.exponent_ - larger.digit_count_, smaller.exponent_ - smaller.digit_count_);
  const int places = larger.exponent_ + 1 - lowest;
  PARTITA_CHECK(lowest >= kLowestPlace && places <= kPlaces);
  std::array<int, kPlaces> sums{};
  for (int i = 0; i < larger.digit_count_; ++i) sums[larger.exponent_ - 1 - i - lowest] = larger.digits_[i];
  for (int i = 0; i < smaller.digit_count_; ++i) sums[smaller.exponent_ - 1 - i - lowest] += sign * smaller.digits_[i];
  for (int i = 0; i + 1 < places; ++i) {
    const int carry = sums[i] < 0 ? -1 : sums[i] / 10;
    sums[i] -= 10 * carry;
    sums[i + 1] += carry;
  }

  int top = places - 1, bottom = 0;
  while (top >= 0 && sums[top] == 0) --top;
  if (top < 0) return Number();
  while (sums[bottom] == 0) ++bottom;
  Number result;
  result.negative_ = a_is_larger ? a.negative_ : b_negative;
  result.exponent_ = static_cast<std::int16_t>(lowest + top + 1);
  const int digit_count = top - bottom + 1;
  if (digit_count > static_cast<int>(result.digits_.size())) return refuse(Fault::Overflow, {}, NumberReader::Current);
  if (const Fault fault = result.check_range(); fault != Fault::None) return refuse(fault, {}, NumberReader::Current);
  result.digit_count_ = static_cast<std::uint8_t>(digit_count);
  for (int i = 0; i < digit_count; ++i) result.digits_[i] = static_cast<std::uint8_t>(sums[top - i]);
  return result;
}

Result<Number> Number::plus(const Number& other) const { return add(*this, other, false); }
Result<Number> Number::minus(const Number& other) const { return add(*this, other, true); }

}  // namespace partita::value
