// The order-preserving encoding of numbers. keys/FORMAT.md describes the bytes.
//
// If a value is +-0.(D1 ... Dn) base 100 x 100^E, its bytes are the lead, E + 64, and each D shifted left by one. The
// lowest bit of a D is set if another D follows. In a negative number, all bytes except the lead are complemented.
#include "base/check.h"
#include "value/number.h"
#include "value/wire.h"

namespace partita::value {
namespace {
constexpr int kExponentBias = 64;
constexpr std::size_t kMaxPairs = 20;  // for 38 digits of which the first is the second one of its pair
constexpr std::size_t kMaxEncodedBytes = 2 + kMaxPairs;
}  // namespace

void Number::encode(std::string& out) const {
  if (is_zero()) return out.push_back(static_cast<char>(wire::kZero));
  const unsigned char flip = negative_ ? 0xFF : 0;
  // If the decimal exponent is odd, the first pair holds a zero and the first digit.
  const int pair_exponent = (exponent_ + 130) / 2 - 65 + (exponent_ & 1);
  const bool starts_low = (exponent_ & 1) != 0;
  std::array<char, kMaxEncodedBytes> bytes;
  std::size_t size = 0;
  bytes[size++] = static_cast<char>(negative_ ? wire::kNegative : wire::kPositive);
  bytes[size++] = static_cast<char>((pair_exponent + kExponentBias) ^ flip);
  int at = starts_low ? -1 : 0;
  for (; at < digit_count_; at += 2) {
    const int high = at < 0 ? 0 : digits_[at];
    const int low = at + 1 < digit_count_ ? digits_[at + 1] : 0;
    const int more = at + 2 < digit_count_ ? 1 : 0;
    bytes[size++] = static_cast<char>((2 * (10 * high + low) + more) ^ flip);
  }
  out.append(bytes.data(), size);
}

std::optional<Number> Number::decode(std::string_view& in) {
  if (in.empty()) return std::nullopt;
  Number number;
  const auto lead = static_cast<unsigned char>(in[0]);
  if (lead == wire::kZero) {
    in.remove_prefix(1);
    return number;
  }
  if ((lead != wire::kNegative && lead != wire::kPositive) || in.size() < 3) return std::nullopt;
  number.negative_ = lead == wire::kNegative;
  const unsigned char flip = number.negative_ ? 0xFF : 0;
  const int biased = static_cast<unsigned char>(in[1]) ^ flip;
  if (biased > 2 * kExponentBias - 1) return std::nullopt;

  std::array<std::uint8_t, 2 * kMaxPairs> digits;
  std::size_t count = 0, at = 2;
  bool more = true;
  for (; more; ++at) {
    if (at == in.size() || count == digits.size()) return std::nullopt;
    const int byte = static_cast<unsigned char>(in[at]) ^ flip;
    const int pair = byte >> 1;
    if (pair > 99) return std::nullopt;
    digits[count++] = static_cast<std::uint8_t>(pair / 10);
    digits[count++] = static_cast<std::uint8_t>(pair % 10);
    more = (byte & 1) != 0;
  }
  // In the canonical form the first and the last pair are not zero, and there are not more digits than a number has.
  const std::size_t skip = digits[0] == 0 ? 1 : 0;
  if (digits[skip] == 0) return std::nullopt;
  if (digits[count - 1] == 0) --count;
  if (digits[count - 1] == 0 || count - skip > number.digits_.size()) return std::nullopt;
  number.digit_count_ = static_cast<std::uint8_t>(count - skip);
  number.exponent_ = static_cast<std::int16_t>(2 * (biased - kExponentBias) - static_cast<int>(skip));
  std::copy(digits.begin() + skip, digits.begin() + count, number.digits_.begin());
  if (number.check_range() != Fault::None) return std::nullopt;
  in.remove_prefix(at);
  return number;
}

std::optional<Number::Whole> Number::whole(std::string_view encoded) {
  const auto lead = static_cast<unsigned char>(encoded[0]);
  if (lead == wire::kZero) return Whole{};
  PARTITA_CHECK(encoded.size() > 2);
  const unsigned char flip = lead == wire::kNegative ? 0xFF : 0;
  const int pairs_before_point = (static_cast<unsigned char>(encoded[1]) ^ flip) - kExponentBias;
  const int pairs = static_cast<int>(encoded.size()) - 2;
  // The last pair is not zero, so the number is whole only if no pair follows the point. 2^64 has ten pairs.
  if (pairs > pairs_before_point || pairs_before_point > 10) return std::nullopt;
  Whole number{.negative = flip != 0};
  for (int i = 0; i < pairs_before_point; ++i) {
    const int pair = i < pairs ? (static_cast<unsigned char>(encoded[static_cast<std::size_t>(i) + 2]) ^ flip) >> 1 : 0;
    if (__builtin_mul_overflow(number.magnitude, std::uint64_t{100}, &number.magnitude) ||
        __builtin_add_overflow(number.magnitude, static_cast<std::uint64_t>(pair), &number.magnitude))
      return std::nullopt;
  }
  return number;
}

}  // namespace partita::value
