#include "storage/rocks/space.h"

#include <rocksdb/convenience.h>

namespace partita::storage {

std::vector<std::uint64_t> file_bytes_between(rocksdb::DB& db, std::span<const KeyRange> ranges) {
  std::vector<rocksdb::Range> asked;
  for (const KeyRange& range : ranges) asked.emplace_back(range.lower, range.upper);
  std::vector<std::uint64_t> bytes(ranges.size());
  rocksdb::SizeApproximationOptions options;
  options.include_files = true;
  options.include_memtables = false;
  db.GetApproximateSizes(options, db.DefaultColumnFamily(), asked.data(), static_cast<int>(asked.size()), bytes.data())
      .PermitUncheckedError();
  return bytes;
}

rocksdb::Status delete_files_between(rocksdb::DB& db, std::string_view from, std::string_view upper) {
  const rocksdb::Slice first(from), end(upper);
  const rocksdb::RangePtr range(&first, &end);
  return rocksdb::DeleteFilesInRanges(&db, db.DefaultColumnFamily(), &range, 1, false);
}

rocksdb::Status compact_between(rocksdb::DB& db, std::string_view from, std::string_view upper,
                                std::atomic<bool>& stop_flag) {
  rocksdb::CompactRangeOptions options;
  options.exclusive_manual_compaction = false;
  // Otherwise a file that holds only tombstones is moved down as it is.
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  options.allow_write_stall = true;  // otherwise it waits for other compactions, which may fail without an end
  options.canceled = &stop_flag;
  const rocksdb::Slice first(from), last(upper);
  return db.CompactRange(options, from.empty() ? nullptr : &first, upper.empty() ? nullptr : &last);
}

}  // namespace partita::storage
