// The Store on RocksDB, with its data in a directory on disk.
#pragma once

#include <rocksdb/db.h>

#include <memory>

#include "storage/counters.h"
#include "storage/rocks/cache/page_cache_files.h"
#include "storage/rocks/cache/row_cache.h"
#include "storage/rocks/recovery/directory_lock.h"
#include "storage/rocks/recovery/healer.h"
#include "storage/rocks/recovery/stall.h"
#include "storage/rocks/recovery/store_env.h"
#include "storage/rocks/recovery/synced_files.h"
#include "storage/rocks/recovery/wal_continuity.h"
#include "storage/rocks/rocks_change_log.h"
#include "storage/rocks/space.h"
#include "storage/rocks/tombstones.h"
#include "storage/store.h"

namespace partita::storage {

// All parts that a RocksStore owns, in the order of construction.
struct RocksParts {
  std::shared_ptr<Counters> counters;
  std::shared_ptr<DirectoryLock> directory_lock;
  std::shared_ptr<SyncedFiles> synced_files;  // nullptr if the store is read-only
  std::unique_ptr<StoreEnv> env;
  std::unique_ptr<Healer> healer;
  Stall stall;
  NoWaitReads no_wait_reads = NoWaitReads::Unsupported;
  std::shared_ptr<rocksdb::Cache> block_cache;
  std::size_t cache_bytes = 0;                        // of block_cache, if nothing is set aside
  std::unique_ptr<RowCache> rows;                     // in block_cache
  std::shared_ptr<rocksdb::FileLock> read_only_lock;  // nullptr if db may write, because it then has its own lock
  std::unique_ptr<WalContinuity> wal_continuity;      // db keeps its address
  std::unique_ptr<rocksdb::DB> db;
  std::unique_ptr<Tombstones> tombstones;      // nullptr if the store is read-only
  std::unique_ptr<RocksChangeLog> change_log;  // nullptr if the store does not keep its log
};

enum class WriteMode : std::uint8_t { Logged, Unlogged, Refused };

class RocksStore final : public Store {
 public:
  RocksStore(RocksParts parts, WriteMode write_mode) : parts_(std::move(parts)), write_mode_(write_mode) {}
  ~RocksStore() override;

  // Keeps the lock for as long as the store lives.
  void keep(std::shared_ptr<DirectoryLock> lock) { parts_.directory_lock = std::move(lock); }
  // Writes all table files anew. Takes as long as a copy of the directory. Errors: InternalServerError, Corruption.
  Result<void> rewrite_tables();
  // Requires: the store is read-only, and the directory itself stays locked.
  void release_lock_file() { parts_.read_only_lock.reset(); }

  Result<GetResult> get(std::string_view key, const ReadOptions& options) const override;
  Result<std::vector<GetResult>> get_many(std::span<const std::string_view> keys,
                                          const ReadOptions& options) const override;
  std::unique_ptr<Iterator> iterate(const IteratorOptions& options) const override;
  std::shared_ptr<const Snapshot> snapshot() const override;
  Result<void> write(const Batch& batch, Sync sync) override;
  Result<void> write(std::span<const Batch* const> batches, Sync sync) override;
  bool write_may_wait() const override { return true; }
  Result<std::optional<std::string>> discard(std::string_view from, std::string_view upper,
                                             std::atomic<bool>& stop_flag) override;
  bool can_write() const override {
    if (parts_.change_log && parts_.change_log->refuses_writes()) return false;
    return write_mode_ != WriteMode::Refused && parts_.healer->healthy() && !parts_.stall.refuses_writes(*parts_.db);
  }
  Result<void> flush() override;
  Result<void> check_files() const override;
  void set_aside(std::size_t bytes) noexcept override;
  StoreStatistics statistics() const override;
  ChangeLog* change_log() override { return parts_.change_log.get(); }
  std::vector<std::uint64_t> file_bytes_of(std::span<const KeyRange> ranges) const override {
    return file_bytes_between(*parts_.db, ranges);
  }

 private:
  // As get_row(), but reads RocksDB and not the cache of rows.
  Result<GetResult> get_stored(std::string_view key, const ReadOptions& options) const;
  // As get(), but does not count the key in Reads.
  Result<GetResult> get_row(std::string_view key, const ReadOptions& options) const;
  // Reads those keys whose places are `wanted`, and puts their values into the same places of `out`.
  Result<void> get_from_disk(std::span<const std::string_view> keys, std::span<const std::size_t> wanted,
                             const ReadOptions& options, std::vector<GetResult>& out) const;
  // Errors: InternalServerError or Corruption, if the disk still fails.
  Result<void> heal_if_needed();

  RocksParts parts_;
  const WriteMode write_mode_;
};

}  // namespace partita::storage
