// Decides how the index and the filters of a table file are written. As long as those of all files take a small part of
// the cache, each file has one block for its index and one for its filter, and both blocks stay in the cache. A larger
// database gets files with an index and a filter cut into blocks that come and go like blocks of rows, and only the
// list of these blocks stays.
//
// With whole ones, a Get of a row needs fewer look-ups in the cache and fewer allocations. But whole ones need some 250
// MB for 10^8 items of 400 bytes, and the cache's size does not limit that.
#pragma once

#include <rocksdb/listener.h>
#include <rocksdb/table.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace partita::storage {

// The bytes of the table files in use after the last flush or compaction.
class FileBytes final : public rocksdb::EventListener {
 public:
  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  void OnFlushCompleted(rocksdb::DB* db, const rocksdb::FlushJobInfo& /*info*/) override { look(db); }
  void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& /*info*/) override { look(db); }

 private:
  void look(rocksdb::DB* db);

  std::atomic<std::uint64_t> bytes_ = 0;
};

// Whether a new file gets a cut index and a cut filter. `file_bytes` is the size of all files, `cache_bytes` that of
// the cache.
bool cuts_indexes(std::uint64_t file_bytes, std::uint64_t cache_bytes);

// `options`: the settings that both kinds share. They must hold the block cache.
std::shared_ptr<rocksdb::TableFactory> make_table_factory(const rocksdb::BlockBasedTableOptions& options,
                                                          std::shared_ptr<const FileBytes> file_bytes);

}  // namespace partita::storage
