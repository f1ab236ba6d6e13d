// Jobs: what happens in the background: dropping tables and indexes, backfilling indexes and expiry entries, deleting
// expired items, forgetting old client request tokens.
//
// What is to be done stands in the catalog and in the store, never only in memory, so that it goes on after a crash. A few
// threads take the jobs in turn, a slice of each; they are woken by operations. Without start() nothing runs by itself:
// tests call run_due().
#pragma once

#include "engine/jobs/job.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace partita::engine {

class Jobs {
 public:
  // `ttl_interval`: between sweeps for expired items; 0: none are made.
  explicit Jobs(std::chrono::milliseconds ttl_interval) : ttl_interval_(ttl_interval) {}
  ~Jobs() { stop(); }
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // Starts the first thread. Requires: `context` outlives stop().
  void start(Context& context);
  // There may be something to do. Safe from any thread.
  void wake();
  // Lets the slices under way finish. No job runs after it.
  void stop();
  bool stopping() const { return stopping_.load(); }
  // True once stopping() is: for what can be called off in the middle.
  std::atomic<bool>& call_off() { return stopping_; }

  // Does everything that is due by the clock. Errors: the first failure of a job; the others were tried.
  // Requires: start() was not called; as for run_slices().
  Result<void> run_due(Context& context);
  // As run_due(), but only so many slices, of all jobs in turn.
  Result<void> run_slices(Context& context, std::size_t slices);

  // Items that a job has deleted because they had expired; any thread.
  void count_expired(std::uint64_t items) { expired_items_.fetch_add(items, std::memory_order_relaxed); }
  std::uint64_t expired_items() const { return expired_items_.load(std::memory_order_relaxed); }
  // Of the jobs under way that know.
  std::vector<JobProgress> progress() const;

 private:
  using Lock = std::unique_lock<std::mutex>;

  void run();
  // Plans, runs a slice, or waits until there is something to do.
  void go_on(Lock& lock);
  void start_another();
  // The jobs that the catalog and the store ask for; also moves on what only time has to pass for.
  Result<std::vector<PlannedJob>> plan(Context& context) const;
  Result<void> plan_more(Context& context, Lock& lock);
  // Requires: there is one that is ready.
  Result<void> run_one(Context& context, Lock& lock);
  void look_at_those_for_later();
  std::chrono::milliseconds next_wait() const;

  const std::chrono::milliseconds ttl_interval_;
  Context* context_ = nullptr;
  std::atomic<bool> stopping_ = false;
  std::atomic<std::uint64_t> expired_items_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;  // guarded by mutex_, like all below
  bool planning_ = false;
  std::chrono::steady_clock::time_point next_plan_{};
  std::chrono::steady_clock::time_point next_look_{};
  std::map<JobKey, std::shared_ptr<Job>> jobs_;  // all that are under way
  std::deque<JobKey> ready_;
  std::vector<JobKey> later_;
  std::vector<std::thread> threads_;
};

}  // namespace partita::engine
