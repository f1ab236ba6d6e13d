// Receives the counts that RocksDB reports while it works. It keeps the block cache's hits and misses, the entries that
// iterators skipped, and the time that writes waited for compactions.
#pragma once

#include <rocksdb/statistics.h>

#include <memory>

#include "storage/counters.h"

namespace partita::storage {

class CacheStatistics final : public rocksdb::Statistics {
 public:
  explicit CacheStatistics(std::shared_ptr<Counters> counters) : counters_(std::move(counters)) {
    set_stats_level(rocksdb::kExceptHistogramOrTimers);
  }
  const char* Name() const override { return "partita.cache_statistics"; }

  void recordTick(std::uint32_t ticker, std::uint64_t count) override {
    if (ticker == rocksdb::BLOCK_CACHE_HIT) counters_->add(Counters::CacheHits, count);
    if (ticker == rocksdb::BLOCK_CACHE_MISS) counters_->add(Counters::CacheMisses, count);
    if (ticker == rocksdb::STALL_MICROS) counters_->add(Counters::StalledUs, count);
    if (ticker == rocksdb::NUMBER_ITER_SKIP) {
      counters_->add(Counters::EntriesSkipped, count);
      skipped_by_last_iterator() = count;
    }
  }
  // Entries skipped by the iterator that ended last on the calling thread, because RocksDB reports the count as an
  // iterator ends.
  static std::uint64_t& skipped_by_last_iterator() {
    thread_local std::uint64_t count = 0;
    return count;
  }

  bool HistEnabledForType(std::uint32_t /*type*/) const override { return false; }
  void recordInHistogram(std::uint32_t /*type*/, std::uint64_t /*value*/) override {}

  // RocksDB itself never calls these.
  std::uint64_t getTickerCount(std::uint32_t /*ticker*/) const override { return 0; }
  void histogramData(std::uint32_t /*type*/, rocksdb::HistogramData* /*data*/) const override {}
  void setTickerCount(std::uint32_t /*ticker*/, std::uint64_t /*count*/) override {}
  std::uint64_t getAndResetTickerCount(std::uint32_t /*ticker*/) override { return 0; }

 private:
  const std::shared_ptr<Counters> counters_;
};

}  // namespace partita::storage
