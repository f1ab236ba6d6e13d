#include "engine/jobs/jobs.h"

#include <algorithm>
#include <set>

#include "base/lack_of_memory.h"
#include "base/try.h"
#include "engine/age_clock.h"
#include "engine/find_table.h"
#include "engine/jobs/backfill.h"
#include "engine/jobs/delays.h"
#include "engine/jobs/drops.h"
#include "engine/jobs/hash_job.h"
#include "engine/jobs/history_job.h"
#include "engine/jobs/restore_job.h"
#include "engine/jobs/stream_jobs.h"
#include "engine/jobs/sweeper.h"
#include "engine/jobs/token_expiry.h"
#include "engine/jobs/transfer_jobs.h"
#include "engine/realms.h"
#include "engine/streams/stored_numbers.h"

namespace partita::engine {
namespace {

// There are two threads, so that the other jobs do not wait for a long compaction after the drop of a table.
constexpr std::size_t kThreads = 2;
constexpr std::chrono::milliseconds kLater{100};
constexpr std::chrono::seconds kSaveNumbersEvery{10};

// Whether other jobs may become due when a job with this key ends.
bool is_awaited(const JobKey& key) {
  return key.kind == JobKey::Kind::Backfill || key.kind == JobKey::Kind::TimeToLive ||
         key.kind == JobKey::Kind::Transfer || key.kind == JobKey::Kind::BulkPut;
}

}  // namespace

void Jobs::start(Context& own) {
  const std::lock_guard lock(mutex_);
  own_ = &own;
  woken_ = true;
  start_another();
}

void Jobs::start_another() {
  threads_.reserve(kThreads);
  threads_.push_back(base::start_thread([this] { run(); }));
}

void Jobs::wake() {
  {
    std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_one();
}

void Jobs::stop() {
  std::vector<std::thread> threads;
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
  // Jobs with a thread of their own wait for it.
  std::map<JobKey, Begun> ended;
  const std::lock_guard lock(mutex_);
  ended.swap(jobs_);
  ready_.clear();
  later_.clear();
}

// The time until the next plan. A plan is due when the --table-delay of a table or an index ends.
std::chrono::milliseconds Jobs::next_wait() const {
  constexpr std::chrono::milliseconds kLongestWait = std::chrono::minutes(1);
  auto wait = ttl_interval_.count() > 0 ? std::min(ttl_interval_, kLongestWait) : kLongestWait;
  if (own_->table_delay.count() == 0) return wait;
  const std::int64_t now = own_->clock.now_ms();
  const auto consider = [&](std::int64_t until) {
    if (is_delayed(*own_, until)) wait = std::min(wait, std::chrono::milliseconds(until - now));
  };
  for (const Context* context : own_->realms.in_use())
    for (const auto& table : context->catalog.tables()) {
      consider(table->status_until_ms);
      for (const auto& index : table->indexes) {
        consider(index.status_until_ms);
        consider(end_of_delays_ms(*context, index));
      }
    }
  return wait;
}

void Jobs::run() {
  Lock lock(mutex_);
  while (!stopping_)
    // The bookkeeping and the log may lack memory too, so the thread waits and tries again.
    if (!base::had_memory_for([&] { go_on(lock); }))
      changed_.wait_for(lock, kLater, [this] { return stopping_.load(); });
}

void Jobs::go_on(Lock& lock) {
  const auto log_failure = [this](const Result<void>& outcome) {
    if (!outcome) own_->log.error("a background job failed and will be tried again: " + outcome.error().message);
  };
  const auto now = std::chrono::steady_clock::now();
  if (!planning_ && (woken_ || next_plan_ <= now)) {
    next_plan_ = now + kLater;  // stays if planning or next_wait() runs out of memory
    log_failure(plan_more(*own_, lock));
    next_plan_ = now + next_wait();
    if (ready_.size() > 1 && threads_.size() < kThreads && !stopping_) start_another();
    return;
  }
  if (!later_.empty() && next_look_ <= now) make_later_jobs_ready();
  if (!ready_.empty()) return log_failure(run_one(lock));
  const auto until = later_.empty() ? next_plan_ : std::min(next_plan_, next_look_);
  changed_.wait_until(lock, until, [this] { return stopping_ || !ready_.empty() || (woken_ && !planning_); });
}

Result<std::vector<PlannedJob>> Jobs::plan(Context& own) {
  PARTITA_TRY(own.ages.save_if_due(own.store));
  if (const auto now = std::chrono::steady_clock::now(); now >= next_save_) {
    next_save_ = now + kSaveNumbersEvery;
    PARTITA_TRY(save_numbers(own));
  }
  const std::vector<Context*> realms = own.realms.in_use();
  for (Context* context : realms) PARTITA_TRY(end_delays(*context));
  std::vector<PlannedJob> planned;
  auto give_context = [&planned, without = std::size_t{0}](Context& context) mutable {
    for (; without < planned.size(); ++without) planned[without].context = &context;
  };
  PARTITA_TRY(plan_drops(own, planned));
  plan_token_expiry(planned);
  give_context(own);
  for (Context* context : realms) {
    plan_backfills(*context, planned);
    if (ttl_interval_.count() > 0) plan_sweeps(*context, planned);
    plan_stream_jobs(*context, planned);
    plan_restores(*context, planned);
    plan_history_jobs(*context, planned);
    plan_hash_jobs(*context, planned);
    plan_transfers(*context, planned);
    give_context(*context);
  }
  return planned;
}

Result<void> Jobs::plan_more(Context& own, Lock& lock) {
  woken_ = false;
  planning_ = true;
  lock.unlock();
  // After a lack of memory, as after any other failure, the next plan finds the due jobs again.
  Result<std::vector<PlannedJob>> planned = unexpected(base::lack_of_memory());
  (void)base::had_memory_for([&] { planned = plan(own); });
  lock.lock();
  planning_ = false;
  if (!planned) return unexpected(std::move(planned.error()));
  for (PlannedJob& one : *planned) {
    if (jobs_.contains(one.key)) continue;
    ready_.push_back(one.key);
    if (base::had_memory_for([&] { jobs_.emplace(one.key, Begun{std::move(one.job), one.context}); })) continue;
    ready_.pop_back();
    return unexpected(base::lack_of_memory());
  }
  changed_.notify_all();
  return {};
}

Result<void> Jobs::run_one(Lock& lock) {
  const JobKey key = ready_.front();
  ready_.pop_front();
  const Begun begun = jobs_.at(key);
  lock.unlock();
  Result<Job::Slice> slice = unexpected(base::lack_of_memory());
  (void)base::had_memory_for([&] { slice = begun.job->run_slice(*begun.context); });
  lock.lock();
  bool goes_on = false;
  if (slice && *slice == Job::Slice::More) {
    goes_on = base::had_memory_for([&] { ready_.push_back(key); });
  } else if (slice && *slice == Job::Slice::Later) {
    if (later_.empty()) next_look_ = std::chrono::steady_clock::now() + kLater;
    goes_on = base::had_memory_for([&] { later_.push_back(key); });
  } else if (slice && is_awaited(key)) {
    woken_ = true;
  }
  if (!goes_on) jobs_.erase(key);
  if (!slice) return unexpected(std::move(slice.error()));
  return {};
}

void Jobs::make_later_jobs_ready() {
  ready_.insert(ready_.end(), later_.begin(), later_.end());
  later_.clear();
}

Result<void> Jobs::run_due(Context& own) {
  Result<void> first;
  const auto note = [&first](Result<void> outcome) {
    if (!outcome && first) first = std::move(outcome);
  };
  Lock lock(mutex_);
  std::set<JobKey> seen;
  const auto is_new = [&seen](const JobKey& key) { return !seen.contains(key); };
  while (!stopping_) {
    note(plan_more(own, lock));
    // Each key is done only once, even if its job fails or is planned again.
    if (std::ranges::none_of(ready_, is_new)) break;
    seen.insert(ready_.begin(), ready_.end());
    while (!stopping_ && !(ready_.empty() && later_.empty())) {
      if (ready_.empty()) {
        make_later_jobs_ready();
        std::this_thread::yield();
      }
      note(run_one(lock));
    }
  }
  for (const JobKey& key : ready_) jobs_.erase(key);
  ready_.clear();
  return first;
}

Result<void> Jobs::run_slices(Context& own, std::size_t slices) {
  Lock lock(mutex_);
  PARTITA_TRY(plan_more(own, lock));
  for (; slices > 0 && !stopping_; --slices) {
    if (ready_.empty()) make_later_jobs_ready();
    if (ready_.empty()) return {};
    PARTITA_TRY(run_one(lock));
  }
  return {};
}

std::vector<JobProgress> Jobs::progress() const {
  std::vector<JobProgress> all;
  const std::lock_guard lock(mutex_);
  for (const auto& [key, begun] : jobs_)
    if (auto one = begun.job->progress()) {
      one->realm = begun.context->catalog.realm();
      all.push_back(*std::move(one));
    }
  return all;
}

}  // namespace partita::engine
