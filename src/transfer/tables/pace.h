// Pace: how fast several threads together use the units of a database.
//
// A ceiling limits the units of each second. If the database refuses a part of the units of a second, the pace falls by
// half of that part below the rate at which they were asked for. In a second without refusals it rises by a tenth, up
// to the ceiling. So a table with a limit of its own is used to that limit, with about a sixth of the units asked for
// again.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
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

  // Reserves the units of a request, as many as requests had lately, and returns the moment at which it may be sent.
  Clock::time_point reserve();
  // Reserves, and sleeps until that moment or until `is_stopped`.
  void wait(const std::atomic<bool>& is_stopped);
  // Must be called after the wait for a request of which the database carried out `units`. The reservation becomes that
  // of these units.
  void spend(double units);
  // Must be called if the database refused a request, or a part of it, that would have taken about so many units.
  void refuse(double units);

  // How many of `most` items of about one unit a request should have, so that it takes no more than the units of a
  // second: at least 1. A table with few units would otherwise refuse a part of each request.
  std::size_t at_once(std::size_t most) const;

  double spent() const;  // all units
  // The units a second that are allowed now; 0: any number.
  double rate() const;

 private:
  void end_window(Clock::time_point now);

  const double ceiling_;
  const Now now_;
  mutable std::mutex mutex_;
  // These are guarded by mutex_.
  double rate_;
  double spent_ = 0;
  double typical_ = 1;          // units of a request
  Clock::time_point reserved_;  // the moment at which all reserved units are within the rate
  // Of the window, which ends with the first event after a second.
  Clock::time_point begin_;
  double accepted_ = 0;
  double refused_ = 0;
};

}  // namespace partita::transfer
