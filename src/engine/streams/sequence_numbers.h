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
#pragma once

#include <cstdint>
#include <mutex>

#include "base/clock.h"

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
  explicit SequenceNumbers(const base::Clock& clock) : clock_(clock) {}
  SequenceNumbers(const SequenceNumbers&) = delete;
  SequenceNumbers& operator=(const SequenceNumbers&) = delete;

  // The numbers of one batch. They hold back settled_below() until settle(). A ticket must not move.
  class Ticket {
   public:
    explicit Ticket(SequenceNumbers& numbers) : numbers_(numbers) {}
    ~Ticket() { settle(); }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;

    // The next number, greater than all numbers that were drawn before. Takes no memory.
    SequenceNumber draw();
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

  // A number that no record has: those drawn before are smaller, those drawn later are greater.
  SequenceNumber draw_boundary();
  // See above. A number that is drawn later is not below the result.
  SequenceNumber settled_below();
  // Makes all later numbers greater than `number`, which is stored.
  void skip_to(SequenceNumber number);

 private:
  SequenceNumber next();

  const base::Clock& clock_;
  std::mutex mutex_;
  // All below are guarded by mutex_.
  SequenceNumber last_ = 0;
  Ticket* oldest_ = nullptr;
  Ticket* newest_ = nullptr;
};

}  // namespace partita::engine
