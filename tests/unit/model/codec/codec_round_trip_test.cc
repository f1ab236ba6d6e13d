// Random structs with every kind of member must come back unchanged.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/open.h>

#include <bit>
#include <cmath>
#include <random>

#include "unit/model/codec/codec_structs.h"

namespace codec_test {
namespace codec_round_trip_test {

using Random = std::mt19937_64;

template <class Integer>
Integer any_integer(Random& random) {
  if (random() % 8 == 0) return std::numeric_limits<Integer>::min();
  if (random() % 8 == 0) return std::numeric_limits<Integer>::max();
  return static_cast<Integer>(random() >> random() % 64);
}

std::size_t few(Random& random) { return random() % 4; }

std::string any_text(Random& random) {
  std::string text;
  for (std::size_t i = random() % 40; i > 0; --i) text.push_back(static_cast<char>(random() % 128));
  return text;
}

double any_double(Random& random) {
  for (;;) {
    const auto value = std::bit_cast<double>(random());
    const double magnitude = std::fabs(value);
    if (value == 0 || (magnitude >= 1e-130 && magnitude < 1e126)) return value;
  }
}

pt::decimal any_decimal(Random& random) {
  std::string text = random() % 2 ? "-" : "";
  for (std::size_t i = 1 + random() % 38; i > 0; --i) text.push_back(static_cast<char>('0' + random() % 10));
  return pt::decimal::parse(text + "E" + std::to_string(int(random() % 150) - 90)).value();
}

pt::utc_ms any_time(Random& random) {
  return pt::utc_ms(std::int64_t(random() % 315'569'520'000'000) - 62'167'219'200'000);
}

Tree any_tree(Random& random, int depth) {
  Tree tree{any_text(random), {}};
  if (depth > 0)
    for (std::size_t i = few(random); i > 0; --i) tree.children.push_back(any_tree(random, depth - 1));
  return tree;
}

Address any_address(Random& random) {
  Address address{any_text(random), {}, any_text(random)};
  if (random() % 2) address.zip = any_text(random);
  return address;
}

template <class Octets>
void fill(Octets& octets, Random& random) {
  for (auto& octet : octets) octet = static_cast<std::uint8_t>(random());
}

void fill_scalars(Everything& e, Random& random) {
  e.text = any_text(random);
  e.tiny = any_integer<std::int8_t>(random);
  e.small = any_integer<std::int16_t>(random);
  e.number = any_integer<int>(random);
  e.large = any_integer<long long>(random);
  e.octet = any_integer<std::uint8_t>(random);
  e.huge = any_integer<std::uint64_t>(random);
  e.ratio = any_double(random);
  e.rate = static_cast<float>(int(random())) / 1000;
  e.price = any_decimal(random);
  e.open = random() % 2;
  e.blob = pt::bytes(any_text(random) + '\xff');
  e.status = static_cast<OrderStatus>(random() % 3);
  e.at = any_time(random);
  e.day = pt::date::from(std::chrono::floor<std::chrono::days>(any_time(random).time())).value();
  fill(e.id.octets, random);
  fill(e.ulid.octets, random);
  e.expires = pt::epoch_seconds(any_integer<std::int64_t>(random));
  if (random() % 2) e.maybe = any_integer<int>(random);
}

void fill_documents(Everything& e, Random& random) {
  for (std::size_t i = few(random); i > 0; --i) {
    e.addresses.push_back(any_address(random));
    e.gaps.push_back(random() % 2 ? std::optional(any_integer<int>(random)) : std::nullopt);
    e.flags.push_back(random() % 2);
    // The name of an attribute is never empty.
    e.prices.emplace("price " + any_text(random), any_decimal(random));
    e.groups["group " + any_text(random)] = random() % 2 ? std::set<int>{any_integer<int>(random)} : std::set<int>();
    e.names.insert(any_text(random));
    e.numbers.insert(any_integer<std::int64_t>(random));
    e.amounts.insert(any_decimal(random));
    e.blobs.insert(pt::bytes(any_text(random)));
    e.statuses.insert(static_cast<OrderStatus>(random() % 3));
    e.others.map.set("other " + any_text(random), partita::AttributeValue(any_text(random)));
  }
  e.home = any_address(random);
  const Payment payments[] = {Card{any_text(random)}, Transfer{any_text(random)}, std::monostate()};
  e.payment = payments[random() % 3];
  if (random() % 2) e.either = any_text(random);
  e.tree = any_tree(random, 3);
}

TEST(CodecRoundTrip, EveryMemberComesBack) {
  Random random(20260105);
  for (int round = 0; round < 500; ++round) {
    Everything before;
    fill_scalars(before, random);
    fill_documents(before, random);
    const auto attributes = pt::encode_members(before);
    ASSERT_TRUE(attributes) << attributes.error().message;
    const auto after = pt::decode_members<Everything>(*attributes);
    ASSERT_TRUE(after) << after.error().message;
    ASSERT_EQ(*after, before) << "round " << round;
    ASSERT_EQ(pt::encode_members(*after).value(), *attributes) << "round " << round;
  }
}

TEST(CodecRoundTrip, StructsInsideOfValuesComeBack) {
  Random random(7);
  for (int round = 0; round < 100; ++round) {
    const Tree tree = any_tree(random, 4);
    EXPECT_EQ(pt::decode<Tree>(pt::encode(tree).value()).value(), tree);
  }
}

TEST(CodecRoundTrip, TheDatabaseGivesBackWhatItWasGiven) {
  const auto database = partita::open("", {.in_memory = true}).value();
  partita::CreateTableRequest table{.table_name = "things"};
  table.attribute_definitions = {{"id", partita::ScalarAttributeType::S}};
  table.key_schema = {{"id", partita::KeyType::Hash}};
  table.billing_mode = partita::BillingMode::PayPerRequest;
  ASSERT_TRUE(database->create_table(table));

  Random random(3);
  for (int round = 0; round < 50; ++round) {
    Everything before;
    fill_scalars(before, random);
    fill_documents(before, random);
    const auto put = database->put_item({.table_name = "things", .item = pt::encode_members(before).value()});
    ASSERT_TRUE(put) << put.error().message;
    const auto got =
        database->get_item({.table_name = "things", .key = {{{"id", partita::AttributeValue(before.id.text())}}}});
    ASSERT_TRUE(got && got->item);
    const auto after = pt::decode_members<Everything>(got->item->to_map());
    ASSERT_TRUE(after) << after.error().message;
    ASSERT_EQ(*after, before) << "round " << round;
  }
}

}  // namespace codec_round_trip_test
}  // namespace codec_test
