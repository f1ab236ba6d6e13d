#include "model/keys/key_text.h"

#include <gmock/gmock.h>

#include <limits>

#include "model/keys/compose.h"
#include "model/keys/identify.h"
#include "model/keys/parse.h"
#include "model/keys/shards.h"
#include "unit/model/shop.h"

namespace partita::model {
namespace key_text_test {

using testing::ElementsAre;
using testing::HasSubstr;

using market::kItem;
using market::kItemFields;
using market::kItemSk;
using market::kOpenRange;
using market::kOrder;
using market::kOrderFields;
using market::kStatus;
using market::kTable;

FieldInfo field(FieldKind kind) { return {"f", "f", kind, false, true, kStatus}; }

struct TextCase {
  KeyPart part;
  FieldKind kind;
  AttributeValue value;
  std::string text;  // or the error's text
  bool fails = false;
};

KeyPart format(KeyFormat f, int width = 0) {
  return {.field = 0, .format = f, .width = static_cast<std::uint8_t>(width)};
}

TEST(KeyText, formats) {
  const std::string time = "2026-01-05T10:20:30.007Z";
  const auto plain = format(KeyFormat::Plain);
  const auto min = std::numeric_limits<std::int64_t>::min();
  const auto max = std::numeric_limits<std::int64_t>::max();
  const TextCase cases[] = {
      {plain, FieldKind::String, "C1", "C1"},
      {plain, FieldKind::String, "a#b$c d", "a$23b$24c$20d"},
      {plain, FieldKind::String, "", "it is empty", true},
      {plain, FieldKind::String, 5, "must be a string", true},
      {{.field = 0, .escape = Escape::Raw}, FieldKind::String, "a#b", "a#b"},
      {{.field = 0, .escape = Escape::Reject}, FieldKind::String, "ab", "ab"},
      {{.field = 0, .escape = Escape::Reject}, FieldKind::String, "a b", "would have to be escaped", true},
      {{.field = 0, .must_begin = "prod_"}, FieldKind::String, "prod_1", "prod_1"},
      {{.field = 0, .must_begin = "prod_"}, FieldKind::String, "ord_1", "must begin with \"prod_\"", true},
      {plain, FieldKind::Enum, "open", "OPEN"},
      {plain, FieldKind::Enum, "in hand", "IN$20HAND"},
      {plain, FieldKind::Enum, "OPEN", "no enumerator has the text \"OPEN\"", true},
      {plain, FieldKind::Bool, true, "true"},
      {plain, FieldKind::Bool, false, "false"},
      {plain, FieldKind::Bool, "true", "must be a boolean", true},
      {plain, FieldKind::Bytes, AttributeValue::binary(std::string("\0#\xff", 3)), "0023ff"},
      {plain, FieldKind::Integer, -42, "-42"},
      {plain, FieldKind::Double, AttributeValue::number("1.5"), "no text that sorts", true},
      {plain, FieldKind::Decimal, AttributeValue::number("1.5"), "no text that sorts", true},
      {plain, FieldKind::Document, AttributeValue::map(), "no text that sorts", true},
      {plain, FieldKind::Time, time, time},
      {plain, FieldKind::Time, "2026-01-05T10:20:30Z", "must be a time", true},
      {plain, FieldKind::Time, "2026-13-05T10:20:30.000Z", "must be a time", true},
      {plain, FieldKind::Date, "2026-01-05", "2026-01-05"},
      {plain, FieldKind::Uuid, "0b0e7dd2-0000-4000-8000-00000000abcd", "0b0e7dd2-0000-4000-8000-00000000abcd"},
      {plain, FieldKind::Uuid, "0B0E7DD2-0000-4000-8000-00000000ABCD", "must be a UUID", true},
      {plain, FieldKind::Ulid, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
      {plain, FieldKind::Ulid, "81ARZ3NDEKTSV4RRFFQ69G5FAV", "must be a ULID", true},
      {format(KeyFormat::Year), FieldKind::Time, time, "2026"},
      {format(KeyFormat::Month), FieldKind::Date, "2026-01-05", "2026-01"},
      {format(KeyFormat::Day), FieldKind::Time, time, "2026-01-05"},
      {format(KeyFormat::Hour), FieldKind::Time, time, "2026-01-05T10"},
      {format(KeyFormat::Hour), FieldKind::Date, "2026-01-05", "not a time with such a part", true},
      {format(KeyFormat::Day), FieldKind::Integer, 5, "not a time with such a part", true},
      {format(KeyFormat::Padded, 5), FieldKind::Integer, 42, "00042"},
      {format(KeyFormat::Padded, 5), FieldKind::Integer, AttributeValue::number("4.2E+1"), "00042"},
      {format(KeyFormat::Padded, 5), FieldKind::Integer, 99999, "99999"},
      {format(KeyFormat::Padded, 5), FieldKind::Integer, 100000, "100000 has more than 5 digits", true},
      {format(KeyFormat::Padded, 19), FieldKind::Integer, -1, "-1 is negative; {f:s019d} keeps", true},
      {format(KeyFormat::Padded, 19), FieldKind::Integer, AttributeValue::number("1.5"), "a whole number", true},
      {format(KeyFormat::Padded, 19), FieldKind::Integer, AttributeValue::number("9223372036854775808"), "a whole",
       true},
      {format(KeyFormat::Padded, 20), FieldKind::Unsigned, std::numeric_limits<std::uint64_t>::max(),
       "18446744073709551615"},
      {format(KeyFormat::Padded, 25), FieldKind::Seconds, 7, "0000000000000000000000007"},
      {format(KeyFormat::Padded, 5), FieldKind::String, "1", "only a whole number can be padded", true},
      {format(KeyFormat::SignedPadded, 19), FieldKind::Integer, min, "00776627963145224191"},
      {format(KeyFormat::SignedPadded, 19), FieldKind::Integer, min + 1, "00776627963145224192"},
      {format(KeyFormat::SignedPadded, 19), FieldKind::Integer, -1, "09999999999999999998"},
      {format(KeyFormat::SignedPadded, 19), FieldKind::Integer, 0, "10000000000000000000"},
      {format(KeyFormat::SignedPadded, 19), FieldKind::Integer, max, "19223372036854775807"},
      {format(KeyFormat::SignedPadded, 2), FieldKind::Integer, -100, "-100 has more than 2 digits", true},
      {{.field = 0, .format = KeyFormat::Shard, .shards = 5}, FieldKind::String, "a", "0"},
  };
  for (const TextCase& c : cases) {
    const auto text = key_text(c.part, field(c.kind), c.value);
    if (c.fails) {
      ASSERT_FALSE(text) << *text;
      EXPECT_THAT(text.error().message, HasSubstr("The field f cannot be in a key: "));
      EXPECT_THAT(text.error().message, HasSubstr(c.text));
    } else {
      ASSERT_TRUE(text) << text.error().message;
      EXPECT_EQ(*text, c.text);
    }
  }
}

TEST(KeyText, a_shard_is_fnv_1a_of_the_text) {
  EXPECT_EQ(shard_of("", 1'000'000'000), static_cast<int>(2166136261u % 1'000'000'000u));
  EXPECT_EQ(shard_of("foobar", 1'000'000'000), static_cast<int>(0xbf9cf968u % 1'000'000'000u));
}

AttributeMap order() {
  return {{"customerId", "C1"}, {"orderId", "O1"}, {"createdAt", "2026-01-05T10:00:00.000Z"}, {"st", "open"}};
}

TEST(ComposeAll, writes_the_keys_of_every_index_in_which_the_item_stands) {
  const auto keys = compose_all(kTable, kOrder, order()).value();
  EXPECT_EQ(keys.present, (AttributeMap{{"PK", "CUST#C1"},
                                        {"SK", "ORDER#O1"},
                                        {"GSI1PK", "CUST#C1"},
                                        {"GSI1SK", "ORDER#2026-01-05T10:00:00.000Z#O1"},
                                        {"st", "open"},
                                        {"shard", shard_of("O1", 5)},
                                        {"createdAt", "2026-01-05T10:00:00.000Z"}}));
  // GSI1SK belongs to the second index too, but the first one needs it.
  EXPECT_THAT(keys.absent, ElementsAre("GSI2PK"));
}

TEST(ComposeAll, an_index_whose_condition_fails_loses_its_own_attributes_and_no_field) {
  auto values = order();
  values.set("st", "in hand");
  values.set("shard", 3);
  values.set("coupon", "X");
  const auto keys = compose_all(kTable, kOrder, values).value();
  EXPECT_FALSE(keys.present.contains("shard"));
  EXPECT_EQ(keys.present.find("GSI2PK")->s(), "COUPON#X");
  EXPECT_THAT(keys.absent, ElementsAre("shard"));
}

TEST(ComposeAll, a_given_shard_is_kept) {
  auto values = order();
  values.set("shard", 4);
  EXPECT_EQ(*compose_all(kTable, kOrder, values).value().present.find("shard"), AttributeValue(4));
  values.set("shard", 5);
  EXPECT_THAT(compose_all(kTable, kOrder, values).error().message, HasSubstr("from 0 to 4"));
}

TEST(ComposeAll, an_absent_field_of_the_primary_key_is_named) {
  auto values = order();
  values.erase("orderId");
  EXPECT_EQ(compose_all(kTable, kOrder, values).error().message,
            "The field orderId is missing: the primary key of ORDER needs it");
}

TEST(ComposeAll, too_long_a_key_names_the_field_that_fills_it) {
  auto values = order();
  values.set("orderId", std::string(1024 - 6, 'x'));
  EXPECT_TRUE(compose_primary(kOrder, values));
  values.set("orderId", std::string(1025 - 6, 'x'));
  EXPECT_EQ(compose_primary(kOrder, values).error().message,
            "The sort key SK would have 1025 bytes, of which the field orderId fills the most: the limit is 1024");
  values = order();
  values.set("customerId", std::string(700, '#'));
  EXPECT_THAT(compose_primary(kOrder, values).error().message, HasSubstr("The partition key PK would have 2105 bytes"));
}

TEST(Compose, a_natural_key_is_the_value_as_stored) {
  const auto key = [](const AttributeMap& values) {
    return compose(kOpenRange[0], KeyRole::Sort, kOrderFields, values);
  };
  EXPECT_EQ(*key(order()).value(), AttributeValue("2026-01-05T10:00:00.000Z"));
  EXPECT_FALSE(key({}).value());
  EXPECT_THAT(key({{"createdAt", 5}}).error().message, HasSubstr("its type must be S"));
  EXPECT_THAT(key({{"createdAt", ""}}).error().message, HasSubstr("it is empty"));
}

TEST(Parse, refuses_what_the_template_never_writes) {
  for (const char* key : {"ORDER#", "ORDER#O1#", "ORDER#O1#ITEM#", "ORDER#O1#ITEM#1", "ORDER#O1#ITEM#0001",
                          "ORDER#O1#ITEM#00x", "ORDER##ITEM#001", "ORDER#O$1#ITEM#001", "ORDER#O$41#ITEM#001",
                          "ORDER#O 1#ITEM#001", "ORDER#O1#ITEM#001#", "order#O1#ITEM#001"}) {
    AttributeMap read;
    EXPECT_FALSE(parse(kItemSk[0], kItemFields, key, read)) << key;
    EXPECT_EQ(read, AttributeMap{}) << key;
  }
  AttributeMap other{{"orderId", "O2"}};
  EXPECT_FALSE(parse(kItemSk[0], kItemFields, "ORDER#O1#ITEM#001", other));
  AttributeMap same{{"orderId", "O1"}};
  EXPECT_TRUE(parse(kItemSk[0], kItemFields, "ORDER#O1#ITEM#001", same));
  EXPECT_EQ(*same.find("line"), AttributeValue(1));
}

TEST(Parse, a_raw_field_may_hold_the_delimiter) {
  constexpr FieldInfo fields[] = {{"a", "a", FieldKind::String}, {"b", "b", FieldKind::String}};
  constexpr KeyPart parts[] = {{.field = 0, .escape = Escape::Raw}, {.literal = "#B#"}, {.field = 1}};
  AttributeMap read;
  EXPECT_TRUE(parse({.attribute = "SK", .value = {"", parts}}, fields, "x#y#B#z", read));
  EXPECT_EQ(read, (AttributeMap{{"a", "x#y"}, {"b", "z"}}));
}

TEST(Parse, a_cut_time_must_agree_with_the_field) {
  constexpr KeyPart parts[] = {{.literal = "D#"}, {.field = 2, .format = KeyFormat::Day}};
  const KeyAttribute key{.attribute = "SK", .value = {"D#{createdAt:day}", parts}};
  auto values = order();
  EXPECT_TRUE(parse(key, kOrderFields, "D#2026-01-05", values));
  EXPECT_FALSE(parse(key, kOrderFields, "D#2026-01-06", values));
  AttributeMap none;
  EXPECT_TRUE(parse(key, kOrderFields, "D#2026-01-06", none));
  EXPECT_TRUE(none.empty());
  EXPECT_FALSE(parse(key, kOrderFields, "D#2026-1-06", none));
}

TEST(Identify, by_the_type_tag_or_by_the_shape_of_the_key) {
  AttributeMap tagged{{"type", "ORDER"}, {"PK", "CUST#C$201"}, {"SK", "ORDER#O1"}};
  EXPECT_EQ(identify(kTable, tagged), &kOrder);
  EXPECT_EQ(*tagged.find("customerId"), AttributeValue("C 1"));
  AttributeMap shaped{{"PK", "CUST#C1"}, {"SK", "ORDER#O1#ITEM#007"}};
  EXPECT_EQ(identify(kTable, shaped), &kItem);
  EXPECT_EQ(*shaped.find("line"), AttributeValue(7));
  AttributeMap foreign{{"PK", "CUST#C1"}, {"SK", "BASKET#C1"}};
  EXPECT_EQ(identify(kTable, foreign), nullptr);
  AttributeMap other_tag{{"type", "INVOICE"}, {"PK", "CUST#C1"}, {"SK", "ORDER#O1"}};
  EXPECT_EQ(identify(kTable, other_tag), nullptr);
  AttributeMap bad_key{{"type", "ITEM"}, {"PK", "CUST#C1"}, {"SK", "odd"}};
  EXPECT_EQ(identify(kTable, bad_key), &kItem);
  EXPECT_FALSE(bad_key.contains("customerId"));
}

}  // namespace key_text_test
}  // namespace partita::model
