// DelayedReads: an earlier state of the store for eventually consistent reads (--index-delay).
//
// A delayed read sees each write that was visible for twice the delay, and none that is younger than the delay, by the
// injected clock. Later reads never see an earlier state, unless the clock is set back and then forward.
//
// States are noted by writers: the first write after a delay without a noted state takes a snapshot before it. So a
// note at time t, whose predecessor is at or before now - 2 * delay, has only writes that began before the
// predecessor's time plus the delay, which is at least a delay ago. And each write since the note is younger than twice
// the delay. So a reader takes the oldest note of the last two delays, or the newest state if there is none: then
// nothing was written in the last delay. At most two notes are kept at a time, and no thread is needed.
//
// All functions may be called from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "base/clock.h"
#include "storage/store.h"

namespace partita::engine {

class DelayedReads {
 public:
  // `store` and `clock` must outlive this. `delay` is positive. `of_tables` tells whether eventually consistent reads
  // of tables and local indexes are delayed too, beside those of global indexes.
  DelayedReads(const storage::Store& store, const base::Clock& clock, std::chrono::milliseconds delay, bool of_tables)
      : store_(store), clock_(clock), delay_ms_(delay.count()), of_tables_(of_tables) {}

  bool of_tables() const { return of_tables_; }

  // Must be called before each write of items or index entries to the store.
  void before_write();
  // Lets reads see all that is visible now. Must be called before reads of a new index are accepted, because its
  // entries are older than their writes.
  void catch_up();
  // The state to read. nullptr: the newest one.
  std::shared_ptr<const storage::Snapshot> snapshot();

 private:
  struct Note {
    std::int64_t time_ms;
    std::shared_ptr<const storage::Snapshot> snapshot;
  };
  // Drops the notes that no reader needs. Requires: mutex_ is held.
  void forget(std::int64_t now_ms);

  const storage::Store& store_;
  const base::Clock& clock_;
  const std::int64_t delay_ms_;
  const bool of_tables_;
  std::mutex mutex_;
  std::deque<Note> notes_;  // ascending; guarded by mutex_
};

}  // namespace partita::engine
