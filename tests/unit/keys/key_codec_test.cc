#include "keys/key_codec.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "unit/support/hex.h"
#include "value/encode.h"

namespace partita::keys {
namespace key_codec_test {

using test::hex;
using test::unhex;

std::string part(const AttributeValue& value) {
  std::string out;
  encode_part(value, out);
  return out;
}

struct Golden {
  const char* name;
  AttributeValue value;
  const char* bytes;
};

// The vectors of keys/FORMAT.md. Bytes on disk never change.
const Golden kGolden[] = {
    {"S", AttributeValue("user#1"), "30 757365722331 0001"},
    {"S with a zero byte", AttributeValue(std::string("a\0b", 3)), "30 61 00ff 62 0001"},
    {"S empty", AttributeValue(""), "30 0001"},
    {"B", AttributeValue::binary(std::string("\x00\xFF\x01", 3)), "40 00ff ff 01 0001"},
    {"N zero", AttributeValue::number("0"), "11"},
    {"N positive", AttributeValue::number("12345.6"), "12 43 03 2f 5b 78"},
    {"N negative", AttributeValue::number("-12345.6"), "10 bc fc d0 a4 87"},
    {"N smallest", AttributeValue::number("1E-130"), "12 00 02"},
    {"N largest", AttributeValue::number("9E125"), "12 7f b4"},
};

TEST(KeyCodec, EveryTypeHasItsGoldenBytes) {
  for (const Golden& golden : kGolden) EXPECT_EQ(hex(part(golden.value)), hex(unhex(golden.bytes))) << golden.name;
}

TEST(KeyCodec, AViewEncodesAsItsValueDoes) {
  for (const Golden& golden : kGolden) {
    std::string encoded, out;
    value::encode_value(golden.value, encoded);
    encode_part(value::ValueView(encoded), out);
    EXPECT_EQ(hex(out), hex(part(golden.value))) << golden.name;
  }
}

TEST(KeyCodec, PartsFollowOneAnotherAndDecode) {
  const std::string bytes = part("a") + part(5) + part(AttributeValue::binary(std::string("\0", 1)));
  std::string_view in = bytes;
  EXPECT_EQ(decode_part(in), AttributeValue("a"));
  EXPECT_EQ(decode_part(in), AttributeValue::number("5"));
  EXPECT_EQ(decode_part(in), AttributeValue::binary(std::string("\0", 1)));
  EXPECT_TRUE(in.empty());
}

TEST(KeyCodec, BytesThatAreNoPartAreRefusedAndStay) {
  for (const char* bytes :
       {"", "30", "30 61", "30 61 00", "30 61 00 02", "40 00 ff", "10", "12 43", "12 43 03", "13", "12 43 00"}) {
    const std::string stored = unhex(bytes);
    std::string_view in = stored;
    EXPECT_FALSE(decode_part(in)) << bytes;
    EXPECT_EQ(in, stored) << bytes;
  }
}

// Few different bytes, so that shared prefixes and neighbours of the escape byte are frequent.
std::string random_bytes(std::mt19937& random) {
  static constexpr char kBytes[] = {'\x00', '\x01', '\x02', 'a', '\xFE', '\xFF'};
  std::string bytes(random() % 5, '\0');
  for (char& byte : bytes) byte = kBytes[random() % std::size(kBytes)];
  return bytes;
}

TEST(KeyCodec, EncodingsSortAsTheContentDoesEvenWithPartsBehindThem) {
  const unsigned seed = 20240501;
  std::mt19937 random(seed);
  for (int i = 0; i < 200000; ++i) {
    const std::string a = random_bytes(random), b = random_bytes(random);
    const auto value = [](const std::string& bytes) { return AttributeValue::binary(bytes); };
    const std::string key_a = part(value(a)) + random_bytes(random), key_b = part(value(b)) + random_bytes(random);
    if (a != b) {
      ASSERT_EQ(key_a < key_b, a < b) << "seed " << seed << ": " << hex(a) << " and " << hex(b);
    }
    std::string_view in = key_a;
    ASSERT_EQ(decode_part(in), value(a)) << "seed " << seed << ": " << hex(a);
  }
}

TEST(KeyCodec, APrefixCoversExactlyThePartsThatBeginWithIt) {
  const unsigned seed = 7;
  std::mt19937 random(seed);
  for (int i = 0; i < 100000; ++i) {
    const std::string prefix = random_bytes(random), content = random_bytes(random);
    std::string lower;
    encode_prefix(AttributeValue::binary(prefix), lower);
    const std::string key = part(AttributeValue::binary(content)), upper = prefix_end(lower);
    const bool inside = lower <= key && key < upper;
    ASSERT_EQ(inside, content.starts_with(prefix)) << "seed " << seed << ": " << hex(prefix) << " and " << hex(content);
  }
}

TEST(KeyCodec, ThePrefixEndIsTheNextStringOfItsLengthOrShorter) {
  EXPECT_EQ(hex(prefix_end(unhex("61"))), "62");
  EXPECT_EQ(hex(prefix_end(unhex("61 ff ff"))), "62");
  EXPECT_EQ(hex(prefix_end(unhex("00 00"))), "0001");
}

}  // namespace key_codec_test
}  // namespace partita::keys
