// The prices that Partita knows, and files that replace them.
#include <gtest/gtest.h>

#include "modelling/cost/prices.h"

namespace partita::modelling {
namespace cost_prices_test {

TEST(CostPrices, AreKnownForTheRegionsOfTheFile) {
  for (const std::string& region : known_regions()) {
    const auto prices = built_in_prices(region);
    ASSERT_TRUE(prices);
    // All but that of vector indexes, which no source has, and those of reserved capacity.
    for (auto of = PriceOf::write_request_million; of < PriceOf::reserved_write_100_upfront;
         of = static_cast<PriceOf>(static_cast<int>(of) + 1)) {
      if (of == PriceOf::vector_storage_gb_month) continue;
      ASSERT_TRUE(prices->has(of)) << region << ' ' << name_of(of);
      EXPECT_GT(prices->usd(of), 0) << region << ' ' << name_of(of);
      EXPECT_EQ((*prices)[of]->date.size(), 10u) << region << ' ' << name_of(of);
      EXPECT_FALSE((*prices)[of]->source.empty()) << region << ' ' << name_of(of);
    }
  }
  EXPECT_EQ(built_in_prices("us-east-1")->usd(PriceOf::write_request_million), 0.625);
}

TEST(CostPrices, NameTheKnownRegionsForAnUnknownOne) {
  const auto prices = built_in_prices("mars-1");
  ASSERT_FALSE(prices);
  EXPECT_NE(prices.error().message.find("us-east-1, eu-central-1"), std::string::npos) << prices.error().message;
}

TEST(CostPrices, OfAFileReplaceThoseOfTheRegion) {
  const auto prices = read_prices_text(
      "date: 2026-10-01\nsource: our contract\nregions:\n  eu-central-1:\n    write_request_million: 0.5\n"
      "    storage_gb_month: {usd: 0.2, verified: false, source: a guess}\n",
      "p.yml", "eu-central-1");
  ASSERT_TRUE(prices) << prices.error().message;
  EXPECT_EQ(prices->usd(PriceOf::write_request_million), 0.5);
  EXPECT_EQ((*prices)[PriceOf::write_request_million]->source, "our contract");
  EXPECT_EQ((*prices)[PriceOf::write_request_million]->date, "2026-10-01");
  EXPECT_FALSE((*prices)[PriceOf::storage_gb_month]->verified);
  EXPECT_EQ(prices->usd(PriceOf::read_request_million), 0.1525) << "the others stay";
}

TEST(CostPrices, OfARegionThatOnlyTheFileHas) {
  const auto prices = read_prices_text("regions: {mars-1: {write_request_million: 3}}", "p.yml", "mars-1");
  ASSERT_TRUE(prices) << prices.error().message;
  EXPECT_EQ(prices->usd(PriceOf::write_request_million), 3);
  EXPECT_FALSE(prices->has(PriceOf::storage_gb_month));
}

TEST(CostPrices, SurviveBeingWritten) {
  const auto before = built_in_prices("eu-central-1");
  const auto after = read_prices_text(to_yaml(*before), "p.yml", "eu-central-1");
  ASSERT_TRUE(after) << after.error().message;
  for (std::size_t i = 0; i < before->prices.size(); ++i) {
    ASSERT_EQ(before->prices[i].has_value(), after->prices[i].has_value());
    if (!before->prices[i]) continue;
    EXPECT_EQ(before->prices[i]->usd, after->prices[i]->usd);
    EXPECT_EQ(before->prices[i]->verified, after->prices[i]->verified);
    EXPECT_EQ(before->prices[i]->source, after->prices[i]->source);
  }
}

TEST(CostPrices, TellTheLineOfAMistake) {
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"regions: {r: {write: 1}}", "p.yml:1: there is no price 'write': the prices are write_request_million"},
      {"regions:\n  r:\n    restore_gb: -1", "p.yml:3: a price is a number of US dollars that is not negative"},
      {"regions:\n  r:\n    restore_gb: 1 USD", "p.yml:3: a price is a number of US dollars"},
      {"regions: {r: {restore_gb: {amount: 1}}}", "p.yml:1: a price is a number, or a map with the member usd"},
      {"regions: {r: {restore_gb: {usd: 1, cents: 2}}}", "p.yml:1: unknown member 'cents'"},
      {"regions: {s: {}}", "p.yml:1: there are no prices of the region r"},
      {"prices: {}", "p.yml:1: unknown member 'prices'"},
      {"date: x", "p.yml:1: a price file has a map 'regions'"},
  };
  for (const auto& [text, message] : cases) {
    const auto prices = read_prices_text(text, "p.yml", "r");
    ASSERT_FALSE(prices) << text;
    EXPECT_EQ(prices.error().message.find(message), 0u) << prices.error().message;
  }
}

}  // namespace cost_prices_test
}  // namespace partita::modelling
