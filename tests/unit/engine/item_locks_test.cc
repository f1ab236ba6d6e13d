#include "engine/item_locks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <latch>
#include <random>

namespace partita::engine {
namespace item_locks_test {

TEST(ItemLocks, a_free_stripe_is_held_at_once) {
  Executor executor(1);
  ItemLocks locks(executor);
  bool held = false;
  locks.acquire(3, [&] { held = true; });
  EXPECT_TRUE(held);
  locks.release(3);
}

TEST(ItemLocks, waiters_come_in_the_order_in_which_they_asked) {
  constexpr int kWaiters = 50;
  Executor executor(4);
  ItemLocks locks(executor);
  std::vector<int> order;  // guarded by the stripe
  std::promise<void> all_done;
  locks.acquire(3, [] {});
  for (int i = 0; i < kWaiters; ++i)
    locks.acquire(3, [&, i] {
      order.push_back(i);
      locks.release(3);
      if (i == kWaiters - 1) all_done.set_value();
    });
  EXPECT_TRUE(order.empty());
  locks.release(3);
  all_done.get_future().wait();
  EXPECT_EQ(order.size(), std::size_t{kWaiters});
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(ItemLocks, release_never_runs_a_waiter_itself) {
  Executor executor(1);
  ItemLocks locks(executor);
  std::promise<std::thread::id> ran_on;
  locks.acquire(3, [] {});
  locks.acquire(3, [&] { ran_on.set_value(std::this_thread::get_id()); });
  locks.release(3);
  EXPECT_NE(ran_on.get_future().get(), std::this_thread::get_id());
  locks.release(3);
}

TEST(ItemLocks, stripes_of_keys_are_sorted_and_come_once) {
  std::vector<std::string> keys;
  for (int i = 0; i < 20'000; ++i) keys.push_back("key" + std::to_string(i));
  const auto stripes = ItemLocks::stripes_of({keys.begin(), keys.end()});
  EXPECT_TRUE(std::is_sorted(stripes.begin(), stripes.end()));
  EXPECT_EQ(std::adjacent_find(stripes.begin(), stripes.end()), stripes.end());
  EXPECT_LE(stripes.size(), ItemLocks::kStripes);
  EXPECT_GT(stripes.size(), ItemLocks::kStripes / 2);
}

// Sets that overlap at random: each is held alone, all come through, and no thread is held up while they wait.
TEST(ItemLocks, many_random_sets_exclude_each_other_and_never_deadlock) {
  constexpr std::size_t kSets = 4000;
  constexpr std::size_t kStripes = 12;
  Executor executor(3);
  ItemLocks locks(executor);
  std::mt19937 random(5);
  std::vector<std::vector<ItemLocks::Stripe>> sets(kSets);
  for (auto& set : sets) {
    for (ItemLocks::Stripe stripe = 0; stripe < kStripes; ++stripe)
      if (random() % 3 == 0) set.push_back(stripe);
    if (set.empty()) set.push_back(0);
  }
  std::array<std::atomic<int>, kStripes> holders{};
  std::atomic<bool> shared = false;
  std::latch done(kSets);
  for (const auto& set : sets)
    locks.acquire(set, [&] {
      for (auto stripe : set) shared = shared || holders[stripe].fetch_add(1) != 0;
      executor.post([&] {  // held beyond the continuation, as by a write that waits for the disk
        for (auto stripe : set) holders[stripe].fetch_sub(1);
        locks.release(set);
        done.count_down();
      });
    });
  done.wait();
  EXPECT_FALSE(shared);
}

TEST(ItemLocks, wait_for_writers_waits_for_those_that_hold_and_those_that_wait) {
  Executor executor(2);
  ItemLocks locks(executor);
  locks.acquire(7, [] {});
  std::atomic<int> released = 0;
  locks.acquire(7, [&] {
    ++released;
    locks.release(7);
  });
  std::thread waiter([&] {
    locks.wait_for_writers();
    EXPECT_EQ(released.load(), 2);
  });
  ++released;
  locks.release(7);
  waiter.join();
}

}  // namespace item_locks_test
}  // namespace partita::engine
