// Counters on the hot path. Each thread adds to one of a few cache lines, so that threads do not wait for one another.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "storage/store.h"

namespace partita::storage {

class Counters {
 public:
  enum Name : std::size_t {
    Reads,
    Seeks,
    BytesRead,
    Writes,
    Syncs,
    CacheHits,
    CacheMisses,
    EntriesSkipped,
    StalledUs,
    ManyReads,
    kNames
  };

  void add(Name name, std::uint64_t by) { shards_[shard()].values[name].fetch_add(by, std::memory_order_relaxed); }

  StoreStatistics sum() const {
    std::array<std::uint64_t, kNames> total{};
    for (const Shard& shard : shards_)
      for (std::size_t i = 0; i < kNames; ++i) total[i] += shard.values[i].load(std::memory_order_relaxed);
    return {.reads = total[Reads],
            .seeks = total[Seeks],
            .bytes_read = total[BytesRead],
            .writes = total[Writes],
            .syncs = total[Syncs],
            .cache_hits = total[CacheHits],
            .cache_misses = total[CacheMisses],
            .entries_skipped = total[EntriesSkipped],
            .stalled_us = total[StalledUs],
            .many_reads = total[ManyReads]};
  }

 private:
  static constexpr std::size_t kShards = 8;
  struct alignas(64) Shard {
    std::array<std::atomic<std::uint64_t>, kNames> values{};
  };

  static std::size_t shard() {
    static std::atomic<std::size_t> threads{0};
    thread_local const std::size_t mine = threads.fetch_add(1, std::memory_order_relaxed) % kShards;
    return mine;
  }

  std::array<Shard, kShards> shards_;
};

}  // namespace partita::storage
