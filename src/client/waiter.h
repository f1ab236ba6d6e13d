// Waiter: turns an operation's completion into an answer that is waited for.
#pragma once

#include <partita/database.h>

#include <condition_variable>
#include <mutex>
#include <optional>

namespace partita::client {

template <class Response>
class Waiter {
 public:
  // To be called once, while this object lives.
  Completion<Response> completion() {
    return [this](Result<Response> result) {
      // Notified under the mutex: the waiter may be gone as soon as that is released.
      std::lock_guard lock(mutex_);
      result_ = std::move(result);
      ready_.notify_one();
    };
  }
  Result<Response> wait() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return result_.has_value(); });
    return *std::move(result_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::optional<Result<Response>> result_;
};

}  // namespace partita::client
