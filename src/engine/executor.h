// Executor: a few threads for what must not run on an event loop. Threads start with the first task. What must not stand
// behind another kind of task has an executor of its own.
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

  // The task runs once, or this throws std::bad_alloc and it never does.
  void post(std::function<void()> task);
  // How many tasks no thread has begun.
  std::size_t queued() const;
  // Runs what was posted, then ends the threads. Nothing may be posted after it.
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
