// Executor: a few threads for tasks that must not run on an event loop. Threads start when tasks need them. A kind of
// task that must not queue behind another kind needs an executor of its own. post() and queued() may be called from any
// thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace partita::engine {

class Executor {
 public:
  explicit Executor(std::size_t threads) : limit_(threads) { threads_.reserve(threads); }
  ~Executor() { stop(); }
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Queues the task, which then runs once. If memory runs out, throws std::bad_alloc and never runs the task. A task
  // that ends with std::bad_alloc is destroyed like any other.
  void post(std::function<void()> task);
  // The number of tasks that no thread has begun.
  std::size_t queued() const;
  // Waits until all posted tasks have run, then ends the threads. No task may be posted afterwards.
  void stop();

 private:
  void run();

  const std::size_t limit_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;  // guarded by mutex_, like all below
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool stopping_ = false;
};

}  // namespace partita::engine
