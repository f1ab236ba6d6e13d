// WalContinuity: ends recovery at a gap in the write-ahead log.
//
// Disks write files back in any order. After a power cut a log can lack its unsynced end, from a record boundary on,
// while the log after it has records. If the file system leaves a hole, a record in the middle can be missing too.
// RocksDB 7.8 ends only at torn records and would replay the records after a gap, for example index entries without
// their items. Records are numbered without gaps, and all synced records lie before the first gap.
#pragma once

#include <rocksdb/file_system.h>
#include <rocksdb/wal_filter.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/log.h"

namespace partita::storage {

// The number of the batch's first record.
std::uint64_t first_record_of(const rocksdb::WriteBatch& batch);

// One object serves one opening of a database.
class WalContinuity final : public rocksdb::WalFilter {
 public:
  // Lists the logs in the directory `path`. Requires: no thread or process writes there.
  WalContinuity(rocksdb::FileSystem& files, const std::string& path, base::Log log);

  const char* Name() const override { return "partita.wal_continuity"; }
  void ColumnFamilyLogNumberMap(const std::map<std::uint32_t, std::uint64_t>& oldest_needed,
                                const std::map<std::string, std::uint32_t>& ids) override;
  WalProcessingOption LogRecordFound(unsigned long long log_number, const std::string& name,
                                     const rocksdb::WriteBatch& batch, rocksdb::WriteBatch* new_batch,
                                     bool* changed) override;

 private:
  bool follows(std::uint64_t log_number, std::uint64_t record) const;

  std::vector<std::uint64_t> logs_;
  base::Log log_;
  std::uint64_t first_log_ = 0;    // the first log to replay, which must begin the records; 0: unknown
  std::uint64_t next_record_ = 0;  // 0: no record came yet
};

}  // namespace partita::storage
