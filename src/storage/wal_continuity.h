// WalContinuity: recovery ends where the write-ahead log has a gap.
//
// Disks write files back in any order. After a power cut a log can lack its unsynced end, from the end of a record on,
// while the log after it has records; where the file system leaves a hole, a record in the middle can be missing too.
// RocksDB 7.8 ends at torn records only and would replay what follows a gap: index entries without their items. Records
// are numbered without gaps, and what was synced lies before the first one.
#pragma once

#include "base/log.h"

#include <rocksdb/file_system.h>
#include <rocksdb/wal_filter.h>

#include <cstdint>
#include <string>
#include <vector>

namespace partita::storage {

// For one opening of a database.
class WalContinuity final : public rocksdb::WalFilter {
 public:
  // Looks at the logs in the directory `path`. Requires: no one writes there.
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
  std::uint64_t first_log_ = 0;  // of those to replay, none begins before the last has a record; 0: not known
  std::uint64_t next_record_ = 0;  // 0: none came yet
};

}  // namespace partita::storage
