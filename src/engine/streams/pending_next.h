// PendingNext: the next() of a subscription that is under way, if there is one. It is answered once: by the reader of
// the stream, or by the end of the subscription, which then waits for the reader's threads.
#pragma once

#include <partita/subscription.h>

#include <condition_variable>
#include <mutex>
#include <utility>

namespace partita::engine {

class PendingNext {
 public:
  using Done = Completion<std::vector<Record>>;

  // Marks the calling thread as one that reads, for the lifetime of the object. The thread must read only if
  // may_read().
  class Reading {
   public:
    explicit Reading(PendingNext& pending);
    ~Reading();
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
    // False if the subscription has ended. Then its database may be destroyed.
    bool may_read() const { return entered_; }

   private:
    friend class PendingNext;
    PendingNext& pending_;
    const bool entered_;
    const Reading* const outer_;  // that of the same thread, which began before; nullptr: there is none
  };

  // Takes `done`, or returns false and leaves it because another next() is under way. If the subscription has ended, it
  // calls `done` with Cancelled. The caller must own a part of this object, because from here on another thread may
  // destroy the subscription.
  bool take(Done& done);
  // Gives the answer to the next() that is under way, unless close() did.
  void answer(Result<std::vector<Record>> result) noexcept;
  // Calls arm() unless the subscription has ended. Another thread that begins to read meanwhile waits for it. Returns
  // the result of arm(), or false.
  template <class Arm>
  bool unless_closed(Arm arm) {
    const std::lock_guard lock(mutex_);
    return !closed_ && arm();
  }
  // Answers a next() that is under way with Cancelled, and waits until no other thread reads or runs a completion.
  void close() noexcept;

 private:
  bool enter();

  std::mutex mutex_;  // guards all below
  std::condition_variable left_;
  bool under_way_ = false;
  bool closed_ = false;
  unsigned inside_ = 0;
  Done done_;
};

// An answer to a next() for which a thread waits.
class AwaitedNext {
 public:
  PendingNext::Done completion();
  Result<std::vector<Record>> wait();

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  std::optional<Result<std::vector<Record>>> result_;
};

// The errors of a next() that comes at the wrong time.
unexpected<Error> another_next();
unexpected<Error> next_in_completion();

}  // namespace partita::engine
