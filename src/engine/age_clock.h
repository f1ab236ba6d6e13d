// AgeClock: the time by which things are old enough to be erased or forgotten: stream records, client request tokens,
// shard iterators, expired items.
//
// The time of day may jump, and what is erased by mistake does not come back. So this time passes only as fast as time
// really passes, and never gets ahead of the time of day. What carries a time of day as its stamp is therefore never
// older by this clock than it really is, if it is stamped while this clock runs.
//
// If the time of day is ahead, for example because the machine was off, this clock stays behind until it has run for a
// day. Then it makes up for what the time of day was ahead throughout this day. Everything that was stamped before is
// older than a day by then, and everything that was stamped since has stamps that are ahead as well.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <limits>
#include <mutex>

#include "base/clock.h"
#include "storage/store.h"

namespace partita::engine {

class AgeClock {
 public:
  // Begins at the time of day. `clock` must outlive this object.
  explicit AgeClock(const base::Clock& clock);

  // Goes on from the time that the store has, if it has one. The time since then counts if the machine has not been
  // restarted. Errors: those of Store::get(), Corruption.
  Result<void> load(const storage::Store& store);
  // Milliseconds since the Unix epoch. May be called from any thread.
  std::int64_t now_ms() const;
  // Puts the time into the store, so that the next run goes on from there. Errors: those of Store::write().
  Result<void> save(storage::Store& store);
  // The same, if the last time is some minutes ago.
  Result<void> save_if_due(storage::Store& store);

 private:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  struct State {
    std::int64_t time_ms = 0;
    std::int64_t elapsed_ms = 0;           // of the clock, when time_ms was right
    std::int64_t watched_ms = 0;           // how long the time of day has been ahead without a break
    std::int64_t least_ahead_ms = kNever;  // by how much it was ahead throughout
  };
  void go_on() const;
  static std::string encode(const State& state, const std::string& boot);

  const base::Clock& clock_;
  const std::string boot_;
  mutable std::mutex mutex_;
  mutable State state_;            // guarded by mutex_
  std::int64_t saved_elapsed_ms_;  // guarded by mutex_
};

}  // namespace partita::engine
