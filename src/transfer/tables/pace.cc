#include "transfer/tables/pace.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace partita::transfer {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr std::chrono::seconds kWindow{1};
// A pause of this length can be made up for, so threads that wake late lose no units.
constexpr std::chrono::milliseconds kBurst{250};
constexpr std::chrono::milliseconds kLongestSleep{200};
constexpr double kFall = 0.5;  // of the part that was refused
constexpr double kRise = 1.1;  // in each second without refusals
constexpr double kMostRise = 2;
constexpr double kLeastRate = 1;
constexpr double kNewest = 0.2;  // the weight of the newest request in the typical one

Pace::Clock::duration of_seconds(double seconds) {
  return std::chrono::duration_cast<Pace::Clock::duration>(Seconds(seconds));
}

}  // namespace

Pace::Pace(double ceiling, Now now)
    : ceiling_(ceiling), now_(std::move(now)), rate_(ceiling), reserved_(now_()), begin_(now_()) {}

Pace::Clock::time_point Pace::reserve() {
  const std::lock_guard lock(mutex_);
  const auto now = now_();
  end_window(now);
  if (rate_ == 0) return now;
  const auto start = std::max<Clock::time_point>(reserved_, now - kBurst);
  reserved_ = start + of_seconds(typical_ / rate_);
  return start;
}

void Pace::wait(const std::atomic<bool>& is_stopped) {
  const auto start = reserve();
  for (auto now = now_(); now < start && !is_stopped; now = now_())
    std::this_thread::sleep_for(std::min<Clock::duration>(start - now, kLongestSleep));
}

void Pace::spend(double units) {
  const std::lock_guard lock(mutex_);
  spent_ += units;
  accepted_ += units;
  if (rate_ > 0) reserved_ += of_seconds((units - typical_) / rate_);
  typical_ = std::max(0.5, (1 - kNewest) * typical_ + kNewest * units);
  end_window(now_());
}

void Pace::refuse(double units) {
  const std::lock_guard lock(mutex_);
  refused_ += units;
  end_window(now_());
}

void Pace::end_window(Clock::time_point now) {
  const double seconds = Seconds(now - begin_).count();
  if (now - begin_ < kWindow) return;
  const double offered = accepted_ + refused_;
  if (refused_ > 0) {
    const double asked = offered / seconds;
    rate_ = std::max(kLeastRate, (rate_ > 0 ? std::min(rate_, asked) : asked) * (1 - kFall * refused_ / offered));
  } else if (rate_ > 0) {
    rate_ *= std::min(kMostRise, std::pow(kRise, seconds));
  }
  if (ceiling_ > 0) rate_ = std::min(rate_, ceiling_);
  begin_ = now;
  accepted_ = refused_ = 0;
}

std::size_t Pace::at_once(std::size_t most) const {
  const double now = rate();
  if (now == 0 || now >= static_cast<double>(most)) return most;
  return std::max<std::size_t>(1, static_cast<std::size_t>(now));
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
