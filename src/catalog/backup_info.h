// BackupInfo: the catalog's description of a backup. It is immutable after it was published.
//
// A backup has no bytes of its own. Its items are those of the table without the changes that the table's history has
// since the backup's moment. So the items and the history of a deleted table stay as long as it has backups.
#pragma once

#include <partita/backup_operations.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "catalog/table_info.h"

namespace partita::catalog {

struct BackupInfo {
  keys::TableId id = 0;  // of its record; of the same series as the ids of tables, and never one of them
  std::string arn_name;  // the last part of its ARN: 14 digits of milliseconds, '-', 8 digits of base 16
  std::string name;      // as given
  BackupType type = BackupType::User;
  std::int64_t created_ms = 0;
  std::int64_t expires_ms = 0;  // 0: never
  std::uint64_t moment = 0;     // changes with this sequence number or a later one are not in the backup
  keys::TableId history = 0;    // of the table
  std::int64_t item_count = 0;
  std::int64_t size_bytes = 0;
  TableInfo table;                            // as it was, without its stream
  bool is_doubtful = false;                   // a repair may have lost entries of the history, so it is not restored
  std::optional<StreamViewType> stream_view;  // if the table had a stream
};
using BackupPtr = std::shared_ptr<const BackupInfo>;

}  // namespace partita::catalog
