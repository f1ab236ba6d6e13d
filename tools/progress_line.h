// ProgressLine: the progress of long work on one line of standard error, if that is a terminal and the work takes more
// than a second.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

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

// Shows every second the text that a function returns, on a thread of its own, until the object is destroyed.
class WatchedLine {
 public:
  // `text` takes the number of seconds since the beginning. It must be safe to call on another thread.
  explicit WatchedLine(std::function<std::string(int)> text) {
    if (line_.is_terminal()) thread_ = std::thread([this, text = std::move(text)] { run(text); });
  }
  ~WatchedLine() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    ended_.notify_all();
    thread_.join();
  }
  WatchedLine(const WatchedLine&) = delete;
  WatchedLine& operator=(const WatchedLine&) = delete;

 private:
  void run(const std::function<std::string(int)>& text) {
    std::unique_lock lock(mutex_);
    for (int seconds = 1; !ended_.wait_for(lock, std::chrono::seconds(1), [this] { return ends_; }); ++seconds)
      line_.show(text(seconds));
  }

  ProgressLine line_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ends_ = false;  // guarded by mutex_
  std::thread thread_;
};

// Shows for how long work goes on of which only the longest time is known.
class ElapsedLine {
 public:
  // `task` is such as "searching". It must be a literal.
  ElapsedLine(std::string_view task, double most_seconds)
      : line_([task, most_seconds](int seconds) {
          return fmt::format("{} for {} s, of at most {:g} s", task, seconds, most_seconds);
        }) {}

 private:
  WatchedLine line_;
};

}  // namespace partita::tools
