// What makes a directory Partita's: the file "partita.format", written before anything else (FORMAT.md).
#pragma once

#include "storage/open_store.h"

#include <string>

namespace partita::storage {

// Checks that RocksDB may open `path` or, with create_if_missing, makes it so; what it writes is synced.
// Errors: DataDirectoryUnreadable, DataDirectoryNewer, Corruption.
Result<void> prepare_data_directory(rocksdb::FileSystem& file_system, const std::string& path,
                                    const StoreOptions& options);

}  // namespace partita::storage
