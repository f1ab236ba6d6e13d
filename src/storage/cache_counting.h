// Counts the block cache's hits and misses of the calling thread while it lives. RocksDB's own statistics cost several
// contended counters a read; its per-thread ones cost nothing that can be measured.
#pragma once

#include "storage/counters.h"

#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

namespace partita::storage {

class CacheCounting {
 public:
  explicit CacheCounting(Counters& counters) : counters_(counters), level_before_(rocksdb::GetPerfLevel()) {
    rocksdb::SetPerfLevel(rocksdb::kEnableCount);
    hits_before_ = thread_counts().block_cache_hit_count;
    reads_before_ = thread_counts().block_read_count;
  }
  ~CacheCounting() {
    const auto hits = thread_counts().block_cache_hit_count - hits_before_;
    const auto misses = thread_counts().block_read_count - reads_before_;
    if (hits != 0) counters_.add(Counters::CacheHits, hits);
    if (misses != 0) counters_.add(Counters::CacheMisses, misses);
    rocksdb::SetPerfLevel(level_before_);
  }
  CacheCounting(const CacheCounting&) = delete;
  CacheCounting& operator=(const CacheCounting&) = delete;

 private:
  static const rocksdb::PerfContext& thread_counts() { return *rocksdb::get_perf_context(); }

  Counters& counters_;
  const rocksdb::PerfLevel level_before_;
  std::uint64_t hits_before_;
  std::uint64_t reads_before_;
};

}  // namespace partita::storage
