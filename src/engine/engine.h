// Engine: an open database without its interface. It owns the store, the catalog and everything else that operations
// use.
#pragma once

#include <partita/open.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "engine/age_clock.h"
#include "engine/commit/commit_pipeline.h"
#include "engine/commit/delayed_reads.h"
#include "engine/commit/item_locks.h"
#include "engine/context.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/jobs/jobs.h"
#include "engine/realms.h"
#include "engine/records/item_hash.h"
#include "engine/records/sequence_numbers.h"
#include "engine/records/stream_counters.h"
#include "engine/table_facts.h"
#include "engine/threads/executor.h"
#include "engine/threads/write_room.h"
#include "engine/throttle/throttle.h"
#include "engine/transactions/idempotency.h"
#include "engine/transfer_files.h"
#include "engine/vector_cache/vector_cache.h"
#include "engine/written_elsewhere.h"
#include "value/limits.h"

namespace partita::engine {

struct EngineOptions {
  storage::Store::Sync sync = storage::Store::Sync::Yes;
  bool read_only = false;
  std::string region = "us-east-1";
  std::string account = kDefaultAccount;
  std::chrono::milliseconds table_delay{0};
  std::chrono::milliseconds stream_roll{0};      // the age at which an open shard is closed; 0 means never
  std::chrono::milliseconds recovery_delay{0};   // how long before now the latest restorable time is
  std::chrono::milliseconds ttl_interval{1000};  // between sweeps for expired items; 0 disables sweeps
  bool background_jobs = true;                   // tests set it to false and run the jobs themselves
  std::shared_ptr<const base::Clock> clock;      // the system's clock if null
  base::Log log;
  std::shared_ptr<TransferFiles> files;                  // nullptr without an S3
  std::size_t most_realms = 100'000;                     // other than the own one; see realms.h
  std::size_t most_regions = 1'000;                      // of one account; see realms.h
  std::size_t executor_threads = 0;                      // 0 means 2 per core, from 4 to 32
  std::size_t large_writes_bytes = 64 << 20;             // see write_room.h
  std::size_t pages_bytes = 64 << 20;                    // of items that the executor reads for long answers
  std::size_t vector_cache_bytes = 1 << 30;              // see vector_cache/vector_cache.h
  std::size_t approximate_from = 50'000;                 // see vector_cache/vector_cache.h
  std::size_t batch_get_bytes = limits::kBatchGetBytes;  // the limit of the items in one answer of BatchGetItem
  std::size_t answer_bytes = SIZE_MAX;                   // the limit of the items in one answer without parts
  std::size_t catalog_bytes = SIZE_MAX;                  // the limit of the descriptions of all tables
  std::chrono::milliseconds index_delay{0};              // see commit/delayed_reads.h; 0: none
  bool delay_eventual_reads = false;                     // of tables, as those of global indexes
  OnConflict on_conflict = OnConflict::Wait;             // of transactions
  bool throttle = false;                                 // whether capacity is limited; see throttle/throttle.h
  std::chrono::seconds throttle_burst{300};              // the time whose units provisioned tables keep
  HotKeys::Options hot_keys;                             // see hot_keys/hot_keys.h
};

// The bytes of table files that belong to a table.
struct TableBytes {
  catalog::Realm realm;
  std::string table;
  std::uint64_t bytes = 0;
  friend bool operator==(const TableBytes&, const TableBytes&) = default;
};

struct NamedTableState {
  catalog::Realm realm;
  std::string name;
  TableState state;
};

struct EngineStatistics {
  storage::StoreStatistics store;
  std::uint64_t commits = 0;
  CommitPipeline::Load queued;    // commits that wait for the store
  std::vector<JobProgress> jobs;  // jobs under way that read every item of a table
  ItemLocks::Statistics locks;
  std::uint64_t executor_queued = 0;      // tasks that no thread has begun
  std::uint64_t locked_reads_queued = 0;  // the same for reads of writers that hold locks
  std::uint64_t handovers_queued = 0;     // the same for writers that have waited for locks or for room
  WriteRoom::Load large_writes;
  WriteRoom::Load pages;
  std::uint64_t expired_items = 0;  // deleted so far
  StreamCounters::Counts stream_records_written;
  StreamCounters::Counts stream_records_read;
  VectorCache::Statistics vector_cache;
  std::vector<Throttle::Refusals> throttled;
  std::uint64_t catalog_bytes = 0;  // of the descriptions of all tables in memory
};

class Engine {
 public:
  // Loads the catalogs and starts the background jobs. Errors: those of Realms::load().
  static Result<std::unique_ptr<Engine>> open(std::unique_ptr<storage::Store> store, EngineOptions options);
  // Writes what is in memory to table files, and waits for the disk. Errors: InternalServerError.
  Result<void> flush() { return store_->flush(); }
  // Ends the jobs and the threads, then flushes the store unless it is read-only. It waits for the disk. An error of
  // the flush goes to the log. Requires: no operation is under way.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // The context for operations in the own realm. It lives as long as the engine.
  Context& context() { return context_; }
  // The contexts for operations in all realms.
  Realms& realms() { return realms_; }
  // Sets the clock of an account ahead by the longest delay of a table, and ends all delays of its tables and indexes,
  // so that those that are being deleted are gone. Does it only if tables have delays. Errors: those of
  // Realms::advance_clock() and Store::write().
  Result<void> end_delays_of(std::string_view account);
  // Removes the tables that restores fill of another account than the own one, in all of its regions. Errors: those of
  // remove_restored_tables().
  Result<void> remove_restored_tables_of(std::string_view account);
  // Removes the exports, imports and bulk writes of another account than the own one, in all of its regions, and the
  // tables that imports fill. Errors: those of forget_transfers().
  Result<void> forget_transfers_of(std::string_view account);
  // Removes the backups of another account than the own one, in all of its regions. Errors: those of forget_backups().
  Result<void> forget_backups_of(std::string_view account);
  // Forgets the client request tokens of another account than the own one, in all of its regions. Waits for the disk.
  // Errors: those of erase_tokens_of_realm().
  Result<void> forget_tokens_of(std::string_view account);
  // Sets the clock of an account further ahead, as Realms::advance_clock() does, and deletes the items of its tables
  // that have expired by then, in all of its regions. Waits for the disk. Errors: those of Realms::advance_clock(), and
  // then those of sweep_now(). The deleted items stay deleted.
  Result<std::chrono::milliseconds> advance_clock(std::string_view account, std::chrono::milliseconds by);
  const storage::Store& store() const { return *store_; }
  storage::Store& store() { return *store_; }
  // Whether a write would succeed, as far as the store knows without trying one. If not, an executor thread tries to
  // heal the store, so that the recovery of a disk is noticed without a write. Never waits. May be called from any
  // thread.
  bool can_write();
  // Takes note of a batch that another than this engine has written to the store. Must be called after it became
  // visible. The descriptions of tables are read by show_written_elsewhere().
  void written_elsewhere(const storage::Batch& batch) noexcept;
  // Shows the descriptions that such batches have changed. Must not be called by two threads at once. Errors: those of
  // Realms::reload().
  Result<void> show_written_elsewhere();
  // The approximate bytes of table files of each table with its indexes, by realm and name, the own realm first. Empty
  // if the store has no files.
  std::vector<TableBytes> file_bytes_by_table() const;
  // The same for the records of all streams of each table, with those of deleted tables.
  std::vector<TableBytes> stream_file_bytes_by_table() const;
  // The items of each table and their hash, of the own realm first and by name. Tables whose hash is not kept are read.
  // Waits for the disk. Errors: as state_of().
  Result<std::vector<NamedTableState>> table_states() const;
  // The same in the moment of a snapshot, but only of those tables that keep their hash and that the snapshot has. May
  // leave out tables that were created last. Errors: as state_of().
  Result<std::vector<NamedTableState>> kept_table_states(const storage::Snapshot& snapshot) const;
  // At most `most` hot keys of each rule of each watched table and index (hot_keys/hot_keys.h). May be called from any
  // thread.
  std::vector<HotKey> hot_keys(std::size_t most) const;
  // What Contributor Insights have counted. May be called from any thread.
  std::vector<InsightCounts> insight_counts() const;
  // The counters of this moment. May be called from any thread.
  EngineStatistics statistics() const {
    return {store_->statistics(),    commits_.commits(),    commits_.queued(),
            jobs_.progress(),        locks_.statistics(),   executor_.queued() + pages_.queued(),
            locked_reads_.queued(),  handovers_.queued(),   room_.load(),
            page_room_.load(),       jobs_.expired_items(), stream_counters_.written(),
            stream_counters_.read(), vectors_.statistics(), throttled(),
            catalog_.bytes()};
  }

 private:
  Engine(std::unique_ptr<storage::Store> store, EngineOptions options);
  Context make_context(catalog::Catalog& catalog, const RealmParts& parts);
  std::unique_ptr<HotKeys> make_hot_keys(const catalog::Catalog& catalog);
  std::vector<Throttle::Refusals> throttled() const;

  const EngineOptions options_;
  base::SkewedClock own_clock_;  // of the own account
  const std::unique_ptr<storage::Store> store_;
  AgeClock ages_;
  SequenceNumbers numbers_;
  StreamCounters stream_counters_;
  ItemHash item_hash_;
  VectorCache vectors_;
  catalog::Catalog catalog_;
  const std::unique_ptr<DelayedReads> delayed_;  // nullptr if no reads are delayed
  std::atomic<std::size_t> watched_places_{0};   // of the hot keys of all realms
  const std::unique_ptr<HotKeys> hot_keys_;      // of the own realm
  const std::unique_ptr<Throttle> throttle_;     // likewise; nullptr if capacity is not limited
  RunningTokens running_tokens_;
  Jobs jobs_;
  std::atomic<bool> healing_{false};
  WrittenElsewhere elsewhere_;
  Executor executor_;      // for long work and reads of the disk
  Executor pages_;         // for long pages, whose items are limited by page_room_
  Executor locked_reads_;  // for reads of the disk and long evaluations under locks, which other writers may wait for
  Executor handovers_;     // one thread for writers that have waited for a lock or for room
  ItemLocks locks_;
  WriteRoom room_;
  WriteRoom page_room_;
  CommitPipeline commits_;
  Context context_;
  Realms realms_;
};

}  // namespace partita::engine
