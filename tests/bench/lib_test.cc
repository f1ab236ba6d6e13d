// Tests of the histogram, the distributions and the items.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "lib/histogram.h"
#include "lib/items.h"
#include "lib/zipfian.h"

namespace partita::bench {
namespace {

TEST(Histogram, PercentilesAreWithinABucketOfTheTruth) {
  Histogram histogram;
  for (std::uint64_t us = 1; us <= 100'000; ++us) histogram.add(us * 1000);
  for (const double fraction : {0.001, 0.5, 0.99, 0.999, 1.0}) {
    const double truth = fraction * 100'000;
    EXPECT_GE(histogram.percentile_us(fraction), truth);
    EXPECT_LE(histogram.percentile_us(fraction), truth * (1 + 1.0 / 128) + 0.001);
  }
}

TEST(Histogram, HoldsEveryValueAndMerges) {
  Histogram one, two;
  EXPECT_EQ(one.percentile_us(0.5), 0);
  one.add(0);
  two.add(~0ull);
  one.merge(two);
  EXPECT_EQ(one.count(), 2u);
  EXPECT_EQ(one.percentile_us(0.5), 0);
  EXPECT_GT(one.percentile_us(1), 1e16);
}

TEST(Zipfian, TheFirstRanksAreAsFrequentAsTheirZeta) {
  constexpr std::uint64_t kCount = 1000;
  constexpr int kDraws = 200'000;
  double zeta = 0;
  for (std::uint64_t rank = 1; rank <= kCount; ++rank) zeta += 1 / std::pow(double(rank), 0.99);
  const Zipfian zipfian(kCount);
  Random random(7);
  std::map<std::uint64_t, int> drawn;
  for (int i = 0; i < kDraws; ++i) ++drawn[zipfian.rank(random)];
  EXPECT_NEAR(drawn[0], kDraws / zeta, kDraws * 0.01);
  EXPECT_NEAR(drawn[1], kDraws / zeta / std::pow(2, 0.99), kDraws * 0.01);
  EXPECT_LT(drawn.rbegin()->first, kCount);
  EXPECT_GT(drawn.rbegin()->first, kCount * 9 / 10);
}

TEST(Zipfian, OneNumberIsEnough) {
  Random random(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(Zipfian(1).rank(random), 0u);
}

// DynamoDB's size of the item: names, the bytes of strings, half the digits of numbers and one more byte for each
// number.
std::size_t stored_bytes(const Layout& layout, std::uint64_t number) {
  std::size_t bytes = 0;
  for (const Attribute& attribute : attributes_of(layout)) {
    const std::string text = text_of(layout, attribute, number);
    bytes += attribute.name.size() + (attribute.type == Type::N ? (text.size() + 1) / 2 + 1 : text.size());
  }
  return bytes;
}

TEST(Items, RecordsHave400BytesAndYcsbAboutOneKilobyte) {
  for (const Layout& layout : {Layout{.items = 1000}, Layout{.sort_key = true, .items = 1000, .group = 100},
                               Layout{.items = 1000, .index_keys = 20}})
    EXPECT_EQ(stored_bytes(layout, 123), 400u);
  EXPECT_EQ(stored_bytes({.items = 1000, .ycsb = true}, 5), 2u + 16 + 10 * (6 + 100));
}

std::string text(const Layout& layout, std::string_view name, std::uint64_t number, std::uint64_t version = 0) {
  for (const Attribute& attribute : attributes_of(layout))
    if (attribute.name == name) return text_of(layout, attribute, number, version);
  return "no such attribute";
}

TEST(Items, EachGroupIsAPartitionOfTheTableAndOfTheIndex) {
  const Layout layout{.sort_key = true, .items = 1000, .group = 100};
  std::map<std::string, std::set<std::string>> table, lsi, gsi;
  for (std::uint64_t number = 0; number < 1000; ++number) {
    table[text(layout, "pk", number)].insert(text(layout, "sk", number));
    lsi[text(layout, "pk", number)].insert(text(layout, "lk", number));
    gsi[text(layout, "gpk", number)].insert(text(layout, "gsk", number));
  }
  for (const auto* index : {&table, &lsi, &gsi}) {
    ASSERT_EQ(index->size(), 10u);
    for (const auto& [partition, places] : *index) EXPECT_EQ(places.size(), 100u);
  }
  EXPECT_EQ(text(layout, "sk", 203), "0000000003");
  EXPECT_EQ(text(layout, "lk", 203), "0000000096");
}

TEST(Items, AVersionChangesTextsAndNoKeys) {
  const Layout layout{.items = 1000, .index_keys = 1};
  EXPECT_EQ(text(layout, "pk", 5, 1), text(layout, "pk", 5, 2));
  EXPECT_EQ(text(layout, "shade", 5, 1), "5");
  for (const std::string_view name : {"body", "title", "k00"})
    EXPECT_NE(text(layout, name, 5, 1), text(layout, name, 5, 2));
}

}  // namespace
}  // namespace partita::bench
