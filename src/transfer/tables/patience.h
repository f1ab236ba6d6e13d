// Patience: the pauses between attempts of a request that a database refuses for now.
#pragma once

#include <partita/error.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace partita::transfer {

// Whether the same request may succeed later. A put that may have been carried out may be carried out again.
inline bool may_succeed_later(const Error& error) {
  return describe(error.code).retryable || error.code == ErrorCode::OutcomeUnknown;
}

// Whether the database refused the request because a table or the account has no units left.
inline bool is_throttling(const Error& error) {
  return error.code == ErrorCode::ProvisionedThroughputExceededException ||
         error.code == ErrorCode::ThrottlingException || error.code == ErrorCode::RequestLimitExceeded;
}

class Patience {
 public:
  explicit Patience(std::chrono::milliseconds longest) : longest_(longest) {}

  // Waits before the next attempt: 50 ms at first, twice as long each time, and at most 5 s. Returns false if all
  // attempts since the last success took longer than the patience.
  bool wait() {
    if (waited_ >= longest_) return false;
    std::this_thread::sleep_for(pause_);
    waited_ += pause_;
    pause_ = std::min(pause_ * 2, kLongestPause);
    return true;
  }
  // Must be called after a success.
  void renew() {
    waited_ = {};
    pause_ = kFirstPause;
  }

 private:
  static constexpr std::chrono::milliseconds kFirstPause{50};
  static constexpr std::chrono::milliseconds kLongestPause{5'000};

  const std::chrono::milliseconds longest_;
  std::chrono::milliseconds waited_{};
  std::chrono::milliseconds pause_ = kFirstPause;
};

}  // namespace partita::transfer
