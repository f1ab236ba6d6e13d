// Rate: a limit of bytes a second that several threads share.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace partita::archive {

class Rate {
 public:
  // 0: no limit.
  explicit Rate(std::uint64_t bytes_per_second) : bytes_per_second_(bytes_per_second) {}

  // Waits until so many bytes may be sent, or until stop().
  void take(std::size_t bytes) {
    if (bytes_per_second_ == 0) return;
    std::unique_lock lock(mutex_);
    const auto now = Clock::now();
    if (free_at_ < now) free_at_ = now;
    free_at_ += std::chrono::microseconds(bytes * 1'000'000 / bytes_per_second_);
    const auto mine = free_at_;
    stopped_changed_.wait_until(lock, mine, [this] { return stopped_; });
  }
  // Ends all waits, and all later ones.
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    stopped_changed_.notify_all();
  }

 private:
  using Clock = std::chrono::steady_clock;
  const std::uint64_t bytes_per_second_;
  std::mutex mutex_;
  std::condition_variable stopped_changed_;
  Clock::time_point free_at_;  // guarded by mutex_
  bool stopped_ = false;       // guarded by mutex_
};

}  // namespace partita::archive
