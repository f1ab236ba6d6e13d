// MemoryBudget: how many bytes requests and answers under way may hold, in all connections of a server. Bytes are taken
// before the memory is, and given back with it.
//
// Who holds little may take the last eighth too: those who hold much never keep the others from being served. Who does not get
// what it asks for can queue: what is given back is then kept for those who queue, in the order in which they came, so that
// no stream of requests that need less keeps a large one waiting. While somebody queues, those who hold little share an eighth of
// the budget among themselves, and so still pass.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

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
  std::size_t queued() const { return queued_.load(std::memory_order_relaxed); }  // who queue, now
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
  using Ticket = std::uint64_t;
  static constexpr Ticket kNoTicket = 0;

  // `in_all`: what the taker then holds. False where there is not as much left, or it is kept for those who queue before the
  // taker.
  bool take(std::size_t bytes, std::size_t in_all, Ticket ticket);
  bool take_up_to(std::size_t most, std::size_t bytes);
  // What those ask for who queue before `ticket`, as far as that is not more than `most`.
  std::size_t kept_before(Ticket ticket, std::size_t most);
  void take_anyway(std::size_t bytes);
  void give(std::size_t bytes);
  // Somebody who held `before` bytes now holds `after`.
  void note_little(std::size_t before, std::size_t after);
  std::size_t eighth() const { return limit_ / 8; }
  std::size_t for_much() const { return limit_ - eighth(); }
  // What those who hold little have of the eighth that is theirs while somebody queues.
  std::size_t eighth_held() const { return std::min(little_held_.load(std::memory_order_relaxed), eighth()); }
  void note_peak(std::size_t held);
  void note_wanted(std::size_t bytes);
  Ticket queue();
  void leave_queue(Ticket ticket);
  void want(Ticket ticket, std::size_t bytes);

  static constexpr std::size_t kLeastLittle = 128 << 10;

  const std::size_t limit_;
  const std::size_t little_;
  std::atomic<std::size_t> held_{0};
  std::atomic<std::size_t> little_held_{0};  // by those who hold little
  std::atomic<std::size_t> peak_{0};
  std::atomic<std::size_t> recent_peak_{0};
  std::atomic<std::size_t> wanted_{0};
  std::atomic<std::size_t> queued_{0};
  std::mutex mutex_;
  std::map<Ticket, std::size_t> queue_;  // guarded by mutex_: what each asked for and has not got
  Ticket last_ticket_ = kNoTicket;       // guarded by mutex_
};

// What one connection holds; given back at its end. Not for several threads at once.
class MemoryHold {
 public:
  explicit MemoryHold(MemoryBudget& budget) : budget_(budget) {}
  ~MemoryHold() {
    leave_queue();
    force(0);
  }
  MemoryHold(const MemoryHold&) = delete;
  MemoryHold& operator=(const MemoryHold&) = delete;

  std::size_t bytes() const { return bytes_; }
  // Holds `bytes` in all. False, and all is as it was, where that is more than before and not to be had.
  bool resize(std::size_t bytes);
  // The same where the memory is taken already, or must be.
  void force(std::size_t bytes);
  // The last resize() failed, and would have failed however little the others held.
  bool asked_too_much() const { return asked_too_much_; }
  // From now on what it asks for and does not get is kept for it, behind those who queue already. No change where it queues.
  void queue();
  void leave_queue();

 private:
  void set_bytes(std::size_t bytes);

  MemoryBudget& budget_;
  std::size_t bytes_ = 0;
  MemoryBudget::Ticket ticket_ = MemoryBudget::kNoTicket;
  std::size_t missing_ = 0;  // what the last resize() did not get; 0: it got all
  bool asked_too_much_ = false;
};

}  // namespace partita::server
