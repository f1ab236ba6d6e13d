// Makes a store anew from the table files and the logs of a directory whose manifest cannot be used.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "partita/error.h"

namespace partita::storage {

struct RebuildInput {
  std::string from;                          // the damaged directory, which is not changed
  std::string work;                          // a directory for the time of the call, which does not exist yet
  std::string to;                            // the directory of the new store, which does not exist yet
  std::uint64_t oldest_log = 0;              // older logs are not needed, as far as the manifest could be read
  std::vector<std::uint64_t> unusable_logs;  // logs of which no record counts
};

// Returns one line for each part of `from` that the new store lacks. It has everything of the table files that are
// intact and of this database, each key with its newest value, and then the logs up to the first record that is not
// intact or that does not follow the one before it. Deleted keys may be back if files of before a compaction are still
// there.
// The table files are read twice, and the new store takes as much room as they do.
// Errors: those of read_error() and write_error(), after which `work` and `to` are of no use. A file that the system
// fails to read or to write is an error, and never left out.
Result<std::vector<std::string>> rebuild_store(const std::shared_ptr<rocksdb::FileSystem>& files,
                                               const RebuildInput& input, const base::Log& log);

}  // namespace partita::storage
