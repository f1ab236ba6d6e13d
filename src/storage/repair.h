// Opens what can be opened of a damaged data directory. `partita repair` runs it.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "storage/encryption_keys.h"

namespace rocksdb {
class FileSystem;
}

namespace partita::storage {

// What is done if the directory opens, but a table file has damaged blocks.
enum class DamagedTables : std::uint8_t { Refused, LeftOut };

struct RepairReport {
  std::vector<std::string> damage;  // one line each; empty: the directory opens, and nothing was changed
  std::vector<std::string> lost;    // one line for each part of the files that the repaired directory lacks
  bool is_a_prefix = true;          // of the writes: only the last ones are lost, and no earlier one
  bool list_was_damaged = false;    // so a table file that is missing is not known, and not in `lost`
  std::string kept_in;              // the folder, inside of the directory, with all files as they were before
};

// Makes a new store beside the damaged one, opens it, and only then exchanges the files. Those of before are moved into
// a folder of the directory, so nothing is lost for good. If only logs are damaged, the new store has all writes up to
// the first damaged or missing log record. If the list of the table files is damaged, or one of them cannot be opened,
// it has what the intact ones hold and then the logs up to their first damage (rebuild.h), which takes as much room as
// the directory. A directory that opens although blocks of a table file are damaged is repaired in that way only if
// `tables` allows it.
//
// Errors: those of open_store() for a directory that is in use, newer, or not a data directory, and
// InternalServerError (I/O). After an error, or a kill, the directory is as it was, or the next call ends the repair.
// `keys` are those of an encrypted directory. `files` is the file system through which the new store is read and
// written, or nullptr for that of the system.
Result<RepairReport> repair_data_directory(const std::string& path, DamagedTables tables, const base::Log& log,
                                           std::shared_ptr<const EncryptionKeys> keys = nullptr,
                                           std::shared_ptr<rocksdb::FileSystem> files = nullptr);

// Gives the files and folders in the directory, and in the folder `kept_in`, that belong to root to the owner of the
// directory, so that its server can write them. Does nothing unless this process is root's.
// Errors: InternalServerError.
Result<void> give_to_owner(const std::string& path, const std::string& kept_in);

}  // namespace partita::storage
