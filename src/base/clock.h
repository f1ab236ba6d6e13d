// The time of day. It is injected, so that a test sets the time and never waits for it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace partita::base {

class Clock {
 public:
  virtual ~Clock() = default;
  // Milliseconds since the Unix epoch.
  virtual std::int64_t now_ms() const = 0;
};

class SystemClock final : public Clock {
 public:
  std::int64_t now_ms() const override {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  }
};

// A clock that changes only if a test advances it. Tests may do so while other threads read it.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(std::int64_t now_ms = 0) : now_ms_(now_ms) {}
  std::int64_t now_ms() const override { return now_ms_.load(); }
  void advance_ms(std::int64_t by_ms) { now_ms_ += by_ms; }

 private:
  std::atomic<std::int64_t> now_ms_;
};

// A clock that is wrong on purpose. All functions may be called from any thread.
class SkewedClock final : public Clock {
 public:
  // `right` must outlive the clock.
  explicit SkewedClock(const Clock& right) : right_(right) {}
  std::int64_t now_ms() const override { return right_.now_ms() + ahead_ms_.load(std::memory_order_relaxed); }
  void set_ahead(std::chrono::milliseconds ahead) { ahead_ms_ = ahead.count(); }

 private:
  const Clock& right_;
  std::atomic<std::int64_t> ahead_ms_{0};
};

}  // namespace partita::base
