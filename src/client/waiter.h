// Waiter: turns an operation's completion into an answer that a thread waits for.
#pragma once

#include <partita/database.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace partita::client {

template <class Response>
class Waiter {
 public:
  // The completion must be called while this object lives, on any thread. Only the first call counts.
  Completion<Response> completion() {
    return [this](Result<Response> result) {
      if (std::this_thread::get_id() == waiter_) {
        if (!answered_here_) result_.emplace(std::move(result));
        answered_here_ = true;
        return;
      }
      // The waiter is notified under the mutex, because it may be destroyed as soon as the mutex is released.
      std::lock_guard lock(mutex_);
      if (result_) return;
      result_.emplace(std::move(result));
      ready_.notify_one();
    };
  }
  // Requires: the calling thread made this object.
  Result<Response> wait() {
    if (answered_here_) return *std::move(result_);
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return result_.has_value(); });
    return *std::move(result_);
  }

 private:
  // Most answers come before the call returns, on the waiter's own thread. They need no mutex.
  const std::thread::id waiter_ = std::this_thread::get_id();
  bool answered_here_ = false;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::optional<Result<Response>> result_;
};

}  // namespace partita::client
