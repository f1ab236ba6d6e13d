#include "engine/commit/commit_pipeline.h"

#include <optional>

namespace partita::engine {

CommitPipeline::~CommitPipeline() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

CommitPipeline::Load CommitPipeline::queued() const {
  std::lock_guard lock(mutex_);
  return queued_;
}

Result<void> CommitPipeline::write_at_once(const storage::Batch& batch) {
  commits_.fetch_add(1, std::memory_order_relaxed);
  if (delayed_) delayed_->before_write();
  return store_.write(batch, sync_);
}

Result<CommitPlace> CommitPipeline::enqueue(const storage::Batch& batch, CommitPlace built_on, Done done) {
  if (!batch.empty()) commits_.fetch_add(1, std::memory_order_relaxed);
  CommitPlace place = kNoPlace;
  {
    std::lock_guard lock(mutex_);
    if (built_on != kNoPlace && built_on <= last_failed_) return unexpected(failure_);
    if (queued_.batches >= kQueuedBatches)
      return fail(ErrorCode::ThrottlingException, "Too many writes are waiting for the disk; try again");
    if (!thread_.joinable()) thread_ = base::start_thread([this] { run(); });
    place = ++last_place_;
    queue_.push_back({&batch, built_on, place, std::move(done)});
    queued_.bytes += batch.size_bytes();
    ++queued_.batches;
  }
  base::LateWakes::later(base::LateWakes::Of::Work, *this);
  return place;
}

Result<void> CommitPipeline::write(const storage::Batch& batch, CommitPlace built_on) {
  if (!is_queued(MayWait::Yes, built_on)) return write_at_once(batch);
  std::mutex mutex;
  std::condition_variable settled;
  std::optional<Result<void>> outcome;
  auto place = enqueue(batch, built_on, [&](const Result<void>& written) {
    // The waiting thread must get an outcome even if memory runs out for the copy of an error's text.
    Result<void> result = unexpected(base::lack_of_memory());
    (void)base::had_memory_for([&] { result = written; });
    std::lock_guard lock(mutex);
    outcome = std::move(result);
    settled.notify_one();
  });
  if (!place) return unexpected(std::move(place.error()));
  wake();
  std::unique_lock lock(mutex);
  settled.wait(lock, [&] { return outcome.has_value(); });
  return *std::move(outcome);
}

std::span<CommitPipeline::Waiting> CommitPipeline::next_group(std::span<Waiting> taken) {
  std::size_t count = 0, bytes = 0;
  while (count < taken.size() && (count == 0 || bytes + taken[count].batch->size_bytes() <= kGroupBytes))
    bytes += taken[count++].batch->size_bytes();
  return taken.first(count);
}

void CommitPipeline::mark_failed_dependencies(std::span<Waiting> group) {
  const std::lock_guard lock(mutex_);
  for (Waiting& waiting : group) {
    waiting.dependency_failed = waiting.built_on != kNoPlace && waiting.built_on <= last_failed_;
    if (waiting.dependency_failed) last_failed_ = waiting.place;
  }
}

void CommitPipeline::write_group(std::span<Waiting> group) {
  mark_failed_dependencies(group);
  Result<void> written = unexpected(base::lack_of_memory());
  (void)base::had_memory_for([&] {
    for (const Waiting& waiting : group)
      if (!waiting.dependency_failed && !waiting.batch->empty()) batches_.push_back(waiting.batch);
    if (delayed_) delayed_->before_write();
    written = batches_.empty() ? Result<void>() : store_.write(batches_, sync_);
  });
  batches_.clear();
  {
    std::lock_guard lock(mutex_);
    if (!written) {
      last_failed_ = group.back().place;
      (void)base::had_memory_for([&] { failure_ = written.error(); });
    }
    queued_.batches -= group.size();
    for (const Waiting& waiting : group) queued_.bytes -= waiting.batch->size_bytes();
  }
  base::LateWakes wakes(base::LateWakes::Of::Answers);
  std::size_t completed = 0;
  for (Waiting& waiting : group) {
    if (completed++ % kCompletedAtOnce == 0) wakes.wake_all();
    (void)base::had_memory_for(
        [&] { waiting.dependency_failed ? waiting.done(unexpected(failure_)) : waiting.done(written); });
    // If the completion found too little memory, its destructor gives the answer here.
    waiting.done = nullptr;
  }
}

Result<void> CommitPipeline::write_lazily(const storage::Batch& batch) {
  commits_.fetch_add(1, std::memory_order_relaxed);
  if (delayed_) delayed_->before_write();
  if (lazy_bytes_.fetch_add(batch.size_bytes()) < kLazyBytes) return store_.write(batch, storage::Store::Sync::No);
  lazy_bytes_ = 0;
  return store_.write(batch, sync_);
}

void CommitPipeline::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    taken_.swap(queue_);
    lock.unlock();
    for (std::span<Waiting> left = taken_; !left.empty();) {
      const std::span<Waiting> group = next_group(left);
      write_group(group);
      left = left.subspan(group.size());
    }
    taken_.clear();
    lock.lock();
  }
}

}  // namespace partita::engine
