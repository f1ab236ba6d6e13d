// CapacityBucket: the units of a table or a global index on one side, reads or writes, second by second.
//
// It is the meter of engine/throttle/meter.h, which a test compares: requests are admitted while the bucket is
// positive, and their cost is taken from it afterwards. Only the growth of an on-demand table takes longer here.
#pragma once

#include <algorithm>
#include <cmath>

namespace partita::modelling {

// The share of `requests`, which cost `units` together, that is admitted with `left` units: all that begin while units
// are left.
inline double admitted_share(double left, double units, double requests) {
  if (requests <= 0 || units <= 0) return 1;
  if (left <= 0) return 0;
  const double begun = std::ceil(left * requests / units - 1e-9);
  return std::min(1.0, begun / requests);
}

class CapacityBucket {
 public:
  // `units_per_second` units, of which those of `burst_seconds` are kept.
  CapacityBucket(double units_per_second, double burst_seconds)
      : rate_(units_per_second), burst_seconds_(burst_seconds), left_(rate_ * burst_seconds_) {}

  double rate() const { return rate_; }
  double left() const { return left_; }
  void begin_second() { left_ = std::min(rate_ * burst_seconds_, left_ + rate_); }
  void take(double units) { left_ -= units; }
  // A higher rate from now on.
  void grow_to(double units_per_second) { rate_ = std::max(rate_, units_per_second); }

 private:
  double rate_;
  double burst_seconds_;
  double left_;
};

// The growth of an on-demand table: it can serve twice its highest traffic so far, as the mean of a minute. The
// traffic counts at the end of each window.
class PeakWatch {
 public:
  explicit PeakWatch(int window_seconds) : window_seconds_(std::max(60, window_seconds)) {}

  // Notes the units that a second took. Returns twice the highest mean of a minute if a window ends, otherwise 0.
  double add(double units) {
    constexpr int kMinute = 60;
    minute_ += units;
    ++seconds_;
    if (seconds_ % kMinute == 0) {
      peak_ = std::max(peak_, minute_ / kMinute);
      minute_ = 0;
    }
    return seconds_ % window_seconds_ == 0 ? 2 * peak_ : 0;
  }

 private:
  int window_seconds_;
  int seconds_ = 0;
  double minute_ = 0, peak_ = 0;
};

}  // namespace partita::modelling
