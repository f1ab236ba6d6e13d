// Structs to attribute maps and back, by example.
#include <partita/model/codec.h>

#include <gtest/gtest.h>

#include "unit/model/codec_structs.h"

namespace codec_test {
namespace {

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

TEST(Codec, DecodesWhatItEncodes) {
  EXPECT_EQ(pt::decode_members<Order>(sample_attributes()).value(), sample_order());
}

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
  EXPECT_EQ(pt::encode_as<std::uint8_t>(300).error().message,
            "the value 300 lies outside of what the member can hold");
  static_assert(!pt::encodable_as<int, OrderStatus>);
  static_assert(!pt::encodable_as<int, std::string>);
  static_assert(!pt::encodable_as<double, std::int64_t>);
  static_assert(!pt::encodable_as<int, bool>);
  static_assert(!pt::encodable_as<bool, int>);
  static_assert(!pt::encodable_as<double, pt::decimal>);
}

}  // namespace
}  // namespace codec_test
