// RawRocksdb: a bare RocksDB in memory with the store's settings and rows. It repeats the calls of a store in the
// shortest possible way, to find the number of RocksDB's own allocations.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/env.h>

#include <memory>
#include <vector>

#include "work/allocations.h"
#include "work/traced_store.h"

namespace partita::work {

class RawRocksdb {
 public:
  // Copies the rows of `store` and flushes them.
  explicit RawRocksdb(const storage::Store& store);

  // The number of allocations that `calls` make.
  std::uint64_t allocations_of(const std::vector<StoreCall>& calls);

 private:
  void make(const GetCall& call);
  void make(const IterateCall& call);
  void make(const SnapshotCall& call);
  void make(const WriteCall& call);

  const std::unique_ptr<rocksdb::Env> env_;
  std::unique_ptr<rocksdb::DB> db_;
};

}  // namespace partita::work
