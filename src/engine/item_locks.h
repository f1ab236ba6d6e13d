// ItemLocks: who may write which item. A lock is a striped FIFO queue of continuations, never a mutex held across a
// commit: a writer that has to wait leaves its continuation and gives its thread back.
//
// Invariants
// 1. A stripe has one holder at most; waiters get it in the order in which they came.
// 2. A set of stripes is taken in ascending order, so that sets cannot wait for each other in a circle.
// 3. A continuation that had to wait runs on the executor, never inside release(): release() returns at once.
#pragma once

#include "engine/executor.h"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace partita::engine {

class ItemLocks {
 public:
  using Stripe = std::uint16_t;
  static constexpr std::size_t kStripes = 4096;

  // Requires: `executor` outlives the locks.
  explicit ItemLocks(Executor& executor) : executor_(executor), stripes_(new State[kStripes]) {}

  static Stripe stripe_of(std::string_view item_key);
  // Sorted, each once.
  static std::vector<Stripe> stripes_of(const std::vector<std::string_view>& item_keys);

  // Calls `then` once the stripe is held: before returning where it was free.
  void acquire(Stripe stripe, std::function<void()> then);
  // Requires: `stripes` are sorted, each once, and live until `then` is called.
  void acquire(const std::vector<Stripe>& stripes, std::function<void()> then);
  void release(Stripe stripe);
  void release(const std::vector<Stripe>& stripes);

  // Waits until every writer that holds or awaits a stripe now has released it. Must not be called by such a writer.
  void wait_for_writers();

 private:
  struct State {
    std::mutex mutex;
    bool held = false;
    std::deque<std::function<void()>> waiting;
  };
  void acquire_from(const std::vector<Stripe>& stripes, std::size_t next, std::function<void()> then);

  Executor& executor_;
  std::unique_ptr<State[]> stripes_;
};

}  // namespace partita::engine
