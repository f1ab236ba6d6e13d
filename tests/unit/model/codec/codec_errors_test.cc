// The values that are refused, and the texts of the refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "unit/model/codec/codec_structs.h"

namespace codec_test {
namespace codec_errors_test {

using partita::AttributeMap;
using partita::AttributeValue;

AttributeValue n(const char* text) { return AttributeValue::number(text); }

template <class T>
std::string decode_error(AttributeValue value) {
  const auto decoded = pt::decode<T>(std::move(value));
  return decoded ? "decodes" : decoded.error().message;
}

template <class T>
std::string encode_error(const T& value) {
  const auto encoded = pt::encode(value);
  return encoded ? "encodes" : encoded.error().message;
}

TEST(CodecErrors, OfValuesOfAnotherType) {
  EXPECT_EQ(decode_error<std::string>(n("1")), "the value must be S, but is N");
  EXPECT_EQ(decode_error<std::string>(AttributeValue()), "the value must be S, but is without a type");
  EXPECT_EQ(decode_error<pt::bytes>("x"), "the value must be B, but is S");
  EXPECT_EQ(decode_error<int>("1"), "the value must be N (a whole number), but is S");
  EXPECT_EQ(decode_error<double>(true), "the value must be N, but is BOOL");
  EXPECT_EQ(decode_error<pt::decimal>("1"), "the value must be N, but is S");
  EXPECT_EQ(decode_error<bool>(AttributeValue::null()), "the value must be BOOL, but is NULL");
  EXPECT_EQ(decode_error<pt::utc_ms>(n("1")),
            "the value must be S (a time in UTC, as 2026-01-05T10:00:00.000Z), but is N");
  EXPECT_EQ(decode_error<pt::epoch_seconds>("1"), "the value must be N (whole seconds since 1970), but is S");
  EXPECT_EQ(decode_error<std::vector<int>>(AttributeValue::map()), "the value must be L, but is M");
  EXPECT_EQ((decode_error<std::map<std::string, int>>(AttributeValue::list())), "the value must be M, but is L");
  EXPECT_EQ(decode_error<Address>(AttributeValue::string_set({"x"})), "the value must be M, but is SS");
  EXPECT_EQ(decode_error<std::set<int>>(AttributeValue::string_set({"x"})), "the value must be NS, but is SS");
  EXPECT_EQ(decode_error<pt::string_set>(AttributeValue::binary_set({"x"})), "the value must be SS, but is BS");
  EXPECT_EQ(decode_error<pt::binary_set>(AttributeValue::number_set({"1"})), "the value must be BS, but is NS");
  EXPECT_EQ(decode_error<std::optional<int>>("1"), "the value must be N (a whole number), but is S");
}

TEST(CodecErrors, OfContentThatIsNoValue) {
  EXPECT_EQ(decode_error<std::uint8_t>(n("256")), "the value must be N (a whole number from 0 to 255), but is 256");
  EXPECT_EQ(decode_error<std::uint8_t>(n("-1")), "the value must be N (a whole number from 0 to 255), but is -1");
  EXPECT_EQ(decode_error<std::int8_t>(n("1.5")), "the value must be N (a whole number from -128 to 127), but is 1.5");
  EXPECT_EQ(decode_error<std::int64_t>(n("9223372036854775808")),
            "the value must be N (a whole number from -9223372036854775808 to 9223372036854775807), but is "
            "9223372036854775808");
  EXPECT_EQ(decode_error<double>(n("nan")), "the value must be N (a floating-point number), but is nan");
  EXPECT_EQ(decode_error<float>(n("1E100")), "the value must be N (a floating-point number), but is 1E100");
  EXPECT_EQ(decode_error<pt::decimal>(n("1x")), "the value must be N (a decimal number of up to 38 digits), but is 1x");
  EXPECT_EQ(decode_error<OrderStatus>("Paid"), "the value must be S (one of Created, paid, on-hold), but is \"Paid\"");
  EXPECT_EQ(decode_error<pt::utc_ms>("2026-01-05"),
            "the value must be S (a time in UTC, as 2026-01-05T10:00:00.000Z), but is \"2026-01-05\"");
  EXPECT_EQ(decode_error<pt::date>("2026-02-29"),
            "the value must be S (a calendar date, as 2026-01-05), but is \"2026-02-29\"");
  EXPECT_EQ(decode_error<pt::uuid>("123E4567-E89B-42D3-A456-426614174000"),
            "the value must be S (a UUID in lower case), but is \"123E4567-E89B-42D3-A456-426614174000\"");
  EXPECT_EQ(decode_error<pt::ulid>("01arz3ndektsv4rrffq69g5fav"),
            "the value must be S (a ULID in upper case), but is \"01arz3ndektsv4rrffq69g5fav\"");
  EXPECT_EQ(decode_error<pt::epoch_seconds>(n("1.5")), "the value must be N (whole seconds since 1970), but is 1.5");
  EXPECT_EQ(decode_error<OrderStatus>(std::string(100, 'x')),
            "the value must be S (one of Created, paid, on-hold), but is \"" + std::string(60, 'x') + "...\"");
}

TEST(CodecErrors, OfVariants) {
  EXPECT_EQ(decode_error<Payment>("x"),
            "the value must be M (with one attribute: `card`, `transfer`, `none`), but is S");
  EXPECT_EQ(decode_error<Payment>(AttributeValue::map()),
            "the value must be M (with one attribute: `card`, `transfer`, `none`), but has none");
  EXPECT_EQ(decode_error<Payment>(AttributeValue::map({{"card", "1"}, {"cash", "2"}})),
            "the value must be M (with one attribute: `card`, `transfer`, `none`), but has `card`, `cash`");
  EXPECT_EQ(decode_error<Payment>(AttributeValue::map({{"card", AttributeValue::map()}})),
            "the value's `card.number` is missing");
  EXPECT_EQ(decode_error<Payment>(AttributeValue::map({{"none", "x"}})), "the value's `none` must be NULL, but is S");
}

TEST(CodecErrors, NameThePathToTheValue) {
  AttributeMap item = pt::encode_members(Everything()).value();
  const auto error_with = [&](std::string_view attribute, AttributeValue value) {
    AttributeMap changed = item;
    changed.set(attribute, std::move(value));
    const auto decoded = pt::decode_members<Everything>(std::move(changed));
    return decoded ? "decodes" : decoded.error().message;
  };
  EXPECT_EQ(error_with("number", "x"), "attribute `number` must be N (a whole number), but is S");
  EXPECT_EQ(error_with("home", AttributeValue::map()), "attribute `home.street` is missing");
  EXPECT_EQ(error_with("addresses", AttributeValue::list({AttributeValue::map({{"street", "A"}}), "B"})),
            "attribute `addresses[1]` must be M, but is S");
  EXPECT_EQ(
      error_with("addresses", AttributeValue::list({AttributeValue::map({{"street", "A"}, {"zipCode", n("1")}})})),
      "attribute `addresses[0].zipCode` must be S, but is N");
  EXPECT_EQ(error_with("prices", AttributeValue::map({{"tea", "x"}})), "attribute `prices.tea` must be N, but is S");
  EXPECT_EQ(error_with("numbers", AttributeValue::number_set({"1", "2.5"})),
            "attribute `numbers` has an element that must be N (a whole number from -9223372036854775808 to "
            "9223372036854775807), but is 2.5");
  EXPECT_EQ(error_with("others", "x"), "decodes");
}

TEST(CodecErrors, OfValuesThatTheDatabaseCannotStore) {
  EXPECT_EQ(encode_error(std::nan("")), "the value holds nan, which is not a number that the database can store");
  EXPECT_EQ(encode_error(-HUGE_VAL), "the value holds -inf, which is not a number that the database can store");
  EXPECT_EQ(encode_error(1e126), "the value holds 1e+126, which is not a number that the database can store");
  EXPECT_EQ(encode_error(1e-131), "the value holds 1e-131, which is not a number that the database can store");
  EXPECT_EQ(encode_error(static_cast<OrderStatus>(17)), "the value holds 17, which is not an enumerator");
  EXPECT_EQ(encode_error(pt::utc_ms(253'402'300'800'000)),
            "the value holds the time 253402300800000 ms since 1970, outside of the years 0000 to 9999");
  EXPECT_EQ(encode_error(std::vector<double>{1, std::nan("")}),
            "the value's `[1]` holds nan, which is not a number that the database can store");
  EXPECT_EQ(encode_error(std::map<std::string, double>{{"a", std::nan("")}}),
            "the value's `a` holds nan, which is not a number that the database can store");
  EXPECT_EQ(encode_error(std::set<double>{HUGE_VAL}),
            "the value has an element that holds inf, which is not a number that the database can store");
  EXPECT_EQ(encode_error(std::variant<double, double>(std::in_place_index<1>, std::nan(""))),
            "the value's `feet` holds nan, which is not a number that the database can store");
  Everything everything;
  everything.ratio = std::nan("");
  EXPECT_EQ(pt::encode_members(everything).error().message,
            "attribute `ratio` holds nan, which is not a number that the database can store");
}

// The result must not be a number that the caller did not give.
TEST(CodecErrors, OfWholeNumbersThatAFloatingPointMemberWouldRound) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  EXPECT_EQ(pt::encode_as<double>(kExact).value(), n("9007199254740992"));
  EXPECT_EQ(pt::encode_as<double>(kExact + 1).error().message,
            "the value 9007199254740993 would be rounded: the member cannot hold it exactly");
  EXPECT_EQ(pt::encode_as<double>(kExact + 2).value(), n("9007199254740994"));
  EXPECT_FALSE(pt::encode_as<double>(std::numeric_limits<std::int64_t>::max()));
  EXPECT_FALSE(pt::encode_as<double>(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_TRUE(pt::encode_as<double>(std::numeric_limits<std::int64_t>::min()));
  EXPECT_TRUE(pt::encode_as<float>(16'777'216));
  EXPECT_FALSE(pt::encode_as<float>(16'777'217));
  EXPECT_FALSE(pt::encode_as<float>(-16'777'217));
  EXPECT_FALSE(pt::encode_as<float>(std::numeric_limits<int>::max()));
}

TEST(Codec, NumbersAreReadHoweverTheyAreWritten) {
  EXPECT_EQ(pt::decode<int>(n("5.0")).value(), 5);
  EXPECT_EQ(pt::decode<int>(n("+5E1")).value(), 50);
  EXPECT_EQ(pt::decode<std::uint64_t>(n("18446744073709551615")).value(), 18446744073709551615u);
  EXPECT_EQ(pt::decode<double>(n("1E2")).value(), 100);
  EXPECT_EQ(pt::encode(0.1).value(), n("0.1"));
  EXPECT_EQ(pt::encode(1e22).value(), n("10000000000000000000000"));
  EXPECT_EQ(pt::encode(-0.0).value(), n("0"));
  EXPECT_EQ(pt::encode(0.1f).value(), n("0.1"));
}

}  // namespace codec_errors_test
}  // namespace codec_test
