// Pace: how fast several threads together use the units of a database.
//
// A ceiling limits the units of each second. If the database throttles, the pace falls below the rate of the last
// second, and then rises slowly, up to the ceiling, so a table finds its own limit.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>

namespace partita::transfer {

class Pace {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  // `ceiling` is in units a second; 0: no ceiling. `now` is the clock, which tests replace.
  explicit Pace(
      double ceiling = 0, Now now = [] { return Clock::now(); });

  // How long a caller must wait before its next request, because of the units that were spent. 0 without a limit.
  Clock::duration due() const;
  // Sleeps for due(), or until `is_stopped`.
  void wait(const std::atomic<bool>& is_stopped) const;
  // Must be called after each request that the database carried out.
  void spend(double units);
  // Must be called after each request that the database throttled, as a whole or in part.
  void throttled();

  double spent() const;  // all units
  // The units a second that are allowed now; 0: any number.
  double rate() const;

 private:
  void go_on(Clock::time_point now);

  const double ceiling_;
  const Now now_;
  mutable std::mutex mutex_;
  // These are guarded by mutex_.
  double rate_;
  double spent_ = 0;
  Clock::time_point paid_until_;  // the moment at which the units that were spent are within the rate
  Clock::time_point window_begin_;
  double window_units_ = 0;  // since window_begin_
  double reached_ = 0;       // units a second in the window before
  Clock::time_point changed_at_;
};

}  // namespace partita::transfer
