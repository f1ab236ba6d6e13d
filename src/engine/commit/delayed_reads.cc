#include "engine/commit/delayed_reads.h"

namespace partita::engine {

void DelayedReads::forget(std::int64_t now_ms) {
  while (!notes_.empty() && notes_.front().time_ms <= now_ms - 2 * delay_ms_) notes_.pop_front();
}

void DelayedReads::before_write() {
  const std::lock_guard lock(mutex_);
  const std::int64_t now_ms = clock_.elapsed_ms();
  forget(now_ms);
  if (notes_.empty() || notes_.back().time_ms <= now_ms - delay_ms_) notes_.push_back({now_ms, store_.snapshot()});
}

void DelayedReads::catch_up() {
  const std::lock_guard lock(mutex_);
  notes_.clear();
  notes_.push_back({clock_.elapsed_ms(), store_.snapshot()});
}

std::shared_ptr<const storage::Snapshot> DelayedReads::snapshot() {
  const std::lock_guard lock(mutex_);
  forget(clock_.elapsed_ms());
  return notes_.empty() ? nullptr : notes_.front().snapshot;
}

}  // namespace partita::engine
