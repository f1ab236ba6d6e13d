// A struct filled from an item's bytes must have the same values, or give the same errors, as the same struct filled
// from the item's attributes.
#include <gtest/gtest.h>
#include <partita/item.h>

#include <cmath>
#include <random>

#include "model/codec/stored_attributes.h"
#include "unit/model/codec/codec_structs.h"
#include "unit/value/random_item.h"

namespace codec_test {
namespace codec_stored_test {

using partita::AttributeMap;
using partita::AttributeValue;
using partita::Item;
using Random = std::mt19937;

constexpr std::string_view kKey[] = {"PK", "SK"}, kLeaveOut[] = {"PK", "SK", "type"};
constexpr pt::ItemContext kContext{.entity = "THING", .key = kKey, .leave_out = kLeaveOut};

// The Everything that the attributes make, or the error.
partita::Result<Everything> from_item(const Item& item, const AttributeMap& more = {}) {
  partita::Result<Everything> out;
  if (auto done = pt::decode_members_into(*out, item, more, pt::member_infos<Everything>, kContext); !done)
    out = partita::unexpected(done.error());
  return out;
}
partita::Result<Everything> from_attributes(const AttributeMap& attributes) {
  return pt::decode_members<Everything>(attributes, pt::member_infos<Everything>, kContext);
}

void expect_same(const partita::Result<Everything>& left, const partita::Result<Everything>& right) {
  ASSERT_EQ(left.has_value(), right.has_value()) << (left ? right : left).error().message;
  if (left)
    EXPECT_EQ(*left, *right);
  else
    EXPECT_EQ(left.error().message, right.error().message);
}

Everything sample(Random& random) {
  Everything e;
  e.text = partita::test::random_text(random);
  e.tiny = static_cast<std::int8_t>(random());
  e.large = static_cast<long long>((std::uint64_t{random()} << 32) | random());
  e.huge = (std::uint64_t{random()} << 32) | random();
  e.ratio = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 100);
  e.price = pt::decimal::parse(partita::test::random_canonical_number(random)).value();
  e.blob = pt::bytes(partita::test::random_binary(random));
  e.status = static_cast<OrderStatus>(random() % 3);
  e.at = pt::utc_ms(random());
  if (random() % 2) e.maybe = static_cast<int>(random());
  e.addresses = {{"A", "1", "FR"}, {partita::test::random_text(random), {}, "BE"}};
  e.gaps = {1, std::nullopt};
  e.flags = {true, false};
  e.prices = {{"tea", e.price}};
  e.groups = {{"none", {}}, {"some", {static_cast<int>(random()), 2}}};
  e.names = {"n", partita::test::random_text(random)};
  e.numbers = {static_cast<std::int64_t>(random()), -7};
  e.amounts = {e.price};
  e.blobs = {pt::bytes(std::string("\0\xff", 2))};
  e.statuses = {OrderStatus::Paid};
  const Payment payments[] = {Card{"4711"}, Transfer{"DE1"}, std::monostate()};
  e.payment = payments[random() % 3];
  if (random() % 2) e.either = partita::test::random_text(random);
  e.tree = {"root", {{"leaf", {}}, {"branch", {{"leaf", {}}}}}};
  e.others.map = {{"zz", partita::test::random_value(random, 2)}};
  return e;
}

// An item of the struct, of which another program removed, replaced or added some attributes.
AttributeMap spoiled(Random& random, const Everything& e) {
  AttributeMap item = pt::encode_members(e).value();
  item.set("PK", partita::test::random_text(random) + "#");
  item.set("SK", 7);
  if (random() % 2) item.set("type", "THING");
  for (unsigned i = random() % 3; i > 0; --i) {
    const auto& fields = pt::member_infos<Everything>;
    const std::string_view field = fields[random() % (fields.size() - 1)].attribute;
    if (random() % 3 == 0)
      item.erase(field);
    else
      item.set(field, partita::test::random_value(random, 2));
  }
  if (random() % 3 == 0)
    item.set("other " + partita::test::random_text(random), partita::test::random_value(random, 3));
  return item;
}

TEST(CodecStored, AnItemsBytesGiveWhatItsAttributesGive) {
  Random random(20261122);
  int decoded = 0, refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const AttributeMap attributes = spoiled(random, sample(random));
    const Item item(attributes);
    const auto left = from_item(item), right = from_attributes(item.to_map());
    expect_same(left, right);
    ++(left ? decoded : refused);
    if (HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(decoded, 1000);
  EXPECT_GT(refused, 1000);
}

TEST(CodecStored, AttributesMayBePartlyInTheItem) {
  Random random(7);
  for (int round = 0; round < 1000; ++round) {
    const AttributeMap attributes = spoiled(random, sample(random));
    const AttributeMap whole = Item(attributes).to_map();
    AttributeMap stored, more;
    for (const auto& attribute : whole) (random() % 2 ? stored : more).set(attribute.name, attribute.value);
    // Values that were read from the keys win over attributes.
    for (const auto& attribute : more)
      if (random() % 8 == 0) stored.set(attribute.name, "not this one");
    expect_same(from_item(Item(stored), more), from_attributes(whole));
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(CodecStored, AViewIsTheValueThatItViews) {
  Random random(11);
  for (int round = 0; round < 2000; ++round) {
    const AttributeMap attributes{{"a", partita::test::random_value(random, 4)}};
    const Item item(attributes);
    const AttributeMap decoded = item.to_map();
    const pt::StoredAttributes stored(item, {});
    const pt::StoredValue plain(*decoded.find("a"));
    EXPECT_EQ(stored.find("a")->type(), plain.type());
    EXPECT_EQ(stored.find("a")->to_value(), *decoded.find("a"));
    EXPECT_EQ(plain.to_value(), *decoded.find("a"));
    EXPECT_EQ(stored.find("b"), nullptr);
  }
}

TEST(CodecStored, AnAttributeIsFoundWhereverTheItemBeforeHadIt) {
  Random random(13);
  std::vector<std::string> names;
  for (int i = 0; i < 30; ++i) names.push_back("attribute " + std::to_string(i));
  pt::StoredAttributes stored;
  for (int round = 0; round < 1000; ++round) {
    AttributeMap attributes;
    const unsigned among = random() % 3 + 1;
    for (const std::string& name : names)
      if (random() % among == 0) attributes.set(name, name);
    const Item item(attributes);
    stored.assign(item);
    for (const std::string& name : names) {
      const pt::StoredValue* const found = stored.find(name);
      ASSERT_EQ(found != nullptr, attributes.contains(name)) << "round " << round;
      if (found) {
        EXPECT_EQ(found->text(), name) << "round " << round;
      }
    }
  }
}

TEST(CodecStored, WholeNumbersAreReadFromTheirEncoding) {
  const auto stored = [](const char* text, auto read) {
    const Item item(AttributeMap{{"n", AttributeValue::number(text)}});
    return read(*pt::StoredAttributes(item, {}).find("n"));
  };
  const auto as_signed = [](const pt::StoredValue& n) { return n.signed_number(); };
  const auto as_unsigned = [](const pt::StoredValue& n) { return n.unsigned_number(); };
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{10}, std::int64_t{-100},
                               std::int64_t{123456789}, std::int64_t{-1'000'000'000'000}, INT64_MAX, INT64_MIN})
    EXPECT_EQ(stored(std::to_string(n).c_str(), as_signed), n);
  EXPECT_EQ(stored("18446744073709551615", as_unsigned), UINT64_MAX);
  EXPECT_EQ(stored("9223372036854775808", as_unsigned), std::uint64_t{1} << 63);
  EXPECT_EQ(stored("9223372036854775808", as_signed), std::nullopt);
  EXPECT_EQ(stored("-9223372036854775809", as_signed), std::nullopt);
  for (const char* text : {"18446744073709551616", "1E20", "1E125", "-1", "0.5", "1E-130", "99999999999999999999.5"})
    EXPECT_EQ(stored(text, as_unsigned), std::nullopt) << text;
  for (const char* text : {"1.5", "-0.01", "1E19", "-1E125", "12345678901234567890123456789012345678"})
    EXPECT_EQ(stored(text, as_signed), std::nullopt) << text;
}

}  // namespace codec_stored_test
}  // namespace codec_test
