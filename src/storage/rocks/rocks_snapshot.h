#pragma once

#include <rocksdb/db.h>
#include <rocksdb/options.h>

#include "storage/rocks/cache/page_cache_files.h"
#include "storage/store.h"

namespace partita::storage {

class RocksSnapshot final : public Snapshot {
 public:
  // Requires: `db` outlives this object.
  explicit RocksSnapshot(rocksdb::DB& db) : db_(db), rocksdb_(db.GetSnapshot()) {}
  ~RocksSnapshot() override { db_.ReleaseSnapshot(rocksdb_); }
  RocksSnapshot(const RocksSnapshot&) = delete;
  RocksSnapshot& operator=(const RocksSnapshot&) = delete;

  const rocksdb::Snapshot* rocksdb() const { return rocksdb_; }

 private:
  rocksdb::DB& db_;
  const rocksdb::Snapshot* rocksdb_;
};

// Read options shared by get and iterate. `no_wait_reads`: whether the store's files can be read without waiting.
// Requires: the snapshot, if any, is a RocksStore's.
inline rocksdb::ReadOptions make_read_options(const ReadOptions& options, NoWaitReads no_wait_reads) {
  rocksdb::ReadOptions out;
  if (options.snapshot != nullptr) out.snapshot = static_cast<const RocksSnapshot*>(options.snapshot)->rocksdb();
  out.fill_cache = options.fill_cache;
  if (options.no_wait && no_wait_reads == NoWaitReads::Unsupported) out.read_tier = rocksdb::kBlockCacheTier;
  return out;
}

}  // namespace partita::storage
