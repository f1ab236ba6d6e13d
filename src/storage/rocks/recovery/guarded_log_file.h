// Write-ahead logs under a WalGuard, which decides the results that RocksDB sees (wal_guard.h).
#pragma once

#include <rocksdb/file_system.h>

#include <memory>

#include "storage/rocks/recovery/synced_files.h"
#include "storage/rocks/recovery/wal_guard.h"

namespace partita::storage {

// `number` is the log's, as in its name. Notes in `synced`, unless it is nullptr, what is synced of the log.
std::unique_ptr<rocksdb::FSWritableFile> guard_log_file(std::unique_ptr<rocksdb::FSWritableFile> file,
                                                        std::shared_ptr<WalGuard> guard, std::uint64_t number,
                                                        std::shared_ptr<SyncedFiles> synced);

// Takes the place of a log that could not be created because of `reason`. If creating a log fails twice, RocksDB aborts
// the process. So creating a log always succeeds, and the first record in this one fails.
std::unique_ptr<rocksdb::FSWritableFile> make_missing_log_file(const rocksdb::IOStatus& reason,
                                                               std::shared_ptr<WalGuard> guard);

// A retryable Busy with this text. RocksDB does not stop the database because of it.
rocksdb::IOStatus busy(const std::string& reason);

}  // namespace partita::storage
