// CommitPipeline: makes batches durable and visible.
//
// A caller that must not wait (an event loop) leaves its batch in a queue, whose order is the order of the log. One
// thread takes all batches of the queue, writes them in groups with one sync each, and calls their completions. The
// queue is also used if durability needs no sync, because the store may still wait for a disk that is behind with
// earlier writes. A caller that may wait writes on its own thread, and the store joins the writes of several threads
// into one sync. A store in memory never waits, so with it all callers write on their own threads.
//
// The callers limit the bytes that wait (write_room.h). The pipeline limits the number of batches that wait.
//
// A batch may be built upon other batches in the queue, also on those of other writers, if it goes into the queue too.
// It is written with them or after them. If one of them fails, the pipeline fails it too without writing it. So a batch
// in the log never depends on one that is not in the log.
//
// All functions may be called from any thread.
#pragma once

#include <partita/error.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "base/lack_of_memory.h"
#include "base/late_wakes.h"
#include "engine/commit/delayed_reads.h"
#include "engine/commit/place.h"
#include "engine/may_wait.h"
#include "storage/store.h"

namespace partita::engine {

class CommitPipeline : private base::Sleeper {
 public:
  using Done = std::function<void(const Result<void>&)>;
  static constexpr std::size_t kQueuedBatches = 16384;
  // The bytes of a group that is written at once. A group of one batch may be larger. The store copies the group and
  // puts it into one memtable.
  static constexpr std::size_t kGroupBytes = 4 << 20;
  static constexpr std::size_t kLazyBytes = 1 << 20;  // see write_lazily()
  // The threads that wait for answers are woken each time that this many completions were called.
  static constexpr std::size_t kCompletedAtOnce = 64;

  // `store` and `delayed`, which may be nullptr, must outlive the pipeline.
  CommitPipeline(storage::Store& store, storage::Store::Sync sync, DelayedReads* delayed = nullptr)
      : store_(store),
        delayed_(delayed),
        sync_(sync),
        waits_(sync == storage::Store::Sync::Yes || store.write_may_wait()) {}
  // Writes the queued batches first, so it waits for the disk.
  ~CommitPipeline();
  CommitPipeline(const CommitPipeline&) = delete;
  CommitPipeline& operator=(const CommitPipeline&) = delete;

  // Whether a batch that is built on the place `built_on` goes through the queue. If not, write_at_once() writes it,
  // because then the write never waits or the caller may wait.
  bool is_queued(MayWait may_wait, CommitPlace built_on) const {
    return waits_ && (may_wait == MayWait::No || built_on != kNoPlace);
  }
  // Writes the batch on the calling thread. Requires: is_queued() is false for the batch. Errors: InternalServerError.
  Result<void> write_at_once(const storage::Batch& batch);

  // Queues the batch and returns its place, without waiting. `built_on` is the lowest of the unsettled places that the
  // batch is built upon, or kNoPlace. An empty batch only waits for the batches that it is built upon. `done` is called
  // on the pipeline's thread once the batch is durable and visible or has failed with InternalServerError, perhaps
  // before this returns. `batch` must live until then. If the calling thread gathers wakes (base/late_wakes.h), the
  // pipeline's thread begins when the wakes are made, and the pipeline must live until then.
  // Errors: ThrottlingException if kQueuedBatches wait already, InternalServerError if a batch that it is built upon
  // has failed. After an error `done` is never called.
  Result<CommitPlace> enqueue(const storage::Batch& batch, CommitPlace built_on, Done done);

  // Writes the batch, or queues it and waits until it is written. Only for callers that may wait. Errors: as enqueue().
  Result<void> write(const storage::Batch& batch, CommitPlace built_on);

  // Makes `batch` visible at once. It becomes durable with the next batch that is synced. Every kLazyBytes of such
  // batches are synced here, so that the next sync stays short. Waits for the disk, from time to time for a sync.
  // Errors: InternalServerError.
  Result<void> write_lazily(const storage::Batch& batch);

  // The number of batches that callers gave so far. Empty batches for the queue do not count.
  std::uint64_t commits() const { return commits_.load(std::memory_order_relaxed); }
  struct Load {
    std::uint64_t batches = 0;
    std::uint64_t bytes = 0;
  };
  // The batches that wait in the queue or are being written from it.
  Load queued() const;

 private:
  struct Waiting {
    const storage::Batch* batch;
    CommitPlace built_on;
    CommitPlace place;
    Done done;
    bool dependency_failed = false;  // a batch that it is built upon has failed
  };
  // The first part of `taken`, which is written as one group.
  static std::span<Waiting> next_group(std::span<Waiting> taken);
  // Marks the batches of the group that are built upon a failed batch or upon a marked one. Takes no memory, because a
  // lack of memory may be the reason of the failure.
  void mark_failed_dependencies(std::span<Waiting> group);
  // Writes the group with one call of the store and calls its completions.
  void write_group(std::span<Waiting> group);
  void run();
  void wake() noexcept override { changed_.notify_one(); }

  storage::Store& store_;
  DelayedReads* const delayed_;
  const storage::Store::Sync sync_;
  const bool waits_;  // whether a write may wait for the disk
  std::atomic<std::uint64_t> commits_ = 0;
  std::atomic<std::size_t> lazy_bytes_ = 0;  // written by write_lazily() since its last sync
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiting> queue_;  // in ascending order of places; guarded by mutex_, like all below up to taken_
  Load queued_;
  CommitPlace last_place_ = kNoPlace;
  CommitPlace last_failed_ = kNoPlace;
  Error failure_ = base::lack_of_memory();  // of the batch at last_failed_; only thread_ changes it
  std::thread thread_;
  bool stopping_ = false;
  // The batches that thread_ took from the queue. Only that thread uses them.
  std::vector<Waiting> taken_;
  std::vector<const storage::Batch*> batches_;
};

}  // namespace partita::engine
