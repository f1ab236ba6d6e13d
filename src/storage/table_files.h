// How table files are written: with an index and a filter in one block each as long as those of all files take a small part
// of the cache, in which they stay; from then on with both cut into blocks that come and go like those of rows, and only
// the list of these stays.
//
// A Get finds a row by whole ones with one look-up in the cache and four allocations, by cut ones with three and ten. But
// whole ones take 250 MB for 10^8 items of 400 bytes, which no setting of the cache limits.
#pragma once

#include <rocksdb/listener.h>
#include <rocksdb/table.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace partita::storage {

// The bytes of the table files in use, as the last flush or compaction left them.
class FileBytes final : public rocksdb::EventListener {
 public:
  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  void OnFlushCompleted(rocksdb::DB* db, const rocksdb::FlushJobInfo& /*info*/) override { look(db); }
  void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& /*info*/) override { look(db); }

 private:
  void look(rocksdb::DB* db);

  std::atomic<std::uint64_t> bytes_ = 0;
};

// Whether files are cut that are written while all have `file_bytes` and the cache `cache_bytes`.
bool cuts_indexes(std::uint64_t file_bytes, std::uint64_t cache_bytes);

// `options`: what both kinds have in common, among it the block cache.
std::shared_ptr<rocksdb::TableFactory> make_table_factory(const rocksdb::BlockBasedTableOptions& options,
                                                          std::shared_ptr<const FileBytes> file_bytes);

}  // namespace partita::storage
