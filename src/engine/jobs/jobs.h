// Jobs: the work in the background. It drops tables and indexes, fills indexes and expiry entries, deletes expired
// items, and erases old client request tokens and stream records.
//
// The catalog and the store say which jobs are needed, so the work goes on after a crash. A few threads take the jobs
// in turn and run a slice of each. Operations wake these threads. Without start() no job runs by itself, and tests call
// run_due().
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/jobs/job.h"

namespace partita::engine {

class Jobs {
 public:
  // `ttl_interval` is the time between sweeps for expired items. 0 disables the sweeps.
  explicit Jobs(std::chrono::milliseconds ttl_interval) : ttl_interval_(ttl_interval) {}
  ~Jobs() { stop(); }
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // Starts the first thread for the jobs of all realms. `own` is the own realm's context, which must live until stop()
  // returns. Throws std::bad_alloc if the thread cannot
  // start.
  void start(Context& own);
  // Makes the threads look for new jobs soon. May be called from any thread.
  void wake();
  // Waits for the slices under way. No job runs afterwards.
  void stop();
  // May be called from any thread, for example by a slice that should end early.
  bool stopping() const { return stopping_.load(); }
  // The flag behind stopping(), for calls of the store that can end in the middle.
  std::atomic<bool>& stop_flag() { return stopping_; }

  // Does all work of all realms that is due by the clock, on the calling thread. Errors: the first failure of a job.
  // The other jobs run even so. Requires: start() was not called.
  Result<void> run_due(Context& own);
  // Runs `slices` slices of the jobs in turn. Errors: the first failure, which ends the call. Requires: start() was not
  // called.
  Result<void> run_slices(Context& own, std::size_t slices);

  // Counts expired items that a job has deleted. May be called from any thread.
  void count_expired(std::uint64_t items) { expired_items_.fetch_add(items, std::memory_order_relaxed); }
  // The number of expired items that jobs have deleted so far. May be called from any thread.
  std::uint64_t expired_items() const { return expired_items_.load(std::memory_order_relaxed); }
  // The progress of the jobs under way that measure it. May be called from any thread.
  std::vector<JobProgress> progress() const;

 private:
  using Lock = std::unique_lock<std::mutex>;

  void run();
  // Plans jobs, runs one slice, or waits for work.
  void go_on(Lock& lock);
  void start_another();
  // The jobs that the catalogs and the store ask for. Also ends the delays of tables and indexes that are over.
  Result<std::vector<PlannedJob>> plan(Context& own);
  Result<void> plan_more(Context& own, Lock& lock);
  // Runs one slice of the first ready job. Requires: ready_ is not empty.
  Result<void> run_one(Lock& lock);
  void make_later_jobs_ready();
  std::chrono::milliseconds next_wait() const;

  const std::chrono::milliseconds ttl_interval_;
  struct Begun {
    std::shared_ptr<Job> job;
    Context* context;
  };

  Context* own_ = nullptr;
  std::atomic<bool> stopping_ = false;
  std::atomic<std::uint64_t> expired_items_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;  // guarded by mutex_, like all below
  bool planning_ = false;
  std::chrono::steady_clock::time_point next_plan_{};
  std::chrono::steady_clock::time_point next_look_{};
  std::map<JobKey, Begun> jobs_;  // all jobs under way
  std::deque<JobKey> ready_;
  std::vector<JobKey> later_;
  std::vector<std::thread> threads_;
  std::chrono::steady_clock::time_point next_save_{};  // of the highest sequence number; only plan() uses it, one call
                                                       // at a time
};

}  // namespace partita::engine
