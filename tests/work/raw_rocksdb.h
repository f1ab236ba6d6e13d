// RawRocksdb: a bare RocksDB in memory, set up as the store sets it up, with the store's rows. It makes the calls that
// a store made as shortly as they can be made, to tell what RocksDB allocates itself.
#pragma once

#include "work/allocations.h"
#include "work/traced_store.h"

#include <rocksdb/db.h>
#include <rocksdb/env.h>

#include <memory>
#include <vector>

namespace partita::work {

class RawRocksdb {
 public:
  // Copies the rows of `store`, and flushes them.
  explicit RawRocksdb(const storage::Store& store);

  // What `calls` allocate.
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
