// The time of day, injected so that no test waits for it.
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

// Stands still until moved. Safe to move while others read.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(std::int64_t now_ms = 0) : now_ms_(now_ms) {}
  std::int64_t now_ms() const override { return now_ms_.load(); }
  void set_ms(std::int64_t now_ms) { now_ms_ = now_ms; }
  void advance_ms(std::int64_t by_ms) { now_ms_ += by_ms; }

 private:
  std::atomic<std::int64_t> now_ms_;
};

}  // namespace partita::base
