#include "vectors/tailed_index.h"

#include <gtest/gtest.h>

#include <numeric>

#include "unit/vectors/made_rows.h"

namespace partita::vectors {
namespace tailed_index_test {

constexpr std::size_t kDimensions = 16;
constexpr std::size_t kTop = 10;

bool always() { return true; }

// Rows of which the last takes the place of one that is erased, as the engine keeps them, and their index.
class Owner {
 public:
  Owner(float doubt, std::size_t least_rows)
      : rows_(kDimensions),
        index_({.dimensions = kDimensions, .doubt = doubt}, least_rows),
        maker_(kDimensions, 5, 1) {}

  void add() {
    if (size_ < rows_.size())
      rows_.set(Slot(size_), maker_.make());
    else
      rows_.add(maker_.make());
    index_.changed(Slot(size_++));
  }
  void set(Slot slot) {
    rows_.set(slot, maker_.make());
    index_.changed(slot);
  }
  void erase(Slot slot) {
    if (const auto last = Slot(--size_); slot != last) {
      rows_.set(slot, std::vector<float>(rows_.row(last), rows_.row(last) + kDimensions));
      index_.changed(slot);
    }
  }
  void change_something(std::mt19937& random) {
    const auto slot = Slot(random() % size_);
    switch (random() % 3) {
      case 0:
        return add();
      case 1:
        return set(slot);
      default:
        if (size_ > 50) erase(slot);
    }
  }

  bool update(const std::function<bool()>& go_on = always) {
    TailedIndex::Update update = index_.begin_update(size_);
    update.run(rows_, go_on);
    index_.end_update(std::move(update), size_);
    return index_.tail_size() == 0;
  }

  // Compares a search with a look at all rows.
  void expect_exact_results() {
    const auto query = maker_.make();
    std::vector<Slot> all(size_);
    std::iota(all.begin(), all.end(), Slot{0});
    Best right(Metric::Euclidean, rows_, query.data(), kTop);
    right.look_at(all);
    Best found(Metric::Euclidean, rows_, query.data(), kTop);
    index_.search(size_, query.data(), found);
    ASSERT_EQ(found.slots(), right.slots());
    ASSERT_FALSE(found.came_twice());
    Best everything(Metric::Euclidean, rows_, query.data(), size_ + 1);
    index_.search(size_, query.data(), everything);
    ASSERT_EQ(everything.slots(), std::set<Slot>(all.begin(), all.end()));
    ASSERT_FALSE(everything.came_twice());
  }

  std::size_t size() const { return size_; }
  TailedIndex& index() { return index_; }

 private:
  MadeRows rows_;
  std::size_t size_ = 0;
  TailedIndex index_;
  VectorMaker maker_;
};

// With so great a doubt, an index rules out no row.
constexpr float kEndless = 1e9f;

TEST(TailedIndex, MissesNoChangeBeforeWhileAndAfterItIsMade) {
  std::mt19937 random(21);
  Owner owner(kEndless, 1);
  for (int i = 0; i < 600; ++i) owner.add();
  for (int round = 0; round < 12; ++round) {
    const int changes = round % 2 ? 5 : 0;
    owner.update([&] {
      for (int i = 0; i < changes; ++i) owner.change_something(random);
      return true;
    });
    ASSERT_TRUE(owner.index().is_ready());
    ASSERT_TRUE(changes > 0 || owner.index().tail_size() == 0);
    owner.expect_exact_results();
    for (int i = 0; i < 40; ++i) owner.change_something(random);
    owner.expect_exact_results();
  }
}

TEST(TailedIndex, StaysAsItIsIfAnUpdateIsStopped) {
  std::mt19937 random(22);
  Owner owner(kEndless, 1);
  for (int i = 0; i < 300; ++i) owner.add();
  EXPECT_FALSE(owner.update([] { return false; }));
  EXPECT_FALSE(owner.index().is_ready());
  ASSERT_TRUE(owner.update());
  for (int i = 0; i < 50; ++i) owner.change_something(random);
  EXPECT_FALSE(owner.update([] { return false; }));
  EXPECT_GT(owner.index().tail_size(), 0u);
  owner.expect_exact_results();
  EXPECT_TRUE(owner.update());
  owner.expect_exact_results();
}

TEST(TailedIndex, IsMadeForManyRowsAndAgainForALongTail) {
  Owner owner(kEndless, 100);
  for (int i = 0; i < 99; ++i) owner.add();
  EXPECT_FALSE(owner.index().wants_update(owner.size()));
  owner.add();
  EXPECT_TRUE(owner.index().wants_update(owner.size()));
  ASSERT_TRUE(owner.update());
  EXPECT_FALSE(owner.index().wants_update(owner.size()));
  for (int i = 0; i < 1024; ++i) owner.set(7);
  EXPECT_EQ(owner.index().tail_size(), 1u);
  for (int i = 0; i < 1023; ++i) owner.add();
  EXPECT_FALSE(owner.index().wants_update(owner.size()));
  owner.add();
  EXPECT_TRUE(owner.index().wants_update(owner.size()));
  ASSERT_TRUE(owner.update());
  owner.expect_exact_results();
  EXPECT_GT(owner.index().bytes(), owner.size() * 20);
}

TEST(TailedIndex, IsNeverMadeWithoutALeastNumber) {
  Owner owner(kEndless, 0);
  for (int i = 0; i < 100; ++i) owner.add();
  EXPECT_FALSE(owner.index().wants_update(owner.size()));
  EXPECT_EQ(owner.index().bytes(), 0u);
}

TEST(TailedIndex, ForgetsEverythingAlsoDuringAnUpdate) {
  Owner owner(kEndless, 1);
  for (int i = 0; i < 300; ++i) owner.add();
  bool is_cleared = false;
  owner.update([&] {
    if (std::exchange(is_cleared, true)) return true;
    owner.index().clear();
    while (owner.size() > 1) owner.erase(0);
    owner.erase(0);
    for (int i = 0; i < 200; ++i) owner.add();
    return true;
  });
  EXPECT_EQ(owner.index().tail_size(), 200u);
  owner.expect_exact_results();
  ASSERT_TRUE(owner.update());
  owner.expect_exact_results();
  owner.index().clear();
  EXPECT_FALSE(owner.index().is_ready());
}

// A tenth of the rows changes, and the index follows in parts.
TEST(TailedIndex, KeepsItsRecallWhileRowsChange) {
  std::mt19937 random(23);
  constexpr std::size_t kRows = 4000, kSize = 64;
  for (const std::size_t clusters : {0, 40}) {
    VectorMaker maker(kSize, clusters, 24);
    MadeRows rows(kSize);
    TailedIndex index({.dimensions = kSize}, 1);
    const auto update = [&] {
      TailedIndex::Update made = index.begin_update(rows.size());
      made.run(rows, always);
      index.end_update(std::move(made), rows.size());
    };
    for (std::size_t i = 0; i < kRows; ++i) {
      rows.add(maker.make());
      index.changed(Slot(i));
    }
    update();
    std::size_t found = 0, looked_at = 0;
    for (std::size_t i = 0; i < kRows / 10; ++i) {
      const auto slot = Slot(random() % kRows);
      rows.set(slot, maker.make());
      index.changed(slot);
      if (i % 100 == 99) update();
      if (i % 20 != 10) continue;
      const auto query = maker.make();
      std::vector<Slot> all(kRows);
      std::iota(all.begin(), all.end(), Slot{0});
      Best right(Metric::Euclidean, rows, query.data(), kTop);
      right.look_at(all);
      Best best(Metric::Euclidean, rows, query.data(), kTop);
      index.search(kRows, query.data(), best);
      looked_at += best.looked_at();
      for (const Slot one : best.slots()) found += right.slots().contains(one);
    }
    const std::size_t searches = kRows / 10 / 20;
    EXPECT_GE(double(found), (clusters ? 0.99 : 0.95) * double(searches * kTop)) << clusters;
    EXPECT_LT(looked_at / searches, kRows / 3) << clusters;
  }
}

}  // namespace tailed_index_test
}  // namespace partita::vectors
