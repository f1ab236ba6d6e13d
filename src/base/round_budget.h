// RoundBudget: the work that all connections of an event loop may do together in one round, besides the small steps
// that each request needs. A connection whose request needs more work than is left hands it to another thread or waits
// for the next round, so that the others of the round need not wait for the sum of many costly requests.
//
// Work is measured in bytes, and each kind of work says how many bytes one item is worth.
#pragma once

#include <cstddef>
#include <functional>

namespace partita::base {

// The budget of its thread for the lifetime of the object. It must be destroyed on the thread that made it. A thread
// has one at most.
class RoundBudget {
 public:
  // `first` is called for the first work after the start or after a renew(), so that the loop knows when to call
  // renew(). It must not throw.
  RoundBudget(std::size_t bytes, std::function<void()> first);
  ~RoundBudget();
  RoundBudget(const RoundBudget&) = delete;
  RoundBudget& operator=(const RoundBudget&) = delete;

  // What the calling thread may still do in this round, at most `wanted`. It is `wanted` on a thread without a budget.
  static std::size_t left(std::size_t wanted) noexcept;
  // Whether the calling thread has a budget, so that others wait for what it does.
  static bool is_limited() noexcept;
  // Takes work that was done from the calling thread's budget.
  static void spend(std::size_t bytes) noexcept;
  // Begins a new round.
  void renew() noexcept { left_ = bytes_; }

 private:
  const std::size_t bytes_;
  const std::function<void()> first_;
  std::size_t left_;
};

}  // namespace partita::base
