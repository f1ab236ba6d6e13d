// Engine: an open database without its interface: the store, the catalog, and all that operations work with.
#pragma once

#include "engine/context.h"
#include "engine/idempotency.h"
#include "engine/jobs/jobs.h"
#include "value/limits.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

namespace partita::engine {

struct EngineOptions {
  storage::Store::Sync sync = storage::Store::Sync::Yes;
  bool read_only = false;
  std::string region = "us-east-1";
  std::chrono::milliseconds table_delay{0};
  std::chrono::milliseconds ttl_interval{1000};  // between sweeps for expired items; 0: none
  bool background_jobs = true;                   // false: tests run them themselves
  std::shared_ptr<const base::Clock> clock;      // default: the system's
  base::Log log;
  std::size_t executor_threads = 0;  // 0: 2 a core, from 4 to 32
  std::size_t large_writes_bytes = 64 << 20;             // see write_room.h
  std::size_t batch_get_bytes = limits::kBatchGetBytes;  // of items in one answer of BatchGetItem; what is left is unprocessed
};

struct EngineStatistics {
  storage::StoreStatistics store;
  std::uint64_t commits = 0;
  CommitPipeline::Load queued;    // commits that wait for the store
  std::vector<JobProgress> jobs;  // under way that look at every item of a table
  ItemLocks::Statistics locks;
  std::uint64_t executor_queued = 0;      // tasks that no thread has begun,
  std::uint64_t locked_reads_queued = 0;  // here of writers that hold locks,
  std::uint64_t handovers_queued = 0;     // and here of those that have got one, or room
  WriteRoom::Load large_writes;
  std::uint64_t expired_items = 0;  // deleted so far
};

class Engine {
 public:
  // Errors: Corruption, DataDirectoryNewer, InternalServerError.
  static Result<std::unique_ptr<Engine>> open(std::unique_ptr<storage::Store> store, EngineOptions options);
  // Requires: no operation is under way. What was acknowledged is flushed.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Context& context() { return context_; }
  const storage::Store& store() const { return *store_; }
  // Whether writes succeed, as far as is known without one. Where they do not, an executor thread tries to heal the store, so
  // that it does not take a write to notice that the disk is well again. Never waits.
  bool can_write();
  // How much of the table files each table and its indexes take, about; empty where there are no files.
  std::vector<std::pair<std::string, std::uint64_t>> file_bytes_by_table() const;
  EngineStatistics statistics() const {
    return {store_->statistics(), commits_.commits(), commits_.queued(), jobs_.progress(), locks_.statistics(),
            executor_.queued(), locked_reads_.queued(), handovers_.queued(), room_.load(), jobs_.expired_items()};
  }

 private:
  Engine(std::unique_ptr<storage::Store> store, EngineOptions options);

  const EngineOptions options_;
  const std::unique_ptr<storage::Store> store_;
  catalog::Catalog catalog_;
  RunningTokens running_tokens_;
  Jobs jobs_;
  std::atomic<bool> healing_{false};
  Executor executor_;      // what is long, or reads the disk
  Executor locked_reads_;  // reads of the disk while others wait for a lock
  Executor handovers_;     // writers that have waited for a lock
  ItemLocks locks_;
  WriteRoom room_;
  CommitPipeline commits_;
  Context context_;
};

}  // namespace partita::engine
