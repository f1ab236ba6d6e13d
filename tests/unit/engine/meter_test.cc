// TokenBucket and Meter: rates, limits, key ranges, and the growth of on-demand capacity.
#include "engine/throttle/meter.h"

#include <gtest/gtest.h>

namespace partita::engine {
namespace meter_test {

constexpr std::uint32_t kHash = 7u << 24;
constexpr std::uint32_t kOtherHash = 8u << 24;

TEST(TokenBucket, holds_what_its_time_fills_and_owes_what_was_taken_too_much) {
  TokenBucket bucket({5, 2}, 0);
  EXPECT_EQ(bucket.level(0), 10'000);
  EXPECT_EQ(bucket.level(60'000), 10'000);
  bucket.take(25'500, 60'000);
  EXPECT_EQ(bucket.level(60'000), -15'500);
  EXPECT_EQ(bucket.level(63'100), 0);
  EXPECT_EQ(bucket.level(63'101), 5);
  EXPECT_EQ(bucket.level(65'099), 9'995);
  EXPECT_EQ(bucket.level(1'000'000), 10'000);
}

TEST(TokenBucket, fills_at_the_rate_of_each_time) {
  TokenBucket bucket({10, 1}, 0);
  bucket.take(10'000, 0);
  bucket.set_rate({100, 1}, 500);
  EXPECT_EQ(bucket.level(500), 5'000);
  EXPECT_EQ(bucket.level(510), 6'000);
  bucket.set_rate({1, 1}, 510);
  EXPECT_EQ(bucket.level(510), 1'000);
}

TEST(TokenBucket, survives_every_step_of_the_clock) {
  TokenBucket bucket({TokenBucket::kMostUnitsPerSecond * 1000, 1'000'000}, 1'800'000'000'000);
  EXPECT_EQ(bucket.rate(), (BucketRate{TokenBucket::kMostUnitsPerSecond, TokenBucket::kMostSeconds}));
  const std::int64_t full = bucket.level(1'800'000'000'000);
  bucket.take(full + 1000, 1'800'000'000'000);
  EXPECT_EQ(bucket.level(0), -1000);
  EXPECT_EQ(bucket.level(std::int64_t{1} << 60), full);
  TokenBucket closed({0, 1}, 0);
  EXPECT_EQ(closed.level(1'000'000), 0);
}

TEST(Meter, limits_each_key_range_by_itself) {
  Meter meter(Side::Write, {.bucket = {100'000, 300}}, 0);
  EXPECT_EQ(meter.meets(kHash, 0, 0, 0), Limit::None);
  meter.take(kHash, 1'000'000, 0);
  EXPECT_EQ(meter.meets(kHash, 0, 0, 0), Limit::KeyRange);
  EXPECT_EQ(meter.meets(kOtherHash, 0, 0, 0), Limit::None);
  EXPECT_EQ(meter.meets(kOtherHash, 0, 999'999, 0), Limit::None);
  EXPECT_EQ(meter.meets(kOtherHash, 0, 1'000'000, 0), Limit::KeyRange);
  EXPECT_EQ(meter.meets(kHash, 0, 0, 1), Limit::None);
  EXPECT_EQ(meter.left(kHash, 1), 1000);
  EXPECT_EQ(meter.left(kHash, 5000), 1'000'000);
  Meter reads(Side::Read, {.bucket = {100'000, 300}}, 0);
  EXPECT_EQ(reads.left(kHash, 0), 3'000'000);
}

TEST(Meter, counts_what_a_batch_has_used_and_not_paid) {
  Meter meter(Side::Write, {.bucket = {5, 1}}, 0);
  EXPECT_EQ(meter.meets(kHash, 4'999, 0, 0), Limit::None);
  EXPECT_EQ(meter.meets(kHash, 5'000, 0, 0), Limit::Provisioned);
}

// The traffic of a minute decides, and its end.
TEST(Meter, of_an_on_demand_table_grows_to_twice_its_peak) {
  Meter meter(Side::Write, {.bucket = {4'000, 1}, .on_demand = true}, 0);
  const auto use_all_of_a_minute = [&](std::int64_t from_ms, std::int64_t units_per_second) {
    for (std::int64_t second = 0; second < 60; ++second)
      meter.take(kHash, units_per_second * 1000, from_ms + second * 1000);
  };
  use_all_of_a_minute(0, 4'000);
  EXPECT_EQ(meter.meets(kOtherHash, 0, 0, 59'000), Limit::OnDemand);
  // At the end of the minute the bucket fills at the new rate.
  (void)meter.meets(kOtherHash, 0, 0, 60'000);
  EXPECT_EQ(meter.meets(kOtherHash, 7'999'999, 0, 61'000), Limit::None);
  EXPECT_EQ(meter.meets(kOtherHash, 8'000'000, 0, 61'000), Limit::OnDemand);
  // A quieter minute takes nothing away.
  EXPECT_EQ(meter.meets(kOtherHash, 7'999'999, 0, 200'000), Limit::None);
  // The service grows no table beyond its quota.
  use_all_of_a_minute(260'000, 1'000'000);
  EXPECT_EQ(meter.meets(kOtherHash, partita::limits::kOnDemandUnits * 1000 - 1, 0, 10'000'000), Limit::None);
  EXPECT_EQ(meter.meets(kOtherHash, partita::limits::kOnDemandUnits * 1000, 0, 10'000'000), Limit::OnDemand);
}

TEST(Meter, keeps_to_the_ceiling_of_an_on_demand_table) {
  Meter meter(Side::Read, {.bucket = {12'000, 1}, .on_demand = true, .ceiling = 10}, 0);
  meter.take(kHash, 10'000, 0);
  EXPECT_EQ(meter.meets(kHash, 0, 0, 0), Limit::Ceiling);
  meter.set_rate({.bucket = {12'000, 1}, .on_demand = true}, 0);
  EXPECT_EQ(meter.meets(kHash, 0, 0, 0), Limit::OnDemand);
  EXPECT_EQ(meter.meets(kHash, 0, 0, 1), Limit::None);
}

}  // namespace meter_test
}  // namespace partita::engine
