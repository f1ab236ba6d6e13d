// Members as data: member_infos, member_index, member.
#include <gtest/gtest.h>
#include <partita/model/detail/members.h>

#include "unit/model/codec/codec_structs.h"

namespace codec_test {
namespace codec_members_test {

struct Base {
  std::string tenant;
};
BOOST_DESCRIBE_STRUCT(Base, (), (tenant))

struct Derived : Base {
  int level = 0;
};
BOOST_DESCRIBE_STRUCT(Derived, (Base), (level))

static_assert(pt::member_infos<Order>.size() == 8);
static_assert(pt::member_index<Order>("status") == 3);
static_assert(pt::member_index<Order>("colour") == pt::kNone);
static_assert(std::is_same_v<pt::member_type<Order, 2>, pt::utc_ms>);

TEST(CodecMembers, AreListedInTheOrderOfTheDescription) {
  const auto& infos = pt::member_infos<Order>;
  EXPECT_EQ(infos[0].name, "customerId");
  EXPECT_EQ(infos[0].attribute, "customerId");
  EXPECT_EQ(infos[0].kind, pt::FieldKind::String);
  EXPECT_TRUE(infos[0].stored);
  EXPECT_EQ(infos[2].kind, pt::FieldKind::Time);
  EXPECT_EQ(infos[4].kind, pt::FieldKind::Integer);
  EXPECT_FALSE(infos[4].optional);
  EXPECT_EQ(infos[6].name, "note");
  EXPECT_EQ(infos[6].kind, pt::FieldKind::String);
  EXPECT_TRUE(infos[6].optional);
  EXPECT_EQ(infos[7].kind, pt::FieldKind::Document);
}

TEST(CodecMembers, HaveTheTextsOfTheirEnumerators) {
  const auto texts = pt::member_infos<Order>[3].enumerators;
  ASSERT_EQ(texts.size(), 3u);
  EXPECT_EQ(texts[0].name, "Created");
  EXPECT_EQ(texts[0].attribute, "Created");
  EXPECT_EQ(texts[0].key, "Created");
  EXPECT_EQ(texts[1].attribute, "paid");
  EXPECT_EQ(texts[1].key, "paid");
  EXPECT_EQ(texts[2].name, "OnHold");
  EXPECT_EQ(texts[2].attribute, "on-hold");
  EXPECT_EQ(texts[2].key, "ON_HOLD");
}

TEST(CodecMembers, AreFoundByNameAtCompileTime) {
  Order order;
  pt::member<"totalCents">(order) = 99;
  EXPECT_EQ(order.totalCents, 99);
  const Order& fixed = order;
  static_assert(std::is_same_v<decltype(pt::member<"totalCents">(fixed)), const std::int64_t&>);
  EXPECT_EQ(&pt::member<"totalCents">(fixed), &order.totalCents);
}

TEST(CodecMembers, OfBasesComeFirst) {
  const auto& infos = pt::member_infos<Derived>;
  ASSERT_EQ(infos.size(), 2u);
  EXPECT_EQ(infos[0].name, "tenant");
  EXPECT_EQ(infos[1].name, "level");
  Derived derived;
  pt::member<"tenant">(derived) = "T1";
  EXPECT_EQ(derived.tenant, "T1");
  EXPECT_EQ(pt::encode_members(derived).value().find("tenant")->s(), "T1");
}

TEST(CodecMembers, OfAnyStructMayHaveOtherAttributeNamesAndDefaults) {
  const Address address{"Rue 1", "75001", "BE"};
  const partita::AttributeValue encoded = pt::encode(address).value();
  EXPECT_EQ(encoded, partita::AttributeValue::map({{"street", "Rue 1"}, {"zipCode", "75001"}, {"country", "BE"}}));
  EXPECT_EQ(pt::decode<Address>(encoded).value(), address);
  EXPECT_EQ(pt::decode<Address>(partita::AttributeValue::map({{"street", "Rue 1"}})).value(),
            (Address{"Rue 1", {}, "FR"}));
}

TEST(CodecMembers, OtherAttributesHaveNoAttributeOfTheirOwn) {
  const auto& others = pt::member_infos<Everything>.back();
  EXPECT_EQ(others.name, "others");
  EXPECT_EQ(others.attribute, "");
  EXPECT_TRUE(others.optional);
  EXPECT_TRUE(pt::carries_other_attributes<Everything>);
  EXPECT_FALSE(pt::carries_other_attributes<Order>);
}

}  // namespace codec_members_test
}  // namespace codec_test
