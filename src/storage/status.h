// rocksdb::Status becomes partita::Error here and nowhere else.
#pragma once

#include <partita/error.h>

#include <string>

namespace rocksdb {
class Status;
}

namespace partita::storage {

// Of a read that failed: InternalServerError, Corruption. Requires: !status.ok()
Error read_error(const rocksdb::Status& status);
// Of a write, whose outcome is then unknown: InternalServerError, Corruption. Requires: !status.ok()
Error write_error(const rocksdb::Status& status);
// Of a write that was not tried, since the store has not got over an earlier failure: InternalServerError, Corruption.
// Requires: !status.ok()
Error unhealed_error(const rocksdb::Status& status);
// Of opening the data directory `path`: DataDirectoryInUse, DataDirectoryUnreadable, Corruption. Requires: !status.ok()
Error open_error(const rocksdb::Status& status, const std::string& path);

}  // namespace partita::storage
