// Partitions: growth, and splits for heat.
#include <gtest/gtest.h>

#include "modelling/simulate/capacity_bucket.h"
#include "modelling/simulate/partitions.h"

namespace partita::modelling {
namespace simulate_partitions_test {

constexpr std::uint64_t kLast = ~std::uint64_t{0};

void expect_whole(const Partitions& partitions) {
  ASSERT_FALSE(partitions.list().empty());
  EXPECT_EQ(partitions.list().front().begin, 0u);
  EXPECT_EQ(partitions.list().back().end, kLast);
  for (std::size_t i = 1; i < partitions.list().size(); ++i)
    EXPECT_EQ(partitions.list()[i].begin, partitions.list()[i - 1].end + 1);
  for (const Partition& one : partitions.list()) EXPECT_EQ(&partitions.list()[partitions.find(one.end)], &one);
}

// Traffic that is even, with one key that has `share` of it.
Traffic traffic_with_key(std::uint64_t position, double share, bool splits_within_key) {
  return {.of_range =
              [=](std::uint64_t begin, std::uint64_t end) {
                const double even = (static_cast<double>(end - begin) + 1) * 0x1p-64 * (1 - share);
                return even + (begin <= position && position <= end ? share : 0);
              },
          .splits_within_key = [=](std::uint64_t) { return splits_within_key; }};
}

TEST(SimulatePartitions, CoverAllHashes) {
  for (const int count : {1, 2, 3, 4, 7, 100}) {
    Partitions partitions(count);
    EXPECT_EQ(partitions.list().size(), static_cast<std::size_t>(count));
    expect_whole(partitions);
    partitions.grow_to(count + 5);
    EXPECT_EQ(partitions.list().size(), static_cast<std::size_t>(count + 5));
    expect_whole(partitions);
  }
}

TEST(SimulatePartitions, SplitInTheMiddleOfTheirTraffic) {
  Partitions partitions(1);
  EXPECT_EQ(partitions.split(0, traffic_with_key(0, 0, false)), Partitions::Split::Range);
  expect_whole(partitions);
  ASSERT_EQ(partitions.list().size(), 2u);
  EXPECT_NEAR(static_cast<double>(partitions.list()[0].end) * 0x1p-64, 0.5, 1e-6);
  EXPECT_EQ(partitions.parent_of(partitions.list()[1].row), 0);
}

TEST(SimulatePartitions, IsolateAKeyThatHasMostOfTheTraffic) {
  const std::uint64_t hot = kLast / 3;
  Partitions partitions(4);
  const std::size_t at = partitions.find(hot);
  const Traffic traffic = traffic_with_key(hot, 0.8, false);
  EXPECT_EQ(partitions.split(at, traffic), Partitions::Split::Key);
  expect_whole(partitions);
  ASSERT_EQ(partitions.list().size(), 6u);
  const std::size_t alone = partitions.find(hot);
  EXPECT_EQ(partitions.list()[alone].begin, hot);
  EXPECT_EQ(partitions.list()[alone].end, hot);
  // A key whose items cannot be divided is the end.
  EXPECT_EQ(partitions.split(alone, traffic), Partitions::Split::None);
  EXPECT_TRUE(partitions.list()[alone].is_stuck);
}

TEST(SimulatePartitions, DivideAKeyByItsSortKeys) {
  const std::uint64_t hot = 0;
  Partitions partitions(1);
  const Traffic traffic = traffic_with_key(hot, 0.9, true);
  EXPECT_EQ(partitions.split(0, traffic), Partitions::Split::Key);
  EXPECT_EQ(partitions.split(0, traffic), Partitions::Split::WithinKey);
  EXPECT_EQ(partitions.list()[0].most_writes(), 2 * partita::limits::kPartitionWriteUnits);
  expect_whole(partitions);
}

TEST(SimulateCapacity, AdmitsWhileUnitsAreLeft) {
  const struct {
    double left, units, requests, share;
  } cases[] = {
      {10, 5, 5, 1},    {5, 10, 10, 0.5}, {0, 10, 10, 0},
      {-3, 10, 10, 0},  {1, 20, 10, 0.1},  // one of 2 units begins
      {3, 20, 10, 0.2}, {10, 0, 0, 1},    {0.5, 10, 10, 0.1},
  };
  for (const auto& [left, units, requests, share] : cases)
    EXPECT_NEAR(admitted_share(left, units, requests), share, 1e-9) << left << ' ' << units << ' ' << requests;
}

TEST(SimulateCapacity, KeepsUnusedUnitsForBursts) {
  CapacityBucket bucket(10, 300);
  EXPECT_EQ(bucket.left(), 3000);
  bucket.take(2990);
  bucket.begin_second();
  EXPECT_EQ(bucket.left(), 20);
  for (int i = 0; i < 1000; ++i) bucket.begin_second();
  EXPECT_EQ(bucket.left(), 3000);
}

TEST(SimulateCapacity, CanServeTwiceTheHighestMinute) {
  PeakWatch watch(120);
  double last = 0;
  for (int second = 1; second <= 120; ++second) last = watch.add(second <= 60 ? 100 : 10);
  EXPECT_EQ(last, 200);
  EXPECT_EQ(watch.add(500), 0) << "in the middle of a window";
}

}  // namespace simulate_partitions_test
}  // namespace partita::modelling
