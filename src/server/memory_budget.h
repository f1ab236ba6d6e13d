// MemoryBudget: how many bytes requests and answers under way may hold, in all connections of a server. Bytes are taken
// before the memory is, and given back with it.
//
// Who holds little may take the last eighth too: those who hold much never keep the others from being served.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace partita::server {

class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t limit) : limit_(limit), little_(std::max(limit / 64, kLeastLittle)) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  std::size_t limit() const { return limit_; }
  // What somebody may hold in all and still take from the last eighth.
  std::size_t little() const { return little_; }
  std::size_t held() const { return held_.load(std::memory_order_relaxed); }
  std::size_t peak() const { return peak_.load(std::memory_order_relaxed); }  // the most that was ever held
  // The most that was held since the last call.
  std::size_t take_recent_peak() { return recent_peak_.exchange(held(), std::memory_order_relaxed); }
  // More than half is free: memory may be kept for later.
  bool ample() const { return held() < limit_ / 2; }
  // Less than a quarter is free, or less than somebody asked for: those who hold memory and do nothing with it are to let
  // go of it.
  bool scarce() const { return held() > limit_ - limit_ / 4 || held() + wanted_.load(std::memory_order_relaxed) > for_much(); }
  // What somebody asked for counts until this. Who still waits asks again.
  void forget_wanted() { wanted_.store(0, std::memory_order_relaxed); }
  // What one request and its answer may hold where there is no other.
  std::size_t most_for_one() const { return std::max(for_much(), std::min(little_, limit_)); }
  // The last eighth is free.
  bool has_for_little() const { return held() <= for_much(); }

 private:
  friend class MemoryHold;
  // `in_all`: what the taker then holds. False where there is not as much left.
  bool take(std::size_t bytes, std::size_t in_all);
  void take_anyway(std::size_t bytes);
  void give(std::size_t bytes);
  std::size_t for_much() const { return limit_ - limit_ / 8; }
  void note_peak(std::size_t held);
  void note_wanted(std::size_t bytes);

  static constexpr std::size_t kLeastLittle = 128 << 10;

  const std::size_t limit_;
  const std::size_t little_;
  std::atomic<std::size_t> held_{0};
  std::atomic<std::size_t> peak_{0};
  std::atomic<std::size_t> recent_peak_{0};
  std::atomic<std::size_t> wanted_{0};
};

// What one connection holds; given back at its end. Not for several threads at once.
class MemoryHold {
 public:
  explicit MemoryHold(MemoryBudget& budget) : budget_(budget) {}
  ~MemoryHold() { force(0); }
  MemoryHold(const MemoryHold&) = delete;
  MemoryHold& operator=(const MemoryHold&) = delete;

  std::size_t bytes() const { return bytes_; }
  // Holds `bytes` in all. False, and all is as it was, where that is more than before and not to be had.
  bool resize(std::size_t bytes);
  // The same where the memory is taken already, or must be.
  void force(std::size_t bytes);
  // The last resize() failed, and would have failed however little the others held.
  bool asked_too_much() const { return asked_too_much_; }

 private:
  MemoryBudget& budget_;
  std::size_t bytes_ = 0;
  bool asked_too_much_ = false;
};

}  // namespace partita::server
