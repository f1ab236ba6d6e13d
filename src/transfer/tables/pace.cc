#include "transfer/tables/pace.h"

#include <algorithm>
#include <thread>

namespace partita::transfer {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr std::chrono::seconds kWindow{1};
// A pause of this length can be made up for, so threads that wake late lose no units.
constexpr std::chrono::milliseconds kBurst{250};
constexpr std::chrono::milliseconds kLongestSleep{200};
constexpr double kFall = 0.7;
constexpr double kRise = 1.05;  // in each window without throttling
constexpr double kLeastRate = 1;

}  // namespace

Pace::Pace(double ceiling, Now now)
    : ceiling_(ceiling), now_(std::move(now)), rate_(ceiling), paid_until_(now_()), window_begin_(now_()) {}

Pace::Clock::duration Pace::due() const {
  const std::lock_guard lock(mutex_);
  if (rate_ == 0) return {};
  return std::max(Clock::duration::zero(), paid_until_ - now_());
}

void Pace::wait(const std::atomic<bool>& is_stopped) const {
  for (;;) {
    const auto left = due();
    if (left == Clock::duration::zero() || is_stopped) return;
    std::this_thread::sleep_for(std::min<Clock::duration>(left, kLongestSleep));
  }
}

void Pace::spend(double units) {
  const std::lock_guard lock(mutex_);
  const auto now = now_();
  spent_ += units;
  window_units_ += units;
  if (rate_ > 0)
    paid_until_ = std::max<Clock::time_point>(paid_until_, now - kBurst) +
                  std::chrono::duration_cast<Clock::duration>(Seconds(units / rate_));
  go_on(now);
}

// Ends the window if it is over.
void Pace::go_on(Clock::time_point now) {
  if (now - window_begin_ < kWindow) return;
  reached_ = window_units_ / Seconds(now - window_begin_).count();
  window_begin_ = now;
  window_units_ = 0;
  if (rate_ == 0 || now - changed_at_ < kWindow) return;
  rate_ *= kRise;
  if (ceiling_ > 0) rate_ = std::min(rate_, ceiling_);
}

void Pace::throttled() {
  const std::lock_guard lock(mutex_);
  const auto now = now_();
  // The requests that were under way together are throttled together.
  if (rate_ > 0 && now - changed_at_ < kWindow) return;
  const double of_window = window_units_ / std::max(Seconds(now - window_begin_).count(), 0.1);
  const double reached = std::max(reached_, of_window);
  rate_ = std::max(kLeastRate, kFall * (rate_ > 0 ? std::min(rate_, reached) : reached));
  changed_at_ = now;
}

double Pace::spent() const {
  const std::lock_guard lock(mutex_);
  return spent_;
}

double Pace::rate() const {
  const std::lock_guard lock(mutex_);
  return rate_;
}

}  // namespace partita::transfer
