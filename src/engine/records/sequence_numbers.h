// SequenceNumbers: the numbers of stream records, one series for all streams of a database.
//
// A number is a time in milliseconds, shifted, plus a counter. So numbers rise with time, the age of a record is known
// from its key, and no number is used twice, also after a restart. If the clock goes back, the numbers go on from the
// highest one, and their times stay behind until the clock has caught up.
//
// A number is drawn while the item's lock is held, just before the batch with the record goes to the store. So records
// of one item have the order of its writes. Batches of different items may become visible in another order than that of
// their numbers. So a reader must not read beyond settled_below(): below it every number belongs to a batch that is
// either visible or has failed, and no later batch gets a number there.
//
// A number can also be the boundary between two shards, or a stream's end. Its ticket is settled after the catalog
// shows the boundary. So a reader that takes settled_below() first and the stream's description afterwards never reads
// past a boundary that the description lacks.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "base/clock.h"
#include "keys/key_space.h"

namespace partita::engine {

using SequenceNumber = std::uint64_t;

constexpr unsigned kSequenceTimeShift = 22;  // 4 million numbers for each millisecond; stored, so never change it

// The first number of the millisecond, and the millisecond of the number.
constexpr SequenceNumber first_number_at(std::int64_t time_ms) {
  return time_ms <= 0 ? 0 : static_cast<SequenceNumber>(time_ms) << kSequenceTimeShift;
}
constexpr std::int64_t time_of(SequenceNumber number) {
  return static_cast<std::int64_t>(number >> kSequenceTimeShift);
}

class SequenceNumbers {
 public:
  // `clock` must outlive the numbers.
  explicit SequenceNumbers(const base::Clock& clock);
  // Requires: there are no listeners.
  ~SequenceNumbers();
  SequenceNumbers(const SequenceNumbers&) = delete;
  SequenceNumbers& operator=(const SequenceNumbers&) = delete;

  // The numbers of one batch. They hold back settled_below() until settle(). A ticket must not move.
  class Ticket {
   public:
    explicit Ticket(SequenceNumbers& numbers) : numbers_(numbers) {}
    ~Ticket() { settle(); }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;

    // The next number, greater than all numbers that were drawn before, for a record or a boundary of this stream. A
    // stream that has no id yet has the id 0. Takes no memory.
    SequenceNumber draw(keys::TableId stream);
    // The lowest number of the batch, which is that of the batch as a whole: a moment is before it or after it. It is
    // drawn by the first call, unless a record has drawn one. Requires: the locks of all items of the batch are held.
    SequenceNumber of_batch() { return lowest_ != 0 ? lowest_ : draw(0); }
    // Whether the batch must say how far the numbers have come (number_bounds.h), and that it was stored with that.
    // Requires: the ticket has numbers.
    bool must_mark() const { return lowest_ >= numbers_.marked_below_.load(std::memory_order_relaxed); }
    void note_marked(SequenceNumber bound);
    bool marks = false;  // for number_bounds.h: a batch of this ticket had the bound
    // Must be called when the batch is visible or has failed, and before its writer is answered. A ticket without
    // numbers need not be settled.
    void settle();

   private:
    friend class SequenceNumbers;
    SequenceNumbers& numbers_;
    SequenceNumber lowest_ = 0;  // 0: has no numbers
    Ticket* before_ = nullptr;   // in the list of unsettled tickets, which rises by `lowest_`
    Ticket* after_ = nullptr;
  };

  // Learns that numbers of one stream are settled.
  class Listener {
   public:
    // Called once for each wait() that returned false, when a number is settled that the waiter has not seen. It must
    // be quick and must not use the numbers, because it runs on a writer's thread that holds their mutex. If it returns
    // false, for lack of memory, it is called again later.
    virtual bool wake() noexcept = 0;

   protected:
    ~Listener() = default;

   private:
    friend class SequenceNumbers;
    keys::TableId stream_ = 0;
    SequenceNumber last_ = 0;  // the stream's highest number
    // The stream's lowest number that is not below the position of the last unread_from(); 0: there is none.
    SequenceNumber unread_ = 0;
    SequenceNumber due_ = 0;  // wake() is called when this number is settled; 0: there is none yet
    bool waits_ = false;
  };
  // From here on, `listener` knows the numbers of the stream. It must live until remove(). Adds nothing if memory runs
  // out.
  void add(Listener& listener, keys::TableId stream);
  // After it returns, wake() is not called any more.
  void remove(Listener& listener);
  // Returns 0 if no number of the stream is at or above `position`, otherwise a number which none of those is below.
  SequenceNumber unread_from(Listener& listener, SequenceNumber position);
  // Returns true if the stream may have a settled number that is not below `position`. Otherwise the listener waits for
  // one. Requires: the listener does not wait.
  bool wait(Listener& listener, SequenceNumber position);

  // See above. A number that is drawn later is not below the result.
  SequenceNumber settled_below();
  // Makes all later numbers greater than `number`, which is stored. Must be called before numbers are drawn.
  void skip_to(SequenceNumber number);

  // A random number that tells this object from those of earlier runs of the database.
  std::uint64_t run() const { return run_; }
  // No record that was stored before this run has this number or a greater one, and no later record a smaller one.
  SequenceNumber first_of_run() const { return first_of_run_; }

 private:
  SequenceNumber next();
  SequenceNumber settled() const { return oldest_ != nullptr ? oldest_->lowest_ : last_ + 1; }
  void note(keys::TableId stream, SequenceNumber number);
  void wake_due();

  const base::Clock& clock_;
  const std::uint64_t run_;
  // The store says that there may be numbers below this one.
  std::atomic<SequenceNumber> marked_below_{0};
  SequenceNumber first_of_run_ = 1;  // fixed after the last skip_to()
  std::mutex mutex_;
  // All below are guarded by mutex_.
  SequenceNumber last_ = 0;
  Ticket* oldest_ = nullptr;
  Ticket* newest_ = nullptr;
  std::multimap<keys::TableId, Listener*> listeners_;  // by stream
  std::vector<Listener*> due_;  // the waiting listeners with a number; has room for all listeners
};

}  // namespace partita::engine
