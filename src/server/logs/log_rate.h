// LogRate: at most so many lines a second of a kind that requests cause, so that they cannot fill a disk.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace partita::server {

// Any thread may call its functions.
class LogRate {
 public:
  using Time = std::chrono::steady_clock::time_point;
  explicit LogRate(std::uint32_t lines_per_second) : most_(lines_per_second) {}

  // Returns nullopt if the line must be left out. Otherwise the number of lines that were left out since the last one.
  std::optional<std::uint64_t> admit(Time now) {
    const std::lock_guard lock(mutex_);
    if (!begun_ || now - *begun_ >= std::chrono::seconds(1)) {
      begun_ = now;
      lines_ = 0;
    }
    if (lines_ >= most_) {
      ++left_out_;
      return std::nullopt;
    }
    ++lines_;
    return std::exchange(left_out_, 0);
  }

 private:
  const std::uint32_t most_;
  std::mutex mutex_;
  // guarded by mutex_
  std::optional<Time> begun_;  // of the second that is counted
  std::uint32_t lines_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace partita::server
