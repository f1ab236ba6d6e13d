// ProgressLine: the progress of long work on one line of standard error, if that is a terminal and the work takes more
// than a second.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string_view>
#include <thread>

namespace partita::tools {

class ProgressLine {
 public:
  ProgressLine() = default;
  ~ProgressLine() {
    if (is_shown_) fmt::print(stderr, "\r\033[K");
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Replaces the text on the line, at most ten times in a second.
  void show(std::string_view text) {
    const auto now = Clock::now();
    if (!is_terminal_ || now < next_) return;
    fmt::print(stderr, "\r\033[K{}", text);
    std::fflush(stderr);
    next_ = now + std::chrono::milliseconds(100);
    is_shown_ = true;
  }
  bool is_terminal() const { return is_terminal_; }

 private:
  using Clock = std::chrono::steady_clock;
  const bool is_terminal_ = ::isatty(STDERR_FILENO) == 1;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
  bool is_shown_ = false;
};

// Shows for how long work goes on of which only the longest time is known.
class ElapsedLine {
 public:
  // `task` is such as "searching". It must be a literal.
  ElapsedLine(std::string_view task, double most_seconds) {
    if (line_.is_terminal()) thread_ = std::thread([this, task, most_seconds] { run(task, most_seconds); });
  }
  ~ElapsedLine() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    ended_.notify_all();
    thread_.join();
  }
  ElapsedLine(const ElapsedLine&) = delete;
  ElapsedLine& operator=(const ElapsedLine&) = delete;

 private:
  void run(std::string_view task, double most_seconds) {
    std::unique_lock lock(mutex_);
    for (int seconds = 1; !ended_.wait_for(lock, std::chrono::seconds(1), [this] { return ends_; }); ++seconds)
      line_.show(fmt::format("{} for {} s, of at most {:g} s", task, seconds, most_seconds));
  }

  ProgressLine line_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ends_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace partita::tools
