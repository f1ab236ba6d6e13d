#include "value/float32.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

namespace partita::value {
namespace float32_test {

TEST(Float32, IsTheNearestOfRandomNumbers) {
  std::mt19937_64 random(7);
  const auto digits = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text.push_back(static_cast<char>('0' + random() % 10));
    return text;
  };
  for (int i = 0; i < 20000; ++i) {
    std::string text = (random() % 2 ? "-" : "") + digits(random() % 5) + "." + digits(1 + random() % 20);
    if (random() % 2) text += "e" + std::to_string(static_cast<int>(random() % 60) - 40);
    EXPECT_EQ(to_float32(text), std::strtof(text.c_str(), nullptr)) << text;
  }
}

TEST(Float32, OfTheTextOfAFloatIsTheFloat) {
  std::mt19937 random(8);
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t bits = random();
    float number;
    static_assert(sizeof number == sizeof bits);
    std::memcpy(&number, &bits, sizeof number);
    if (!std::isfinite(number)) continue;
    EXPECT_EQ(to_float32(float32_text(number)), number) << number;
  }
  EXPECT_EQ(float32_text(16777216), "16777216");
  EXPECT_EQ(float32_text(0.1f), "0.1");
}

TEST(Float32, RoundsHalvesToTheEvenNeighbour) {
  EXPECT_EQ(to_float32("16777217"), 16777216.0f);
  EXPECT_EQ(to_float32("16777219"), 16777220.0f);
  EXPECT_EQ(to_float32("1.000000059604644775390625"), 1.0f);
  EXPECT_EQ(to_float32("1.0000000596046447753906250000000000001"), std::nextafter(1.0f, 2.0f));
}

TEST(Float32, EndsAtTheGreatestFloat) {
  EXPECT_EQ(to_float32("3.4028235E38"), std::numeric_limits<float>::max());
  EXPECT_EQ(to_float32("-3.4028235E38"), -std::numeric_limits<float>::max());
  for (const char* beyond : {"3.4028236E38", "-1E39", "9E125", "123456789012345678E24", "-123456789012345678E24"})
    EXPECT_EQ(to_float32(beyond), std::nullopt) << beyond;
}

TEST(Float32, OfANumberThatIsTooSmallIsZero) {
  for (const char* small : {"1E-130", "-1E-60", "0", "-0.0"}) {
    const auto number = to_float32(small);
    ASSERT_TRUE(number) << small;
    EXPECT_EQ(*number, 0.0f) << small;
    EXPECT_FALSE(std::signbit(*number)) << small;
  }
  EXPECT_EQ(to_float32("1E-45"), std::numeric_limits<float>::denorm_min());
}

TEST(Float32, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "x", "NaN", "Infinity", "0x1p3", "1 "})
    EXPECT_EQ(to_float32(text), std::nullopt) << text;
}

}  // namespace float32_test
}  // namespace partita::value
