#include "value/number.h"

#include <gtest/gtest.h>

#include <limits>

namespace partita::value {
namespace number_test {

constexpr const char* kTooManyDigits = "Attempting to store more than 38 significant digits in a Number";
constexpr const char* kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
constexpr const char* kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";
const std::string kDigits38 = "12345678901234567890123456789012345678";

Number number(std::string_view text) {
  auto parsed = Number::parse(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(Number());
}

std::string encoded(const Number& n) {
  std::string out;
  n.encode(out);
  return out;
}

TEST(Number, PrintsWhatItParsedInCanonicalText) {
  const std::string zeros88(88, '0');
  const std::pair<std::string, std::string> cases[] = {
      {"0", "0"},
      {"-0", "0"},
      {"+0", "0"},
      {"0e125", "0"},
      {"-0e-130", "0"},
      {"0.000", "0"},
      {"1", "1"},
      {"+5", "5"},
      {"-7", "-7"},
      {"00042", "42"},
      {"1.0", "1"},
      {"3.1400", "3.14"},
      {"5.", "5"},
      {".5", "0.5"},
      {"+.5", "0.5"},
      {"-.05", "-0.05"},
      {"1.5E2", "150"},
      {"1e+2", "100"},
      {"100", "100"},
      {"120e-1", "12"},
      {"12.345e1", "123.45"},
      {"-17.4E3", "-17400"},
      {"1e-5", "0.00001"},
      {kDigits38, kDigits38},
      {kDigits38 + ".000", kDigits38},
      {"-0." + kDigits38, "-0." + kDigits38},
      {"1E125", "1" + std::string(125, '0')},
      {"9.9999999999999999999999999999999999999E+125", std::string(38, '9') + zeros88},
      {"1E-130", "0." + std::string(129, '0') + "1"},
      {"1" + std::string(500, '0') + "e-500", "1"},
      {"0." + std::string(500, '0') + "1e501", "1"},
  };
  for (const auto& [text, canonical] : cases) EXPECT_EQ(number(text).to_text(), canonical) << text;
}

TEST(Number, RefusesWhatTheServiceRefusesInItsWords) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "The parameter cannot be converted to a numeric value: "},
      {kDigits38 + "9", kTooManyDigits},
      {"-1." + kDigits38, kTooManyDigits},
      {kDigits38 + "9E30", kTooManyDigits},
      {"1E126", kOverflow},
      {"-1E+126", kOverflow},
      {"11e125", kOverflow},
      {"1e2147483647", kOverflow},
      {"1e9223372036854775807", kOverflow},
      {"1e9223372036854775808", "The parameter cannot be converted to a numeric value: 1e9223372036854775808"},
      {"0e126", kOverflow},
      {"0.0e127", kOverflow},
      {"1E-131", kUnderflow},
      {"0.9e-130", kUnderflow},
      {"-1e-9223372036854775808", kUnderflow},
      {"0e-131", kUnderflow},
  };
  for (const auto& [text, message] : cases) {
    const auto parsed = Number::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().message, message) << text;
    EXPECT_EQ(parsed.error().code, ErrorCode::ValidationException);
  }
}

TEST(Number, ReadsExponentsAsJavaInTheOlderReader) {
  const std::string no_number = "The parameter cannot be converted to a numeric value";
  const std::pair<std::string, std::string> cases[] = {
      {"", no_number},
      {"abc", no_number + ": abc"},
      {"1e126", kOverflow},
      {"1e2147483646", kOverflow},
      {"1e2147483647", kUnderflow},  // the magnitude wraps around
      {"0.1e2147483647", kOverflow},
      {"1e2147483648", no_number + ": 1e2147483648"},
      {"1e-2147483647", kUnderflow},
      {"1.5e-2147483647", no_number + ": 1.5e-2147483647"},
  };
  for (const auto& [text, message] : cases) {
    const auto parsed = Number::parse(text, NumberReader::Older);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().message, message) << text;
  }
  EXPECT_EQ(Number::parse("1.5e3", NumberReader::Older)->to_text(), "1500");
}

TEST(Number, RefusesTextThatIsNoNumber) {
  for (const char* text : {"abc", ".",  "-",  "+",   "e5",       "+e2",   "1+2",  "+1+2",  "1.2.3", "++5",  "1e",
                           "1e+", " 5", "5 ", "NaN", "Infinity", "1_000", "0x10", "1e5.0", "-.e1",  "1e+-2"}) {
    const auto parsed = Number::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().message, std::string("The parameter cannot be converted to a numeric value: ") + text);
  }
}

TEST(Number, HasTheScaleOfItsTextAsJavaCountsIt) {
  const std::pair<const char*, std::int64_t> cases[] = {{"1", 0},     {"01", 0},    {"0", 0},       {"0.0", 1},
                                                        {"1.50", 2},  {".5", 1},    {"1.", 0},      {"1E2", -2},
                                                        {"1e+2", -2}, {"1.5E1", 0}, {"-1.5e-3", 4}, {"100", 0}};
  for (const auto& [text, scale] : cases) EXPECT_EQ(Number::scale_of(text), scale) << text;
}

TEST(Number, ConvertsFromAndToIntegers) {
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min(), kMax = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{7}, std::int64_t{-1200}, kMin, kMax}) {
    EXPECT_EQ(Number::from_int(value).to_text(), std::to_string(value));
    EXPECT_EQ(number(std::to_string(value)).to_int(), value);
    EXPECT_EQ(Number::from_int(value), number(std::to_string(value)));
  }
  for (const char* text : {"1.5", "0.1", "9223372036854775808", "-9223372036854775809", "1e19", "1e125"})
    EXPECT_EQ(number(text).to_int(), std::nullopt) << text;
}

TEST(Number, CountsItsSizeAsTheServiceDoes) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"0", 1},
      {"1", 2},
      {"12", 2},
      {"123", 3},
      {"1234", 3},
      {"100", 2},
      {"120", 2},
      {"1e125", 2},
      {"0.1", 2},
      {"1.2", 3},
      {"123.4", 4},
      {"0.0000001", 2},
      {"0.012", 2},
      {"-42", 3},
      {"-0", 1},
      {"-1.5", 4},
      {"12345678901234567890123456789012345678", 20},
      {"1.2345678901234567890123456789012345678", 21},
  };
  for (const auto& [text, size] : cases) {
    EXPECT_EQ(number(text).size_bytes(), size) << text;
    EXPECT_EQ(Number::size_bytes(encoded(number(text))), size) << text << ", encoded";
  }
}

TEST(Number, AddsAndSubtractsExactly) {
  struct Case {
    const char *a, *b, *sum, *difference;
  };
  const Case cases[] = {
      {"1", "2", "3", "-1"},
      {"1", "10000000000000000000000", "10000000000000000000001", "-9999999999999999999999"},
      {"0.1", "0.2", "0.3", "-0.1"},
      {"-5", "5", "0", "-10"},
      {"0", "-3", "-3", "3"},
      {"99", "1", "100", "98"},
      {"1e37", "1", "10000000000000000000000000000000000001", "9999999999999999999999999999999999999"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(number(c.a).plus(number(c.b))->to_text(), c.sum) << c.a << " + " << c.b;
    EXPECT_EQ(number(c.a).minus(number(c.b))->to_text(), c.difference) << c.a << " - " << c.b;
  }
}

// The service calls a result of more than 38 digits an overflow.
TEST(Number, RefusesResultsThatItCannotHold) {
  EXPECT_EQ(number("9e125").plus(number("9e125")).error().message, kOverflow);
  EXPECT_EQ(number("9e125").minus(number("-9e125")).error().message, kOverflow);
  EXPECT_EQ(number("1e50").plus(number("1")).error().message, kOverflow);
  EXPECT_EQ(number("1e50").minus(number("1")).error().message, kOverflow);
  EXPECT_EQ(number("1e38").minus(number("1"))->to_text(), std::string(38, '9'));
  EXPECT_EQ(number("9e125").plus(number("-1e-130")).error().message, kOverflow);
  EXPECT_EQ(number("1.5e-130").minus(number("1.4e-130")).error().message, kUnderflow);
}

}  // namespace number_test
}  // namespace partita::value
