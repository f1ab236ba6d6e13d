#include "value/float32.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <system_error>

#include "value/number.h"
#include "value/wire.h"

namespace partita::value {
namespace {

constexpr int kPairExponentBias = 64;  // of the encoding, see number_codec.cc
constexpr std::size_t kMostPairs = 9;  // 18 digits fit into 64 bits
constexpr int kMostPower = 27;         // 10^27 is exact in a long double of 64 bits

std::optional<float> float_of_text(std::string_view encoded) {
  std::string text;
  Number::append_text(encoded, text);
  float number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  // Only a number below 1 can be too small.
  const bool is_small = text.starts_with("0.") || text.starts_with("-0.");
  if (error == std::errc::result_out_of_range) return is_small ? std::optional(0.0f) : std::nullopt;
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number == 0 ? 0.0f : number;  // never a negative zero
}

long double power_of_ten(int exponent) {
  static const std::array powers = [] {
    std::array<long double, kMostPower + 1> all{1};
    for (std::size_t i = 1; i < all.size(); ++i) all[i] = all[i - 1] * 10;
    return all;
  }();
  return powers[static_cast<std::size_t>(exponent)];
}

// Whether `number` lies half-way between two floats. Then its own rounding could decide between them.
bool is_between_floats(long double number, float nearest) {
  const float beyond = std::nextafter(
      nearest, number > nearest ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity());
  return (static_cast<long double>(nearest) + beyond) / 2 == number;
}

// The number if one exact division or multiplication gives it, as for the numbers of most vectors.
std::optional<float> float_of_digits(std::string_view encoded) {
  const std::size_t pairs = encoded.size() - 2;
  if (pairs > kMostPairs) return std::nullopt;
  const unsigned char flip = static_cast<unsigned char>(encoded[0]) == wire::kNegative ? 0xFF : 0;
  std::uint64_t digits = 0;
  for (std::size_t i = 0; i < pairs; ++i)
    digits = 100 * digits + ((static_cast<unsigned char>(encoded[i + 2]) ^ flip) >> 1);
  const int power = 2 * ((static_cast<unsigned char>(encoded[1]) ^ flip) - kPairExponentBias - static_cast<int>(pairs));
  if (power > kMostPower || power < -kMostPower) return std::nullopt;
  const long double magnitude = power < 0 ? static_cast<long double>(digits) / power_of_ten(-power)
                                          : static_cast<long double>(digits) * power_of_ten(power);
  // 18 digits times 10^27 may be more.
  if (magnitude > std::numeric_limits<float>::max()) return std::nullopt;
  const auto nearest = static_cast<float>(magnitude);
  if (is_between_floats(magnitude, nearest)) return std::nullopt;
  return flip != 0 ? -nearest : nearest;
}

}  // namespace

std::optional<float> to_float32(std::string_view text) {
  const auto number = Number::parse(text);
  if (!number) return std::nullopt;
  std::string encoded;
  number->encode(encoded);
  return float32_of_encoded(encoded);
}

std::optional<float> float32_of_encoded(std::string_view encoded) {
  if (static_cast<unsigned char>(encoded[0]) == wire::kZero) return 0.0f;
  if constexpr (std::numeric_limits<long double>::digits >= 64)
    if (const auto number = float_of_digits(encoded)) return number;
  return float_of_text(encoded);
}

std::string float32_text(float number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

}  // namespace partita::value
