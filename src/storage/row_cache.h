// RowCache: values that were got before, by their keys, in the block cache, so that one limit covers both. RocksDB's Get
// compares some 35 keys in a memtable, or searches a block of each level; a hit here is one look-up.
//
// What it holds is what is stored:
// 1. A writer drops the values of its keys before it writes, and counts as writing them until it has written.
// 2. A value is kept only if nobody else was writing its key when it began to be read or written, and nobody has begun
//    to since: that is what a ticket tells.
// So nobody who has seen a write gets the value of before it.
#pragma once

#include "storage/recent_keys.h"
#include "storage/store.h"

#include <rocksdb/cache.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace partita::storage {

class RowCache {
 public:
  explicit RowCache(std::shared_ptr<rocksdb::Cache> cache)
      : cache_(std::move(cache)), read_(cache_->GetCapacity() / kBytesToARecentKey) {}

  std::optional<PinnedBytes> find(std::string_view key) const;

  struct Ticket {
    std::uint64_t hash = 0;  // of the key
    std::uint64_t begun = 0;
    bool may_keep = false;
  };
  // A ticket to keep the row, if `key` was read shortly before: rows that are read once cost little and push no blocks
  // out. A server gives 62,000 of 10^7 items a second, read at random, and after that 30,000 pages of ten; where it keeps
  // each row, 57,000 and 23,000.
  Ticket before_reading(std::string_view key);
  // Takes what was read since `ticket` was given for `key`, or else remembers that it was read. A read that found
  // nothing, or would have had to wait for the disk, does not come here.
  void keep_read(std::string_view key, std::string_view value, const Ticket& ticket);

  // While it lives the batches are being written. Requires: they live as long.
  class Writing {
   public:
    Writing(RowCache& rows, std::span<const Batch* const> batches);
    ~Writing();
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;

    // They are written: where the old value was kept, so is the new one.
    void keep_new_values();

   private:
    struct Dropped {
      std::string_view key;
      std::string_view new_value;
      Ticket ticket;
    };
    void begin(Batch::Operation operation, std::string_view key, std::string_view value);

    RowCache& rows_;
    const std::span<const Batch* const> batches_;
    std::vector<Dropped> dropped_;  // that have a new value
  };

 private:
  static constexpr std::size_t kStripes = 1024;
  struct Stripe {
    std::mutex mutex;
    std::uint64_t begun = 0;  // writes; guarded by mutex, like `ended`
    std::uint64_t ended = 0;
  };

  static std::uint64_t hash_of(std::string_view key) { return std::hash<std::string_view>{}(key); }
  Stripe& stripe_of(std::uint64_t hash) { return stripes_[hash % kStripes]; }
  void keep(std::string_view key, std::string_view value, const Ticket& ticket);
  // A ticket to keep the new value, if the old one was kept.
  Ticket begin_write(std::string_view key);
  void end_write(std::string_view key);
  void begin_write_of_range(std::string_view lower, std::string_view upper);
  void end_write_of_range();

  // The more rows there is room for, the longer a key is recent. A row survives the compaction that makes the cached
  // blocks useless: then 25,000 PutItems a second over 10^6 items, and 18,600 where 65,536 keys are remembered.
  static constexpr std::size_t kBytesToARecentKey = 4096;

  const std::shared_ptr<rocksdb::Cache> cache_;
  RecentKeys read_;
  std::array<Stripe, kStripes> stripes_;
};

}  // namespace partita::storage
