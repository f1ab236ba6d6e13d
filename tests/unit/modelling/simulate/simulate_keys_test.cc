// Random numbers, the probabilities of values by rank, and spaces of partition keys.
#include <gtest/gtest.h>

#include <cmath>

#include "modelling/simulate/histogram.h"
#include "modelling/simulate/key_space.h"
#include "modelling/simulate/random.h"

namespace partita::modelling {
namespace simulate_keys_test {

constexpr std::uint64_t kLast = ~std::uint64_t{0};

Distribution zipf(double exponent) { return {.kind = Distribution::Kind::Zipf, .exponent = exponent}; }
KeySpace space_of(const Distribution& distribution, double count, KeySpace::Limits limits = {}) {
  std::vector<KeyFactor> factors;
  factors.push_back({"field", RankedValues(distribution, count), {}});
  return KeySpace(1, std::move(factors), limits);
}

// The first numbers of xoshiro256** for a state of SplitMix64 numbers, which must not change: a seed is a promise.
TEST(SimulateRandom, IsTheSameForASeed) {
  Random a(42), b(42), c(43);
  std::uint64_t last = 0;
  for (int i = 0; i < 100; ++i) {
    last = a.bits();
    EXPECT_EQ(last, b.bits());
  }
  EXPECT_NE(last, c.bits());
  EXPECT_EQ(Random(1).bits(), 12966619160104079557u);
}

TEST(SimulateRandom, HasTheMomentsOfPoisson) {
  for (const double mean : {0.01, 0.7, 5.0, 31.0, 33.0, 1000.0}) {
    Random random(7);
    double sum = 0, squares = 0;
    constexpr int kDraws = 200'000;
    for (int i = 0; i < kDraws; ++i) {
      const double number = random.poisson(mean);
      EXPECT_EQ(number, std::floor(number));
      sum += number;
      squares += number * number;
    }
    const double found = sum / kDraws, variance = squares / kDraws - found * found;
    // Four standard errors of the mean, and 2 % of the variance.
    EXPECT_NEAR(found, mean, 4 * std::sqrt(mean / kDraws) + 1e-3) << mean;
    EXPECT_NEAR(variance, mean, 0.02 * mean + 0.002) << mean;
  }
  EXPECT_EQ(Random(1).poisson(0), 0);
}

TEST(SimulateValues, SumZipfWeightsWithoutAddingThemAll) {
  for (const double exponent : {0.0, 0.5, 0.99, 1.0, 1.3, 2.0}) {
    double exact = 0;
    for (double n = 2'000'000; n >= 1; --n) exact += std::pow(n, -exponent);
    EXPECT_NEAR(harmonic_sum(2'000'000, exponent) / exact, 1, 1e-9) << exponent;
  }
  EXPECT_NEAR(harmonic_sum(1e8, 1), 18.997896413853898, 1e-8);
}

TEST(SimulateValues, HaveProbabilitiesThatSumToOne) {
  const struct {
    Distribution distribution;
    double count;
  } cases[] = {{{}, 1000},
               {zipf(0.8), 1000},
               {zipf(1), 1000},
               {{.kind = Distribution::Kind::Fixed, .weights = {1, 7, 0, 2}}, 1000}};
  for (const auto& [distribution, count] : cases) {
    const RankedValues values(distribution, count);
    double sum = 0;
    for (std::uint64_t rank = 0; static_cast<double>(rank) < values.count(); ++rank) {
      sum += values.probability(rank);
      if (rank > 0) {
        EXPECT_LE(values.probability(rank), values.probability(rank - 1));
      }
    }
    EXPECT_NEAR(sum, 1, 1e-9);
  }
  const RankedValues fixed({.kind = Distribution::Kind::Fixed, .weights = {1, 7, 0, 2}}, 0);
  EXPECT_EQ(fixed.count(), 3);
  EXPECT_DOUBLE_EQ(fixed.probability(0), 0.7);
}

TEST(SimulateKeys, OfSmallSpacesAreAllListed) {
  const KeySpace keys = space_of(zipf(1), 100);
  EXPECT_EQ(keys.frequent().size(), 100u);
  EXPECT_NEAR(keys.mass(0, kLast), 1, 1e-9);
  for (std::size_t i = 1; i < keys.frequent().size(); ++i)
    EXPECT_LT(keys.frequent()[i - 1].position, keys.frequent()[i].position);
  const FrequentKey& first = keys.frequent()[17];
  EXPECT_EQ(keys.find(first.position), &first);
  EXPECT_NEAR(keys.mass(first.position, first.position), first.probability, 1e-12);
}

// Ten keys, or a hundred million: the memory is that of the frequent ones.
TEST(SimulateKeys, OfHugeSpacesAreATail) {
  const KeySpace keys = space_of(zipf(0.99), 1e8, {.least_probability = 1e-5});
  EXPECT_LT(keys.frequent().size(), 10'000u);
  EXPECT_GT(keys.frequent().size(), 100u);
  EXPECT_NEAR(keys.mass(0, kLast), 1, 1e-9);
  const KeySpace uniform = space_of({}, 1e8, {.least_probability = 1e-5});
  EXPECT_TRUE(uniform.frequent().empty());
  EXPECT_NEAR(uniform.mass(0, kLast / 2), 0.5, 1e-9);
}

TEST(SimulateKeys, OfTwoFieldsHaveTheProductsOfTheirProbabilities) {
  std::vector<KeyFactor> factors;
  factors.push_back({"tenant", RankedValues(zipf(1), 50), {}});
  factors.push_back({"kind", RankedValues({.kind = Distribution::Kind::Fixed, .weights = {9, 1}}, 2), {}});
  const KeySpace keys(1, std::move(factors), {});
  ASSERT_EQ(keys.frequent().size(), 100u);
  const RankedValues tenants(zipf(1), 50);
  double sum = 0;
  for (const FrequentKey& key : keys.frequent()) {
    EXPECT_NEAR(key.probability, tenants.probability(key.ranks[0]) * (key.ranks[1] == 0 ? 0.9 : 0.1), 1e-12);
    sum += key.probability;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(SimulateKeys, ListTheMostProbablePairsOfHugeSpaces) {
  std::vector<KeyFactor> factors;
  factors.push_back({"a", RankedValues(zipf(1.2), 1e6), {}});
  factors.push_back({"b", RankedValues(zipf(0.7), 1e4), {}});
  const KeySpace keys(1, std::move(factors), {.least_probability = 0, .most = 500});
  ASSERT_EQ(keys.frequent().size(), 500u);
  double least = 1;
  for (const FrequentKey& key : keys.frequent()) least = std::min(least, key.probability);
  // Each pair that is not listed is less probable.
  const RankedValues a(zipf(1.2), 1e6), b(zipf(0.7), 1e4);
  std::size_t better = 0;
  for (std::uint64_t i = 0; i < 200; ++i)
    for (std::uint64_t j = 0; j < 500; ++j) better += a.probability(i) * b.probability(j) > least * 1.0000001;
  EXPECT_LE(better, 500u);
}

TEST(SimulateKeys, AreDividedByShards) {
  const KeySpace keys = space_of(zipf(1), 20);
  const KeySpace divided = keys.sharded(4);
  EXPECT_EQ(divided.keys(), 80);
  EXPECT_EQ(divided.frequent().size(), 80u);
  EXPECT_NEAR(divided.mass(0, kLast), 1, 1e-9);
  double most = 0;
  for (const FrequentKey& key : divided.frequent()) most = std::max(most, key.probability);
  EXPECT_NEAR(most, RankedValues(zipf(1), 20).probability(0) / 4, 1e-12);
}

TEST(SimulateHistogram, FindsQuantilesWithinItsClasses) {
  Histogram histogram;
  for (int i = 1; i <= 10'000; ++i) histogram.add(i);
  EXPECT_NEAR(histogram.quantile(0.5), 5000, 80);
  EXPECT_NEAR(histogram.quantile(0.99), 9900, 150);
  EXPECT_EQ(histogram.most(), 10'000);
  EXPECT_EQ(Histogram().quantile(0.5), 0);
}

}  // namespace simulate_keys_test
}  // namespace partita::modelling
