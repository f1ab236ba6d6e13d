#include "engine/jobs/jobs.h"

#include "engine/idempotency.h"
#include "engine/jobs/backfill.h"
#include "engine/jobs/drops.h"
#include "engine/ttl/sweeper.h"

#include <algorithm>

namespace partita::engine {

void Jobs::start(Context& context) {
  context_ = &context;
  woken_ = true;
  thread_ = std::thread([this] { run(); });
}

void Jobs::wake() {
  {
    std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_one();
}

void Jobs::stop() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

// A table that waits for its --table-delay is looked at again when that is over.
std::chrono::milliseconds Jobs::next_wait() const {
  constexpr std::chrono::milliseconds kLongest = std::chrono::minutes(1);
  auto wait = ttl_interval_.count() > 0 ? std::min(ttl_interval_, kLongest) : kLongest;
  const std::int64_t now = context_->clock.now_ms();
  for (const auto& table : context_->catalog.tables()) {
    const auto consider = [&](std::int64_t until) {
      if (until > now) wait = std::min(wait, std::chrono::milliseconds(until - now));
    };
    consider(table->status_until_ms);
    for (const auto& index : table->indexes) consider(index.status_until_ms);
  }
  return wait;
}

void Jobs::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (!woken_) changed_.wait_for(lock, next_wait(), [this] { return stopping_ || woken_; });
    if (stopping_) return;
    woken_ = false;
    lock.unlock();
    if (auto done = run_due(*context_); !done)
      context_->log.error("a background job failed and will be tried again: " + done.error().message);
    lock.lock();
  }
}

Result<void> Jobs::run_due(Context& context) {
  Result<void> first;
  for (const auto job : {run_drops, run_backfills, sweep_expired, run_token_expiry}) {
    if (stopping_) break;
    if (job == sweep_expired && ttl_interval_.count() == 0) continue;
    if (auto done = job(context); !done && first) first = std::move(done);
  }
  return first;
}

}  // namespace partita::engine
