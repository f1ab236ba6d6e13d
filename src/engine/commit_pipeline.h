// CommitPipeline: how a batch becomes durable and visible.
//
// A caller that must not wait (an event loop) leaves its batch in a queue, which is in the order of the log; one thread takes
// all that are there, writes them with one sync, and calls their completions. So too where durability needs no sync: the
// store may still wait for the disk, which is behind with what was written before. A caller that may wait writes on its own
// thread, and the store joins the writes of several threads into one sync. With a store in memory nobody waits, and all
// write on their own threads.
//
// How many bytes wait is the caller's to limit (write_room.h); the pipeline limits how many batches do.
//
// A batch may be built upon others that are in the queue, whoever makes it, if it goes there too: it is written with them or
// after them, and where one of them fails, so does it, unwritten. So what is in the log never stands on what is not.
#pragma once

#include "base/lack_of_memory.h"
#include "base/late_wakes.h"
#include "engine/place.h"
#include "storage/store.h"

#include <partita/error.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace partita::engine {

enum class Caller : std::uint8_t { MayWait, MustNotWait };

class CommitPipeline : private base::Sleeper {
 public:
  using Done = std::function<void(const Result<void>&)>;
  static constexpr std::size_t kQueuedBatches = 16384;
  // Written at once; the first of a group may go beyond. The store takes a copy of them, and keeps them in a memtable whole.
  static constexpr std::size_t kGroupBytes = 4 << 20;
  static constexpr std::size_t kLazyBytes = 1 << 20;
  // So many completions are called before the threads that wait for answers are woken.
  static constexpr std::size_t kCompletedAtOnce = 64;

  // Requires: `store` outlives the pipeline.
  CommitPipeline(storage::Store& store, storage::Store::Sync sync)
      : store_(store), sync_(sync), waits_(sync == storage::Store::Sync::Yes || store.write_may_wait()) {}
  // Writes what is queued.
  ~CommitPipeline();
  CommitPipeline(const CommitPipeline&) = delete;
  CommitPipeline& operator=(const CommitPipeline&) = delete;

  // Whether such a batch goes through the queue. Where not, write_at_once() is as good: nothing has to be waited for, or the
  // caller may do so.
  bool is_queued(Caller caller, Place built_on) const {
    return waits_ && (caller == Caller::MustNotWait || built_on != kNoPlace);
  }
  // Requires: the batch is not queued. Errors: InternalServerError.
  Result<void> write_at_once(const storage::Batch& batch);

  // Gives the batch its place. `built_on`: the first of the places that it is built upon, which were not settled when that was
  // looked at, or none. An empty batch writes nothing: it waits for what it is built upon. `done` is called on the
  // pipeline's thread once the batch is durable and visible, or has failed with InternalServerError, perhaps before this
  // returns. `batch` lives until then. If the calling thread gathers wakes (base/late_wakes.h), the pipeline's thread begins
  // when these are made, and the pipeline must live until then. Errors: ThrottlingException where too much waits already, InternalServerError where
  // something that it is built upon has failed already; then `done` is not called.
  Result<Place> enqueue(const storage::Batch& batch, Place built_on, Done done);

  // For callers that may wait: writes the batch, or waits until it is written. Errors: as enqueue().
  Result<void> write(const storage::Batch& batch, Place built_on);

  // Makes `batch` visible, and durable with the next one that is; of its kind there are never much more than kLazyBytes that
  // are not, so that the next sync is no long one. Waits, now and then for a sync. Errors: InternalServerError.
  Result<void> write_lazily(const storage::Batch& batch);

  std::uint64_t commits() const { return commits_.load(std::memory_order_relaxed); }
  struct Load {
    std::uint64_t batches = 0;
    std::uint64_t bytes = 0;
  };
  // What waits in the queue, or is being written from it.
  Load queued() const;

 private:
  struct Waiting {
    const storage::Batch* batch;
    Place built_on;
    Place place;
    Done done;
    bool falls = false;  // as what it is built upon has failed
  };
  // What of `taken` is written together: its first part.
  static std::span<Waiting> next_group(std::span<Waiting> taken);
  // Marks what in the group is built upon a failed batch, and what is built upon that. Takes no memory, as that may be what the
  // batch failed for.
  void mark_fallen(std::span<Waiting> group);
  // Writes the group as one and calls its completions.
  void write_group(std::span<Waiting> group);
  void run();
  void wake() noexcept override { changed_.notify_one(); }

  storage::Store& store_;
  const storage::Store::Sync sync_;
  const bool waits_;  // for the disk, in a write
  std::atomic<std::uint64_t> commits_ = 0;
  std::atomic<std::size_t> lazy_bytes_ = 0;  // since a sync was last made for them
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiting> queue_;  // guarded by mutex_, like all below; in ascending order of their places
  Load queued_;
  Place last_place_ = kNoPlace;
  Place last_failed_ = kNoPlace;
  Error failure_ = base::lack_of_memory();  // why; changed by the thread alone
  std::thread thread_;
  bool stopping_ = false;
  // The thread's own: what it took from the queue.
  std::vector<Waiting> taken_;
  std::vector<const storage::Batch*> batches_;
};

}  // namespace partita::engine
