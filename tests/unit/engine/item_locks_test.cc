#include "engine/commit/item_locks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <latch>
#include <random>
#include <thread>

namespace partita::engine {
namespace item_locks_test {

class Writer final : public LockSet {
 public:
  explicit Writer(std::vector<std::string> keys, std::function<void()> then = {})
      : keys_(std::move(keys)), then_(std::move(then)) {
    for (const std::string& key : keys_) add_lock(key);
  }
  std::size_t position_of(std::string_view key) const {
    return std::size_t(std::find_if(locks().begin(), locks().end(), [&](const Lock& lock) { return lock.key == key; }) -
                       locks().begin());
  }

 private:
  void all_held() override { then_(); }

  const std::vector<std::string> keys_;
  const std::function<void()> then_;
};

class ItemLocksTest : public testing::Test {
 protected:
  std::string seen_by(const LockSet& set, std::size_t position = 0) {
    const auto found = locks_.on_its_way(set.locks()[position]);
    if (!found) return "nothing";
    return found->item.value_or("erased") + " at " + std::to_string(found->place);
  }

  Executor handovers_{1};
  ItemLocks locks_{handovers_};
};

TEST_F(ItemLocksTest, a_free_lock_is_held_at_once_and_leaves_nothing_behind) {
  Writer writer({"a", "c", "b"});
  EXPECT_TRUE(locks_.acquire(writer));
  EXPECT_EQ(locks_.statistics().entries, 3u);
  locks_.release(writer);
  EXPECT_EQ(locks_.statistics().entries, 0u);
}

// Items differ by their whole keys, even if there are many.
TEST_F(ItemLocksTest, writers_of_other_items_never_wait) {
  constexpr int kWriters = 20'000;
  std::vector<std::unique_ptr<Writer>> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.push_back(std::make_unique<Writer>(std::vector{"table key " + std::to_string(i)}));
    ASSERT_TRUE(locks_.acquire(*writers.back()));
  }
  EXPECT_EQ(locks_.statistics().entries, std::uint64_t{kWriters});
  for (auto& writer : writers) locks_.release(*writer);
  EXPECT_EQ(locks_.statistics().entries, 0u);
  EXPECT_EQ(locks_.statistics().waits, 0u);
}

TEST_F(ItemLocksTest, waiters_come_in_the_order_in_which_they_asked) {
  constexpr int kWaiters = 50;
  std::vector<int> order;  // guarded by the lock
  std::promise<void> all_done;
  Writer first({"a"});
  ASSERT_TRUE(locks_.acquire(first));
  std::vector<std::unique_ptr<Writer>> waiters;
  for (int i = 0; i < kWaiters; ++i) {
    waiters.push_back(std::make_unique<Writer>(std::vector<std::string>{"a"}, [&, i] {
      order.push_back(i);
      locks_.release(*waiters[std::size_t(i)]);
      if (i == kWaiters - 1) all_done.set_value();
    }));
    EXPECT_FALSE(locks_.acquire(*waiters.back()));
  }
  EXPECT_TRUE(order.empty());
  EXPECT_EQ(locks_.statistics().waiting, std::uint64_t{kWaiters});
  locks_.release(first);
  all_done.get_future().wait();
  EXPECT_EQ(order.size(), std::size_t{kWaiters});
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(locks_.statistics().waiting, 0u);
  EXPECT_EQ(locks_.statistics().waits, std::uint64_t{kWaiters});
}

TEST_F(ItemLocksTest, release_never_runs_a_waiter_itself) {
  std::promise<std::thread::id> ran_on;
  Writer first({"a"});
  Writer second({"a"}, [&] { ran_on.set_value(std::this_thread::get_id()); });
  ASSERT_TRUE(locks_.acquire(first));
  ASSERT_FALSE(locks_.acquire(second));
  locks_.release(first);
  EXPECT_NE(ran_on.get_future().get(), std::this_thread::get_id());
  locks_.release(second);
}

TEST_F(ItemLocksTest, what_is_on_its_way_is_seen_by_the_next_writer_until_it_is_settled) {
  std::optional<std::string> item = "1";
  Writer first({"a"}), second({"a"}), third({"a"});
  ASSERT_TRUE(locks_.acquire(first));
  EXPECT_EQ(seen_by(first), "nothing");
  locks_.announce(first, 0, item);
  locks_.release(first, 7);
  ASSERT_TRUE(locks_.acquire(second));
  EXPECT_EQ(seen_by(second), "1 at 7");
  locks_.settle(first);
  EXPECT_EQ(seen_by(second), "nothing");
  locks_.release(second);
  EXPECT_EQ(locks_.statistics().entries, 0u);
  ASSERT_TRUE(locks_.acquire(third));
  EXPECT_EQ(seen_by(third), "nothing");
  locks_.release(third);
}

TEST_F(ItemLocksTest, the_last_of_several_on_their_way_is_seen_in_whatever_order_they_are_settled) {
  const std::optional<std::string> item = "1", nothing, item_again = "3";
  for (const auto& order : {std::vector{0, 1, 2}, std::vector{2, 1, 0}, std::vector{1, 0, 2}}) {
    Writer writers[3]{Writer({"a"}), Writer({"a"}), Writer({"a"})};
    const std::optional<std::string>* made[3]{&item, &nothing, &item_again};
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(locks_.acquire(writers[i]));
      if (i == 2) {
        EXPECT_EQ(seen_by(writers[i]), "erased at 2");
      }
      locks_.announce(writers[i], 0, *made[i]);
      locks_.release(writers[i], CommitPlace(i + 1));
    }
    bool last_is_settled = false;
    for (int i : order) {
      Writer next({"a"});
      ASSERT_TRUE(locks_.acquire(next));
      EXPECT_EQ(seen_by(next), last_is_settled ? "nothing" : "3 at 3");
      locks_.release(next);
      locks_.settle(writers[i]);
      last_is_settled = last_is_settled || i == 2;
    }
    EXPECT_EQ(locks_.statistics().entries, 0u);
  }
}

// A batch can be durable before its writer has called release().
TEST_F(ItemLocksTest, a_writer_may_be_settled_before_it_releases) {
  const std::optional<std::string> item = "1";
  Writer first({"a"}), second({"a"});
  ASSERT_TRUE(locks_.acquire(first));
  locks_.announce(first, 0, item);
  locks_.settle(first);
  EXPECT_EQ(locks_.statistics().entries, 1u);
  locks_.release(first, 7);
  EXPECT_EQ(locks_.statistics().entries, 0u);
  ASSERT_TRUE(locks_.acquire(second));
  EXPECT_EQ(seen_by(second), "nothing");
  locks_.release(second);
}

// The queue of the log is full, and the earlier writer is still under way.
TEST_F(ItemLocksTest, a_writer_without_a_place_leaves_what_the_writer_before_it_announced) {
  const std::optional<std::string> item = "1", refused = "2";
  Writer first({"a"}), second({"a"}), third({"a"});
  ASSERT_TRUE(locks_.acquire(first));
  locks_.announce(first, 0, item);
  locks_.release(first, 7);
  ASSERT_TRUE(locks_.acquire(second));
  locks_.announce(second, 0, refused);
  locks_.settle(second);
  locks_.release(second);
  ASSERT_TRUE(locks_.acquire(third));
  EXPECT_EQ(seen_by(third), "1 at 7");
  locks_.settle(first);
  locks_.release(third);
  EXPECT_EQ(locks_.statistics().entries, 0u);
}

TEST_F(ItemLocksTest, of_a_set_only_what_was_announced_is_seen) {
  const std::optional<std::string> item = "1";
  Writer first({"a", "b", "c"}), second({"a", "b", "c"});
  ASSERT_TRUE(locks_.acquire(first));
  locks_.announce(first, first.position_of("b"), item);
  locks_.release(first, 7);
  EXPECT_EQ(locks_.statistics().entries, 1u);
  ASSERT_TRUE(locks_.acquire(second));
  EXPECT_EQ(seen_by(second, second.position_of("a")), "nothing");
  EXPECT_EQ(seen_by(second, second.position_of("b")), "1 at 7");
  locks_.settle(first);
  locks_.release(second);
  EXPECT_EQ(locks_.statistics().entries, 0u);
}

// Sets overlap at random. Each must be held exclusively, all must be served, and no thread may be blocked while they
// wait.
TEST_F(ItemLocksTest, many_random_sets_exclude_each_other_and_never_deadlock) {
  constexpr std::size_t kSets = 4000, kItems = 12;
  Executor disk(3);
  std::mt19937 random(5);
  std::array<std::atomic<int>, kItems> holders{};
  std::atomic<bool> shared = false;
  std::latch done(kSets);
  std::vector<std::unique_ptr<Writer>> sets;
  const auto holder_of = [&](const LockSet::Lock& lock) -> std::atomic<int>& {
    return holders[std::stoul(std::string(lock.key))];
  };
  const auto hold = [&](std::size_t i) {
    for (const auto& lock : sets[i]->locks())
      if (holder_of(lock).fetch_add(1) != 0) shared = true;
    disk.post([&, i] {  // held beyond the continuation, as by a write that waits for the disk
      for (const auto& lock : sets[i]->locks()) holder_of(lock).fetch_sub(1);
      locks_.release(*sets[i]);
      done.count_down();
    });
  };
  for (std::size_t i = 0; i < kSets; ++i) {
    std::vector<std::string> keys;
    for (std::size_t item = 0; item < kItems; ++item)
      if (random() % 3 == 0) keys.push_back(std::to_string(item));
    if (keys.empty()) keys.push_back("0");
    std::shuffle(keys.begin(), keys.end(), random);
    sets.push_back(std::make_unique<Writer>(std::move(keys), [&, i] { hold(i); }));
  }
  std::vector<std::thread> askers;
  for (std::size_t asker = 0; asker < 2; ++asker)
    askers.emplace_back([&, asker] {
      for (std::size_t i = asker; i < kSets; i += 2)
        if (locks_.acquire(*sets[i])) hold(i);
    });
  for (std::thread& asker : askers) asker.join();
  done.wait();
  EXPECT_FALSE(shared);
  disk.stop();
  EXPECT_EQ(locks_.statistics().entries, 0u);
}

TEST_F(ItemLocksTest, wait_for_writers_waits_for_those_that_hold_wait_or_are_not_settled) {
  const std::optional<std::string> item = "1";
  std::atomic<int> passed = 0;
  Writer first({"a"}), unsettled({"b", "c"});
  Writer second({"a"}, [&] {
    ++passed;
    locks_.release(second);
  });
  ASSERT_TRUE(locks_.acquire(first));
  ASSERT_FALSE(locks_.acquire(second));
  ASSERT_TRUE(locks_.acquire(unsettled));
  locks_.announce(unsettled, 1, item);
  locks_.release(unsettled, 7);
  std::thread waiter([&] {
    locks_.wait_for_writers();
    EXPECT_EQ(passed.load(), 3);
  });
  ++passed;
  locks_.release(first);
  ++passed;
  locks_.settle(unsettled);
  waiter.join();
}

// wait_for_writers() does not wait for writers that come later.
TEST_F(ItemLocksTest, wait_for_writers_ends_while_others_go_on) {
  std::atomic<bool> stop = false;
  std::atomic<int> rounds = 0;
  Writer held({"x"});
  std::thread others([&] {
    while (!stop) {
      Writer one({"a"}), two({"a"}), three({"b"});
      const std::optional<std::string> item = "1";
      ASSERT_TRUE(locks_.acquire(one));
      locks_.announce(one, 0, item);
      locks_.release(one, 1);
      ASSERT_TRUE(locks_.acquire(two));
      locks_.settle(one);
      ASSERT_TRUE(locks_.acquire(three));
      locks_.release(two);
      locks_.release(three);
      ++rounds;
    }
  });
  for (int i = 0; i < 200; ++i) locks_.wait_for_writers();
  stop = true;
  others.join();
  ASSERT_TRUE(locks_.acquire(held));
  locks_.release(held);
  locks_.wait_for_writers();
}

}  // namespace item_locks_test
}  // namespace partita::engine
