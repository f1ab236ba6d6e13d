// The time of day, and the time that has passed. It is injected, so that a test sets the time and never waits for it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace partita::base {

class Clock {
 public:
  virtual ~Clock() = default;
  // Milliseconds since the Unix epoch.
  virtual std::int64_t now_ms() const = 0;
  // Milliseconds since the machine started, also those while it slept. Never goes back, and nobody can set it, so it is
  // right for durations.
  virtual std::int64_t elapsed_ms() const = 0;
  // Names the run of the machine to which elapsed_ms() belongs. Times of two runs cannot be compared.
  virtual std::string boot() const = 0;
};

class SystemClock final : public Clock {
 public:
  std::int64_t now_ms() const override {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  }
  std::int64_t elapsed_ms() const override;
  std::string boot() const override;
};

// A clock that changes only if a test advances it. Tests may do so while other threads read it. All such clocks count
// as one run of the machine.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(std::int64_t now_ms = 0) : now_ms_(now_ms) {}
  std::int64_t now_ms() const override { return now_ms_.load() + ahead_ms_.load(); }
  std::int64_t elapsed_ms() const override { return now_ms_.load(); }
  std::string boot() const override { return "manual"; }
  void advance_ms(std::int64_t by_ms) { now_ms_ += by_ms; }
  // Sets the time of day ahead of where it would be, or back if negative, while no time passes.
  void set_ahead_ms(std::int64_t ahead_ms) { ahead_ms_ = ahead_ms; }

 private:
  std::atomic<std::int64_t> now_ms_;
  std::atomic<std::int64_t> ahead_ms_{0};
};

// A clock that is ahead of another one, or behind it, on purpose. All functions may be called from any thread.
class SkewedClock final : public Clock {
 public:
  // `right` must outlive the clock.
  explicit SkewedClock(const Clock& right) : right_(right) {}
  std::int64_t now_ms() const override { return right_.now_ms() + ahead_ms_.load(std::memory_order_relaxed); }
  std::int64_t elapsed_ms() const override { return right_.elapsed_ms(); }
  std::string boot() const override { return right_.boot(); }
  void set_ahead(std::chrono::milliseconds ahead) { ahead_ms_ = ahead.count(); }
  std::chrono::milliseconds ahead() const { return std::chrono::milliseconds(ahead_ms_.load()); }

 private:
  const Clock& right_;
  std::atomic<std::int64_t> ahead_ms_{0};
};

}  // namespace partita::base
