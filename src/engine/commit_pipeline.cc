#include "engine/commit_pipeline.h"

namespace partita::engine {

CommitPipeline::~CommitPipeline() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

CommitPipeline::Queued CommitPipeline::queued() const {
  std::lock_guard lock(mutex_);
  return queued_;
}

bool CommitPipeline::has_room(const storage::Batch& batch) const {
  return queued_.batches < kQueuedBatches &&
         (batch.size_bytes() <= kSmallBatchBytes || queued_.bytes < kQueuedBytes);
}

void CommitPipeline::submit(const storage::Batch& batch, Caller caller, Done done) {
  commits_.fetch_add(1, std::memory_order_relaxed);
  if (caller == Caller::MayWait || !waits_) {
    done(store_.write(batch, sync_));
    return;
  }
  {
    std::lock_guard lock(mutex_);
    if (has_room(batch)) {
      if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
      queue_.push_back({&batch, std::move(done)});
      queued_.bytes += batch.size_bytes();
      ++queued_.batches;
      done = nullptr;
    }
  }
  if (done) {
    done(fail(ErrorCode::ThrottlingException, "Too many writes are waiting for the disk; try again"));
    return;
  }
  changed_.notify_one();
}

Result<void> CommitPipeline::write_lazily(const storage::Batch& batch) {
  commits_.fetch_add(1, std::memory_order_relaxed);
  if (lazy_bytes_.fetch_add(batch.size_bytes()) < kLazyBytes) return store_.write(batch, storage::Store::Sync::No);
  lazy_bytes_ = 0;
  return store_.write(batch, sync_);
}

void CommitPipeline::run() {
  std::vector<Waiting> taken;
  std::vector<const storage::Batch*> batches;
  Queued written_now;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      queued_.batches -= written_now.batches;
      queued_.bytes -= written_now.bytes;
      written_now = {};
      changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (queue_.empty()) return;
      taken.swap(queue_);
    }
    for (const Waiting& waiting : taken) {
      batches.push_back(waiting.batch);
      written_now.bytes += waiting.batch->size_bytes();
    }
    written_now.batches = taken.size();
    const Result<void> written = store_.write(batches, sync_);
    for (Waiting& waiting : taken) waiting.done(written);
    batches.clear();
    taken.clear();
  }
}

}  // namespace partita::engine
