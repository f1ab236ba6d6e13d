// FakeDatabase: answers what a test tells it to, at once, later or on threads of its own.
#pragma once

#include <partita/database.h>

#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace partita::model {

enum class Delivery : std::uint8_t {
  Inline,   // the completion is called before the starting call returns
  Later,    // deliver() calls it
  Threads,  // a new thread calls it
};

// Set `on_query` and the like before using it; an operation without a function is refused. Those functions are called
// from the thread that starts the operation.
class FakeDatabase : public Database {
 public:
  explicit FakeDatabase(Delivery delivery = Delivery::Inline) : delivery_(delivery) {}
  ~FakeDatabase() override { join(); }

#define PARTITA_OPERATION(operation, Name)                                                      \
  std::function<Result<Name##Response>(Name##Request)> on_##operation;                          \
  Result<Name##Response> operation(Name##Request request) override {                            \
    if (!on_##operation) return fail(ErrorCode::NotImplemented, #Name);                         \
    return on_##operation(std::move(request));                                                  \
  }                                                                                             \
  void operation(Name##Request request, Completion<Name##Response> done) override {             \
    hand_out([answer = this->operation(std::move(request)), done = std::move(done)]() mutable { \
      done(std::move(answer));                                                                  \
    });                                                                                         \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

  // Calls what is waiting, and what that brings, until nothing waits. How many there were.
  int deliver() {
    int count = 0;
    for (;; ++count) {
      std::function<void()> next;
      {
        const std::lock_guard lock(mutex_);
        if (waiting_.empty()) return count;
        next = std::move(waiting_.front());
        waiting_.pop_front();
      }
      next();
    }
  }
  std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
  }
  // Waits for the threads.
  void join() {
    for (;;) {
      std::vector<std::thread> threads;
      {
        const std::lock_guard lock(mutex_);
        threads.swap(threads_);
      }
      if (threads.empty()) return;
      for (std::thread& thread : threads) thread.join();
    }
  }

 private:
  void hand_out(std::function<void()> completion) {
    if (delivery_ == Delivery::Inline) return completion();
    const std::lock_guard lock(mutex_);
    if (delivery_ == Delivery::Later) {
      waiting_.push_back(std::move(completion));
    } else {
      threads_.emplace_back(std::move(completion));
    }
  }

  const Delivery delivery_;
  mutable std::mutex mutex_;
  // guarded by mutex_
  std::deque<std::function<void()>> waiting_;
  std::vector<std::thread> threads_;
};

}  // namespace partita::model
