// Turns off RocksDB's own counting on the calling thread while it lives. By default RocksDB counts each thread's key
// comparisons, blocks and more, which takes a good part of the instructions of a Get or a PutItem.
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
