// MemoryBudget: a limit on the bytes that requests and answers under way hold in all connections of a server. A holder
// takes bytes from the budget before it allocates them, and gives them back when it frees them.
//
// A holder of little may take the last eighth, the reserve, too, so holders of much never keep the others from being
// served. A holder that does not get its bytes can queue. Bytes given back are then kept for the queue in its order.
//
// Those that hold a request already have the place of the bytes that have been served, because all others wait for the
// bytes that they will give back. Each of the others has that place plus its own bytes. So those that ask for the same
// come in their order, one that asks for little passes some that ask for much, and one that asks for much is served
// after as many bytes of others at most. It passes no requests while those in the queue hold more than an eighth of the
// budget. While holders queue, the holders of little share an eighth among themselves, so that they still pass.
//
// All functions of MemoryBudget may be called from any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace partita::server {

// Whether a holder in the queue holds a whole request, or no bytes that others wait for.
enum class QueueAs : std::uint8_t { Request, Newcomer };

class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t limit) : limit_(limit), little_(std::max(limit / 64, kLeastLittle)) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  std::size_t limit() const { return limit_; }
  // The most bytes that a holder of little holds in all.
  std::size_t little() const { return little_; }
  std::size_t held() const { return held_.load(std::memory_order_relaxed); }
  std::size_t peak() const { return peak_.load(std::memory_order_relaxed); }      // the most bytes that were ever held
  std::size_t queued() const { return queued_.load(std::memory_order_relaxed); }  // the number of holders in the queue
  // The most bytes that were held since the last call.
  std::size_t take_recent_peak() { return recent_peak_.exchange(held(), std::memory_order_relaxed); }
  // Whether more than half is free, so that connections may keep memory for later.
  bool ample() const { return held() < limit_ / 2; }
  // Whether less than a quarter is free, or less than a holder asked for. Connections without progress must then give
  // memory back.
  bool scarce() const {
    return held() > limit_ - limit_ / 4 || held() + wanted_.load(std::memory_order_relaxed) > unreserved();
  }
  // Forgets the bytes that holders asked for in vain, which scarce() counts. A holder that still waits asks again.
  void forget_wanted() { wanted_.store(0, std::memory_order_relaxed); }
  // The most bytes that one request and its answer may hold if they are the only ones.
  std::size_t most_for_one() const { return std::max(unreserved(), std::min(little_, limit_)); }
  // Whether the reserve is free.
  bool reserve_is_free() const { return held() <= unreserved(); }

 private:
  friend class MemoryHold;
  using QueueNumber = std::uint64_t;
  static constexpr QueueNumber kNotQueued = 0;

  // Takes `bytes` for a holder that then holds `in_all`. Returns false if too few bytes are left, or if they are kept
  // for holders before `number` in the queue.
  bool take(std::size_t bytes, std::size_t in_all, QueueNumber number);
  // Takes `bytes` if then at most `most` are held.
  bool take_up_to(std::size_t most, std::size_t bytes);
  // The bytes that holders before `number` in the queue lack, but at most `most`. All holders in the queue are
  // before kNotQueued.
  std::size_t kept_before(QueueNumber number, std::size_t most);
  void take_anyway(std::size_t bytes);
  void give(std::size_t bytes);
  // Corrects little_held_ for a holder that held `before` bytes and now holds `after`.
  void note_little(std::size_t before, std::size_t after);
  std::size_t reserve_bytes() const { return limit_ / 8; }
  std::size_t unreserved() const { return limit_ - reserve_bytes(); }
  // The part of the reserve that holders of little have taken. It is theirs while holders queue.
  std::size_t reserve_held() const { return std::min(little_held_.load(std::memory_order_relaxed), reserve_bytes()); }
  void note_peak(std::size_t held);
  void note_wanted(std::size_t bytes);
  QueueNumber queue(QueueAs as, std::size_t bytes);
  // `served` are the bytes that the holder got, or 0 if it leaves without them.
  void leave_queue(QueueNumber number, std::size_t served);
  void want(QueueNumber number, std::size_t lacks, std::size_t holds);

  static constexpr std::size_t kLeastLittle = 128 << 10;

  struct Waiting {
    std::size_t lacks = 0;
    std::size_t holds = 0;
    QueueAs as = QueueAs::Newcomer;
  };

  const std::size_t limit_;
  const std::size_t little_;
  std::atomic<std::size_t> held_{0};
  std::atomic<std::size_t> little_held_{0};  // by holders of little
  std::atomic<std::size_t> peak_{0};
  std::atomic<std::size_t> recent_peak_{0};
  std::atomic<std::size_t> wanted_{0};
  std::atomic<std::size_t> queued_{0};
  std::mutex mutex_;
  std::map<QueueNumber, Waiting> queue_;   // guarded by mutex_
  QueueNumber last_request_ = kNotQueued;  // the last number of a holder of a request; guarded by mutex_
  std::size_t held_by_requests_ = 0;       // in the queue; guarded by mutex_
  QueueNumber served_ = 1;                 // the bytes that the queue has got; guarded by mutex_
};

// The bytes that one connection holds. The destructor gives them back. Several threads must not use a hold at once. The
// budget must outlive it.
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
  // The bytes that the hold would have if the last resize() had succeeded.
  std::size_t wanted_bytes() const { return bytes_ + missing_; }
  // Changes the hold to `bytes` in all. Returns false and leaves it as it is if the budget does not have the additional
  // bytes. If the hold queues, these are then kept for it.
  bool resize(std::size_t bytes);
  // Changes the hold even beyond the limit, for memory that is allocated already or that must be.
  void force(std::size_t bytes);
  // Whether the last resize() failed and would have failed even if no other request held memory.
  bool asked_too_much() const { return asked_too_much_; }
  // Joins the queue, so that the bytes that the hold lacks are kept for it. Has no effect if it queues already.
  void queue(QueueAs as = QueueAs::Newcomer);
  void leave_queue();

 private:
  void set_bytes(std::size_t bytes);

  MemoryBudget& budget_;
  std::size_t bytes_ = 0;
  MemoryBudget::QueueNumber queue_number_ = MemoryBudget::kNotQueued;
  std::size_t missing_ = 0;         // the bytes that the last resize() did not get; 0 if it succeeded
  std::size_t queued_missing_ = 0;  // the missing bytes when the hold joined the queue
  bool asked_too_much_ = false;
};

}  // namespace partita::server
