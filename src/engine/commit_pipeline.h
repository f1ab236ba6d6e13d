// CommitPipeline: how a batch becomes durable and visible.
//
// A caller that may wait writes on its own thread; the store joins the writes of several threads into one sync. A caller
// that must not wait (an event loop) leaves its batch in a queue; one thread takes all that are there, writes them with one
// sync, and calls their completions. So too where durability needs no sync: the store may still wait for the disk, which is
// behind with what was written before. With a store in memory nobody waits, and all write on their own threads.
#pragma once

#include "storage/store.h"

#include <partita/error.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace partita::engine {

enum class Caller : std::uint8_t { MayWait, MustNotWait };

class CommitPipeline {
 public:
  using Done = std::function<void(Result<void>)>;
  static constexpr std::size_t kQueuedBatches = 16384;
  // In all of them; the last one may go beyond. A batch of at most kSmallBatchBytes is taken beyond that, so that those who write much do not keep others
  // from writing.
  static constexpr std::size_t kQueuedBytes = 64 << 20;
  static constexpr std::size_t kSmallBatchBytes = 4 << 10;
  static constexpr std::size_t kLazyBytes = 1 << 20;

  // Requires: `store` outlives the pipeline.
  CommitPipeline(storage::Store& store, storage::Store::Sync sync)
      : store_(store), sync_(sync), waits_(sync == storage::Store::Sync::Yes || store.write_may_wait()) {}
  // Writes what is queued.
  ~CommitPipeline();
  CommitPipeline(const CommitPipeline&) = delete;
  CommitPipeline& operator=(const CommitPipeline&) = delete;

  // Calls `done` once the batch is durable and visible, or has failed; on this thread or on the pipeline's. `batch`
  // lives until then. Errors: ThrottlingException where too much waits already, InternalServerError.
  void submit(const storage::Batch& batch, Caller caller, Done done);

  // Makes `batch` visible, and durable with the next one that is; of its kind there are never much more than kLazyBytes that
  // are not, so that the next sync is no long one. Waits, now and then for a sync. Errors: InternalServerError.
  Result<void> write_lazily(const storage::Batch& batch);

  std::uint64_t commits() const { return commits_.load(std::memory_order_relaxed); }
  struct Queued {
    std::uint64_t batches = 0;
    std::uint64_t bytes = 0;
  };
  // What waits in the queue, or is being written from it.
  Queued queued() const;

 private:
  struct Waiting {
    const storage::Batch* batch;
    Done done;
  };
  bool has_room(const storage::Batch& batch) const;  // with mutex_ held
  void run();

  storage::Store& store_;
  const storage::Store::Sync sync_;
  const bool waits_;  // for the disk, in a write
  std::atomic<std::uint64_t> commits_ = 0;
  std::atomic<std::size_t> lazy_bytes_ = 0;  // since a sync was last made for them
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiting> queue_;  // guarded by mutex_, like all below
  Queued queued_;
  std::thread thread_;
  bool stopping_ = false;
};

}  // namespace partita::engine
