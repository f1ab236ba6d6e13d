// Compares thousands of random numbers with a plain reference.
#include <gtest/gtest.h>

#include "unit/support/hex.h"
#include "unit/value/fixed_decimal.h"
#include "value/number.h"

namespace partita::value {
namespace number_property_test {

using test::FixedDecimal;
using test::random_number;

constexpr unsigned kSeed = 20240502;
constexpr int kRounds = 50000;

std::string encoded(const Number& n) {
  std::string out;
  n.encode(out);
  return out;
}

int sign(std::strong_ordering order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }
int sign(int order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

TEST(NumberProperty, EncodingsSortByValueAndDecodeToTheNumber) {
  std::mt19937 random(kSeed);
  for (int i = 0; i < kRounds; ++i) {
    const std::string text_a = random_number(random), text_b = random_number(random);
    SCOPED_TRACE(text_a + " and " + text_b);
    const Number a = Number::parse(text_a).value(), b = Number::parse(text_b).value();
    const int order = FixedDecimal::read(a.to_text()).compare(FixedDecimal::read(b.to_text()));
    const std::string bytes_a = encoded(a), bytes_b = encoded(b);
    ASSERT_EQ(sign(bytes_a.compare(bytes_b)), sign(order));
    ASSERT_EQ(sign(a <=> b), sign(order));
    ASSERT_EQ(a == b, order == 0);
    ASSERT_LE(bytes_a.size(), 22u);

    const std::string followed = bytes_a + bytes_b;
    std::string_view in = followed;
    const auto decoded = Number::decode(in);
    ASSERT_TRUE(decoded);
    ASSERT_EQ(in, bytes_b);
    ASSERT_EQ(decoded->to_text(), a.to_text());
    ASSERT_EQ(decoded->digit_count(), a.digit_count());
    ASSERT_EQ(Number::parse(a.to_text()).value(), a);
    ASSERT_EQ(Number::size_bytes(bytes_a), a.size_bytes());
    std::string text;
    Number::append_text(bytes_a, text);
    ASSERT_EQ(text, a.to_text());
  }
}

TEST(NumberProperty, SumsAndDifferencesAreExactOrRefused) {
  std::mt19937 random(kSeed);
  int refused = 0;
  for (int i = 0; i < kRounds; ++i) {
    const std::string text_a = random_number(random), text_b = random_number(random);
    SCOPED_TRACE(text_a + " and " + text_b);
    const Number a = Number::parse(text_a).value(), b = Number::parse(text_b).value();
    const bool subtract = random() % 2 == 0;
    FixedDecimal right = FixedDecimal::read(b.to_text());
    if (subtract) right.negative = !right.negative;
    const FixedDecimal expected = FixedDecimal::read(a.to_text()).plus(right);
    const auto result = subtract ? a.minus(b) : a.plus(b);
    const bool fits = expected.is_zero() ||
                      (expected.significant() <= 38 && expected.magnitude() <= 125 && expected.magnitude() >= -130);
    ASSERT_EQ(result.has_value(), fits);
    if (result) {
      ASSERT_EQ(FixedDecimal::read(result->to_text()).compare(expected), 0);
      ASSERT_TRUE(!result->is_zero() || !result->is_negative());
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, kRounds / 100);
}

TEST(NumberProperty, BytesThatDecodeAreTheEncodingOfTheirNumber) {
  std::mt19937 random(kSeed);
  int accepted = 0;
  for (int i = 0; i < kRounds; ++i) {
    std::string bytes = encoded(Number::parse(random_number(random)).value());
    bytes[random() % bytes.size()] = static_cast<char>(random());
    std::string_view in = bytes;
    const auto decoded = Number::decode(in);
    if (!decoded) {
      ASSERT_EQ(in, bytes);
      continue;
    }
    ++accepted;
    ASSERT_EQ(encoded(*decoded), bytes.substr(0, bytes.size() - in.size())) << test::hex(bytes);
  }
  EXPECT_GT(accepted, kRounds / 100);
}

}  // namespace number_property_test
}  // namespace partita::value
