// Jobs: what happens in the background: dropping tables and indexes, backfilling indexes and expiry entries, deleting
// expired items, forgetting old client request tokens.
//
// What is to be done stands in the catalog and in the store, never only in memory, so that it goes on after a crash. One
// thread does it, woken by operations. Without start() nothing runs by itself: tests call run_due().
#pragma once

#include "engine/context.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace partita::engine {

class Jobs {
 public:
  // `ttl_interval`: between sweeps for expired items; 0: none are made.
  explicit Jobs(std::chrono::milliseconds ttl_interval) : ttl_interval_(ttl_interval) {}
  ~Jobs() { stop(); }
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // Starts the thread. Requires: `context` outlives stop().
  void start(Context& context);
  // There may be something to do. Safe from any thread.
  void wake();
  // Lets the step under way finish. No job runs after it.
  void stop();
  bool stopping() const { return stopping_.load(); }

  // Does everything that is due by the clock. Errors: the first failure of a job; the others were tried.
  Result<void> run_due(Context& context);

 private:
  void run();
  std::chrono::milliseconds next_wait() const;

  const std::chrono::milliseconds ttl_interval_;
  Context* context_ = nullptr;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace partita::engine
