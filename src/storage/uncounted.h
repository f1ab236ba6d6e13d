// RocksDB counts each thread's key comparisons, blocks and more unless told not to: a fifth of the instructions of a Get
// that finds its row in the memtable, a sixth of a PutItem's. This turns it off on the calling thread while it lives.
#pragma once

#include <rocksdb/perf_level.h>

namespace partita::storage {

class Uncounted {
 public:
  Uncounted() : level_before_(rocksdb::GetPerfLevel()) { rocksdb::SetPerfLevel(rocksdb::kDisable); }
  ~Uncounted() { rocksdb::SetPerfLevel(level_before_); }
  Uncounted(const Uncounted&) = delete;
  Uncounted& operator=(const Uncounted&) = delete;

 private:
  const rocksdb::PerfLevel level_before_;
};

}  // namespace partita::storage
