// Structs to attribute maps and back, by example.
#include <gtest/gtest.h>
#include <partita/model/detail/codec.h>

#include "unit/model/codec/codec_structs.h"

namespace codec_test {
namespace codec_test {

using namespace pt::literals;
using partita::AttributeMap;
using partita::AttributeValue;

Order sample_order() {
  return {.customerId = "C1",
          .orderId = "O1",
          .createdAt = "2026-01-05T10:00:00Z"_utc,
          .status = OrderStatus::OnHold,
          .totalCents = 1999,
          .quantity = 2,
          .note = {},
          .skus = {"A", "B"}};
}

AttributeMap sample_attributes() {
  return {{"customerId", "C1"},
          {"orderId", "O1"},
          {"createdAt", "2026-01-05T10:00:00.000Z"},
          {"status", "on-hold"},
          {"totalCents", AttributeValue::number("1999")},
          {"quantity", AttributeValue::number("2")},
          {"skus", AttributeValue::list({"A", "B"})}};
}

TEST(Codec, EncodesMembersAndLeavesEmptyOptionalsOut) {
  EXPECT_EQ(pt::encode_members(sample_order()).value(), sample_attributes());
}

TEST(Codec, DecodesWhatItEncodes) { EXPECT_EQ(pt::decode_members<Order>(sample_attributes()).value(), sample_order()); }

TEST(Codec, UsesTheAttributeNamesOfTheFields) {
  auto fields = pt::member_infos<Order>;
  fields[0].attribute = "customer_id";
  AttributeMap attributes;
  ASSERT_TRUE(pt::encode_members(sample_order(), fields, attributes));
  EXPECT_EQ(attributes.find("customer_id")->s(), "C1");
  EXPECT_FALSE(attributes.contains("customerId"));
  EXPECT_EQ(pt::decode_members<Order>(attributes, fields).value(), sample_order());
}

TEST(Codec, KeepsTheMembersDefaultWhereTheFieldHasOne) {
  auto fields = pt::member_infos<Order>;
  fields[5].has_default = true;
  AttributeMap attributes = sample_attributes();
  attributes.erase("quantity");
  EXPECT_EQ(pt::decode_members<Order>(attributes, fields).value().quantity, 7);
  EXPECT_EQ(pt::decode_members<Order>(attributes).error().message, "attribute `quantity` is missing");
}

TEST(Codec, ReadsNullAsAnEmptyOptional) {
  AttributeMap attributes = sample_attributes();
  attributes.set("note", AttributeValue::null());
  EXPECT_EQ(pt::decode_members<Order>(attributes).value().note, std::nullopt);
}

TEST(Codec, EncodesAValueAsTheMemberWouldBe) {
  EXPECT_EQ(pt::encode_as<std::int64_t>(5).value(), AttributeValue::number("5"));
  EXPECT_EQ(pt::encode_as<std::string>("text").value(), AttributeValue("text"));
  EXPECT_EQ(pt::encode_as<std::string>(std::string_view("text")).value(), AttributeValue("text"));
  EXPECT_EQ(pt::encode_as<std::optional<std::string>>("text").value(), AttributeValue("text"));
  EXPECT_EQ(pt::encode_as<std::optional<int>>(std::optional<int>()).value(), AttributeValue());
  EXPECT_EQ(pt::encode_as<OrderStatus>(OrderStatus::OnHold).value(), AttributeValue("on-hold"));
  EXPECT_EQ(pt::encode_as<double>(2).value(), AttributeValue::number("2"));
  EXPECT_EQ(pt::encode_as<pt::decimal>(12).value(), AttributeValue::number("12"));
  EXPECT_EQ(pt::encode_as<std::uint8_t>(300).error().message, "the value 300 is outside of the range of the member");
  static_assert(!pt::encodable_as<int, OrderStatus>);
  static_assert(!pt::encodable_as<int, std::string>);
  static_assert(!pt::encodable_as<double, std::int64_t>);
  static_assert(!pt::encodable_as<int, bool>);
  static_assert(!pt::encodable_as<bool, int>);
  static_assert(!pt::encodable_as<double, pt::decimal>);
}

struct Note {
  std::string id;
  int stars = 0;
  pt::other_attributes others;
  bool operator==(const Note&) const = default;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, stars, others))

TEST(Codec, OtherAttributesHoldWhatNoMemberNames) {
  const AttributeMap item{{"PK", "NOTE#1"},  {"type", "NOTE"},
                          {"id", "1"},       {"stars", AttributeValue::number("3")},
                          {"colour", "red"}, {"tags", AttributeValue::string_set({"a", "b"})}};
  const std::string_view key[] = {"PK"}, leave_out[] = {"type"};
  const Note note = pt::decode_members<Note>(item, pt::member_infos<Note>, {"NOTE", key, leave_out}).value();
  EXPECT_EQ(note.others.map, (AttributeMap{{"colour", "red"}, {"tags", AttributeValue::string_set({"a", "b"})}}));

  const AttributeMap back = pt::encode_members(note).value();
  EXPECT_EQ(back, (AttributeMap{{"id", "1"},
                                {"stars", AttributeValue::number("3")},
                                {"colour", "red"},
                                {"tags", AttributeValue::string_set({"a", "b"})}}));
  EXPECT_EQ(pt::decode_members<Note>(back).value(), note);
}

TEST(Codec, OtherAttributesMustNotNameAMember) {
  Note note;
  note.others.map.set("stars", "many");
  EXPECT_EQ(pt::encode_members(note).error().message,
            "attribute `stars` is in other_attributes, but belongs to a member");
}

TEST(Codec, AKeyAttributeThatIsAMemberIsStillThereForTheMessage) {
  const AttributeMap item{{"id", "N1"}, {"rank", AttributeValue::number("5")}, {"stars", "many"}};
  const std::string_view key[] = {"id", "rank"};
  EXPECT_EQ(pt::decode_members<Note>(item, pt::member_infos<Note>, {"NOTE", key}).error().message,
            "NOTE {id: \"N1\", rank: 5}: attribute `stars` must be N (a whole number), but is S");
}

TEST(Codec, VariantsAreMapsWithTheAlternativesName) {
  EXPECT_EQ(pt::encode(Payment(Transfer{"DE1"})).value(),
            AttributeValue::map({{"transfer", AttributeValue::map({{"iban", "DE1"}})}}));
  EXPECT_EQ(pt::encode(Payment(std::monostate())).value(), AttributeValue::map({{"none", AttributeValue::null()}}));
  using Either = std::variant<int, std::string>;
  EXPECT_EQ(pt::encode(Either("x")).value(), AttributeValue::map({{"1", "x"}}));
  EXPECT_EQ(pt::decode<Either>(AttributeValue::map({{"1", "x"}})).value(), Either("x"));
  using Length = std::variant<double, double>;
  const Length feet(std::in_place_index<1>, 3);
  EXPECT_EQ(pt::encode(feet).value(), AttributeValue::map({{"feet", AttributeValue::number("3")}}));
  EXPECT_EQ(pt::decode<Length>(AttributeValue::map({{"feet", AttributeValue::number("3")}})).value(), feet);
}

TEST(Codec, EmptyElementsAreNull) {
  const std::vector<std::optional<int>> gaps = {1, std::nullopt};
  EXPECT_EQ(pt::encode(gaps).value(), AttributeValue::list({AttributeValue::number("1"), AttributeValue::null()}));
  const std::map<std::string, std::set<int>> groups = {{"a", {}}, {"b", {2, 10}}};
  EXPECT_EQ(pt::encode(groups).value(),
            AttributeValue::map({{"a", AttributeValue::null()}, {"b", AttributeValue::number_set({"2", "10"})}}));
}

TEST(Codec, SetsHaveTheTypeOfTheirElements) {
  EXPECT_EQ(pt::encode(pt::string_set{"a"}).value(), AttributeValue::string_set({"a"}));
  EXPECT_EQ(pt::encode(std::set<pt::decimal>{1}).value(), AttributeValue::number_set({"1"}));
  EXPECT_EQ(pt::encode(pt::binary_set{pt::bytes("a")}).value(), AttributeValue::binary_set({"a"}));
  EXPECT_EQ(pt::encode(std::set<OrderStatus>{OrderStatus::OnHold}).value(), AttributeValue::string_set({"on-hold"}));
  EXPECT_EQ(pt::encode(pt::string_set()).value(), AttributeValue());
  EXPECT_TRUE(pt::decode<pt::string_set>(AttributeValue()).value().empty());
}

}  // namespace codec_test
}  // namespace codec_test
