#include "vectors/code_index.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <numeric>
#include <thread>

#include "unit/vectors/made_rows.h"

namespace partita::vectors {
namespace code_index_test {

constexpr std::size_t kTop = 10;

bool always() { return true; }
bool never_erased(Slot) { return false; }

std::vector<Slot> numbers(std::size_t from, std::size_t to) {
  std::vector<Slot> slots(to - from);
  std::iota(slots.begin(), slots.end(), Slot(from));
  return slots;
}

MadeRows made_rows(VectorMaker& maker, std::size_t dimensions, std::size_t count) {
  MadeRows rows(dimensions);
  for (std::size_t i = 0; i < count; ++i) rows.add(maker.make());
  return rows;
}

std::set<Slot> exact(Metric metric, const MadeRows& rows, const float* query, const Best::Wanted& wanted = {}) {
  Best best(metric, rows, query, kTop, wanted);
  best.look_at(numbers(0, rows.size()));
  return best.slots();
}

struct Measured {
  double recall = 0;
  double looked_at = 0;  // rows of a search
};

// Searches for vectors of `maker`, and compares the results with the exact ones.
Measured measure(const CodeIndex& index, Metric metric, const MadeRows& rows, VectorMaker& maker,
                 const Best::Wanted& wanted = {}) {
  constexpr int kSearches = 25;
  std::size_t found = 0, looked_at = 0;
  for (int i = 0; i < kSearches; ++i) {
    const auto query = maker.make();
    Best best(metric, rows, query.data(), kTop, wanted);
    index.search(query.data(), best);
    EXPECT_FALSE(best.came_twice());
    EXPECT_EQ(best.slots().size(), kTop);
    const auto right = exact(metric, rows, query.data(), wanted);
    for (const Slot slot : best.slots()) found += right.contains(slot);
    looked_at += best.looked_at();
  }
  return {static_cast<double>(found) / (kSearches * kTop), static_cast<double>(looked_at) / kSearches};
}

TEST(CodeIndex, FindsTheNearestOfRandomAndOfClusteredVectors) {
  constexpr std::size_t kRows = 6000, kDimensions = 128;
  for (const Metric metric : {Metric::Euclidean, Metric::DotProduct, Metric::Cosine})
    for (const std::size_t clusters : {0, 50}) {
      VectorMaker maker(kDimensions, clusters, 11);
      const MadeRows rows = made_rows(maker, kDimensions, kRows);
      const auto index =
          CodeIndex::build(rows, numbers(0, kRows), {.metric = metric, .dimensions = kDimensions}, always);
      ASSERT_EQ(index->size(), kRows);
      const Measured measured = measure(*index, metric, rows, maker);
      EXPECT_GE(measured.recall, clusters ? 0.99 : 0.95) << int(metric) << ", " << clusters;
      EXPECT_LT(measured.looked_at, kRows / (clusters ? 20.0 : 5.0)) << int(metric) << ", " << clusters;
    }
}

// Many lists are of use only if a search can leave some of them out.
TEST(CodeIndex, HasFewerListsForLongVectorsWithoutGroups) {
  struct Case {
    std::size_t dimensions, clusters, lists;
    double recall;
  };
  constexpr std::size_t kRows = 2500;
  for (const Case& c : {Case{128, 0, 20, 0.95}, {512, 0, 5, 0.95}, {512, 20, 20, 0.99}}) {
    VectorMaker maker(c.dimensions, c.clusters, 19);
    const MadeRows rows = made_rows(maker, c.dimensions, kRows);
    const auto index = CodeIndex::build(rows, numbers(0, kRows), {.dimensions = c.dimensions}, always);
    EXPECT_EQ(index->list_count(), c.lists) << c.dimensions << ", " << c.clusters;
    EXPECT_GE(measure(*index, Metric::Euclidean, rows, maker).recall, c.recall) << c.dimensions << ", " << c.clusters;
  }
}

TEST(CodeIndex, FindsAsManyAsMatchASelectiveFilter) {
  constexpr std::size_t kRows = 3000, kDimensions = 64;
  VectorMaker maker(kDimensions, 20, 12);
  const MadeRows rows = made_rows(maker, kDimensions, kRows);
  const auto index = CodeIndex::build(rows, numbers(0, kRows), {.dimensions = kDimensions}, always);
  for (const Slot each : {10u, 100u, 300u}) {
    const auto wanted = [&](Slot slot) { return slot % each == 0; };
    EXPECT_GE(measure(*index, Metric::Euclidean, rows, maker, wanted).recall, 0.98) << each;
  }
  // Fewer rows match than are wanted.
  const auto query = maker.make();
  const auto wanted = [](Slot slot) { return slot % 1000 == 1; };
  Best best(Metric::Euclidean, rows, query.data(), kTop, wanted);
  index->search(query.data(), best);
  EXPECT_EQ(best.slots(), (std::set<Slot>{1, 1001, 2001}));
}

TEST(CodeIndex, FollowsChangesOfRows) {
  constexpr std::size_t kRows = 3000, kDimensions = 64;
  VectorMaker maker(kDimensions, 20, 13);
  MadeRows rows = made_rows(maker, kDimensions, kRows);
  auto index = CodeIndex::build(rows, numbers(0, kRows), {.dimensions = kDimensions}, always);
  // A tenth of the rows goes, their numbers are given to others, and as many rows come.
  const auto is_changed = [](Slot slot) { return slot < 3000 && slot % 10 == 3; };
  std::vector<Slot> added;
  for (Slot slot = 0; slot < kRows; ++slot) {
    if (!is_changed(slot)) continue;
    rows.set(slot, maker.make());
    added.push_back(slot);
  }
  for (std::size_t i = 0; i < kRows / 10; ++i) {
    added.push_back(Slot(rows.size()));
    rows.add(maker.make());
  }
  index = index->with(rows, added, is_changed, always);
  EXPECT_EQ(index->size(), kRows + kRows / 10);
  EXPECT_GE(measure(*index, Metric::Euclidean, rows, maker).recall, 0.99);
  // Erased rows are not found any more.
  index = index->with(
      rows, {}, [](Slot slot) { return slot >= 1000; }, always);
  EXPECT_EQ(index->size(), 1000u);
  const auto query = maker.make();
  Best all(Metric::Euclidean, rows, query.data(), 5000);
  index->search(query.data(), all);
  EXPECT_EQ(all.slots().size(), 1000u);
  EXPECT_EQ(*all.slots().rbegin(), 999u);
  // An index without rows can be searched and filled again.
  index = index->with(
      rows, {}, [](Slot) { return true; }, always);
  EXPECT_EQ(index->size(), 0u);
  index = index->with(rows, numbers(5, 6), never_erased, always);
  Best one(Metric::Euclidean, rows, query.data(), kTop);
  index->search(query.data(), one);
  EXPECT_EQ(one.slots(), std::set<Slot>{5});
}

TEST(CodeIndex, FindsAllOfVectorsWithoutAnOrder) {
  constexpr std::size_t kRows = 200;
  const std::vector<std::vector<float>> odd = {{0, 0, 0}, {3e38f, -3e38f, 3e38f}, {1e-30f, 0, 0}, {1, 2, 3}};
  for (const Metric metric : {Metric::Euclidean, Metric::DotProduct, Metric::Cosine})
    for (const auto& vector : odd) {
      MadeRows rows(3);
      for (std::size_t i = 0; i < kRows; ++i) rows.add(i % 2 ? vector : odd[0]);
      const auto index = CodeIndex::build(rows, numbers(0, kRows), {.metric = metric, .dimensions = 3}, always);
      for (const auto& query : odd) {
        Best all(metric, rows, query.data(), kRows + 1);
        index->search(query.data(), all);
        EXPECT_EQ(all.slots().size(), kRows);
        Best some(metric, rows, query.data(), kTop);
        index->search(query.data(), some);
        EXPECT_EQ(some.slots().size(), kTop);
      }
    }
}

// A vector so short that the square of its length is below the range of 32-bit numbers has a direction all the same.
TEST(CodeIndex, FindsTheDirectionOfShortVectors) {
  VectorMaker maker(32, 0, 14);
  MadeRows rows(32);
  for (int i = 0; i < 500; ++i) {
    auto vector = maker.make();
    if (i == 123)
      for (float& element : vector) element *= 1e-25f;
    rows.add(vector);
  }
  const auto index = CodeIndex::build(rows, numbers(0, 500), {.metric = Metric::Cosine, .dimensions = 32}, always);
  std::vector<float> query(rows.row(123), rows.row(124));
  for (float& element : query) element *= 1e25f;
  Best best(Metric::Cosine, rows, query.data(), 1);
  index->search(query.data(), best);
  EXPECT_EQ(best.slots(), std::set<Slot>{123});
}

TEST(CodeIndex, DependsOnItsSeedOnly) {
  VectorMaker maker(64, 0, 15);
  const MadeRows rows = made_rows(maker, 64, 2000);
  const auto query = maker.make();
  const auto looked_at = [&](std::uint64_t seed) {
    const auto index = CodeIndex::build(rows, numbers(0, 2000), {.dimensions = 64, .seed = seed}, always);
    Best best(Metric::Euclidean, rows, query.data(), kTop);
    index->search(query.data(), best);
    return best.looked_at();
  };
  EXPECT_EQ(looked_at(1), looked_at(1));
  EXPECT_NE(looked_at(1), looked_at(2));
}

TEST(CodeIndex, StopsItsBuildIfItIsAsked) {
  VectorMaker maker(64, 0, 16);
  const MadeRows rows = made_rows(maker, 64, 1000);
  int all = 0;
  const auto count = [&] { return ++all > 0; };
  const auto index = CodeIndex::build(rows, numbers(0, 1000), {.dimensions = 64}, count);
  ASSERT_NE(index, nullptr);
  EXPECT_GT(all, 10);
  for (int last = 0; last < all; ++last) {
    int calls = 0;
    EXPECT_EQ(CodeIndex::build(rows, numbers(0, 1000), {.dimensions = 64}, [&] { return calls++ < last; }), nullptr);
  }
}

TEST(CodeIndex, TakesAFractionOfTheMemoryOfItsRows) {
  VectorMaker maker(128, 0, 17);
  const MadeRows rows = made_rows(maker, 128, 20000);
  const auto index = CodeIndex::build(rows, numbers(0, 20000), {.dimensions = 128}, always);
  EXPECT_LT(index->bytes(), 20000 * 128 * sizeof(float) / 10);
  EXPECT_GT(index->bytes(), std::size_t{20000} * 32);
}

TEST(CodeIndex, IsSearchedByManyThreadsWhileOthersAreMade) {
  VectorMaker maker(64, 10, 18);
  const MadeRows rows = made_rows(maker, 64, 2000);
  std::shared_ptr<const CodeIndex> newest = CodeIndex::build(rows, numbers(0, 1000), {.dimensions = 64}, always);
  std::mutex mutex;
  const auto current = [&] {
    const std::lock_guard lock(mutex);
    return newest;
  };
  const auto query = maker.make();
  std::atomic<bool> stop = false;
  std::vector<std::jthread> readers;
  for (int i = 0; i < 3; ++i)
    readers.emplace_back([&] {
      while (!stop) {
        Best best(Metric::Euclidean, rows, query.data(), kTop);
        current()->search(query.data(), best);
        EXPECT_EQ(best.slots().size(), kTop);
      }
    });
  for (std::size_t from = 1000; from < 2000; from += 100) {
    auto next = current()->with(rows, numbers(from, from + 100), never_erased, always);
    const std::lock_guard lock(mutex);
    newest = std::move(next);
  }
  stop = true;
  readers.clear();
  EXPECT_EQ(newest->size(), 2000u);
}

}  // namespace code_index_test
}  // namespace partita::vectors
