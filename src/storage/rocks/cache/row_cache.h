// RowCache: values that were read before, by their keys. They are in the block cache, so that one limit covers both. A
// hit is one look-up, but RocksDB's Get compares many keys in a memtable, or searches a block of each level.
//
// A cached value is always the stored one:
// 1. Before a writer writes, it drops the cached values of its keys. It counts as their writer until it has written.
// 2. A value is kept only if no other thread was writing its key when the read or the write of the value began, and if
//    no thread has begun to write the key since then. A stamp records that.
// So a reader that has seen a write never gets an older value.
#pragma once

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

#include "storage/rocks/cache/recent_keys.h"
#include "storage/store.h"

namespace partita::storage {

class RowCache {
 public:
  explicit RowCache(std::shared_ptr<rocksdb::Cache> cache)
      : cache_(std::move(cache)), read_(cache_->GetCapacity() / kBytesToARecentKey) {}

  // The cached value of `key`, or nullopt.
  std::optional<PinnedBytes> find(std::string_view key) const;

  struct Stamp {
    std::uint64_t hash = 0;   // of the key
    std::uint64_t begun = 0;  // writes begun in the key's stripe
    bool may_keep = false;
  };
  // A stamp to keep the row if `key` was read shortly before. Rows that are read only once thus cost little and do not
  // push blocks out of the cache, which makes random reads of a database larger than its cache faster.
  Stamp before_reading(std::string_view key);
  // Keeps the value that was read after `stamp` was given for `key`, or else remembers that `key` was read. The caller
  // must not call it for a read that ended in Missing or NotCached.
  void keep_read(std::string_view key, std::string_view value, const Stamp& stamp);

  // While it lives, the keys of the batches count as being written. Requires: the batches outlive it.
  class Writing {
   public:
    Writing(RowCache& rows, std::span<const Batch* const> batches);
    ~Writing();
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;

    // The batches were written. For each key whose old value was kept, the new value is kept.
    void keep_new_values();

   private:
    struct Dropped {
      std::string_view key;
      std::string_view new_value;
      Stamp stamp;
    };
    void begin(Batch::Operation operation, std::string_view key, const Batch::Value& value);

    RowCache& rows_;
    const std::span<const Batch* const> batches_;
    std::vector<Dropped> dropped_;  // those that have a new value
  };

 private:
  static constexpr std::size_t kStripes = 1024;
  struct Stripe {
    std::mutex mutex;
    std::uint64_t begun = 0;  // number of writes begun; guarded by mutex, like `ended`
    std::uint64_t ended = 0;
  };

  static std::uint64_t hash_of(std::string_view key) { return std::hash<std::string_view>{}(key); }
  Stripe& stripe_of(std::uint64_t hash) { return stripes_[hash % kStripes]; }
  void keep(std::string_view key, std::string_view value, const Stamp& stamp);
  // A stamp to keep the new value, if the old one was kept.
  Stamp begin_write(std::string_view key);
  void end_write(std::string_view key);
  void begin_write_of_range(std::string_view lower, std::string_view upper);
  void end_write_of_range();

  // The size of the cache for each remembered key. If a cache has room for more rows, a key counts as recent for
  // longer. That keeps more rows, and a kept row survives a compaction, which makes the cached blocks useless.
  static constexpr std::size_t kBytesToARecentKey = 4096;

  const std::shared_ptr<rocksdb::Cache> cache_;
  RecentKeys read_;
  std::array<Stripe, kStripes> stripes_;
};

}  // namespace partita::storage
