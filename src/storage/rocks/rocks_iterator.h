// The Iterator over RocksDB's iterator.
#pragma once

#include <rocksdb/iterator.h>
#include <rocksdb/slice.h>

#include <memory>
#include <string>

#include "storage/counters.h"
#include "storage/rocks/cache/page_cache_files.h"
#include "storage/rocks/tombstones.h"
#include "storage/store.h"

namespace partita::storage {

class RocksIterator final : public Iterator {
 public:
  // Requires: all arguments except `options` outlive this object. `tombstones` may be nullptr.
  RocksIterator(rocksdb::DB& db, Counters& counters, Tombstones* tombstones, NoWaitReads no_wait_reads,
                const IteratorOptions& options);
  ~RocksIterator() override;

  bool valid() const override { return rocksdb_->Valid(); }
  void next() override;
  std::string_view key() const override { return rocksdb_->key().ToStringView(); }
  std::string_view value() const override { return rocksdb_->value().ToStringView(); }
  Result<ReadState> end_state() const override;

 private:
  void count_entry();
  void report_skipped();

  // RocksDB's iterator refers to the slices, and the slices refer to the strings, until it is destroyed.
  const std::string lower_;
  const std::string upper_;
  const rocksdb::Slice lower_slice_;
  const rocksdb::Slice upper_slice_;
  const Direction direction_;
  const bool no_wait_;
  Counters& counters_;
  Tombstones* const tombstones_;
  std::unique_ptr<rocksdb::Iterator> rocksdb_;
  std::uint64_t entries_read_ = 0;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace partita::storage
