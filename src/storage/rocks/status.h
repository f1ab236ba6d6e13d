// Turns rocksdb::Status into partita::Error. No other file does that.
#pragma once

#include <partita/error.h>

#include <string>

namespace rocksdb {
class Status;
}

namespace partita::storage {

// The error of a failed read: InternalServerError or Corruption. Requires: !status.ok()
Error read_error(const rocksdb::Status& status);
// The error of a write, whose outcome is then unknown: InternalServerError or Corruption. Requires: !status.ok()
Error write_error(const rocksdb::Status& status);
// The error of a write that was not tried, because the store has not recovered from an earlier failure:
// InternalServerError or Corruption. Requires: !status.ok()
Error unhealed_error(const rocksdb::Status& status);
// The error of opening the data directory `path`: DataDirectoryInUse, DataDirectoryUnreadable or Corruption. Requires:
// !status.ok()
Error open_error(const rocksdb::Status& status, const std::string& path);

}  // namespace partita::storage
