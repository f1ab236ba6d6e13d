// A write-ahead log under a WalGuard: what RocksDB is told of it, see wal_guard.h.
#pragma once

#include "storage/wal_guard.h"

#include <rocksdb/file_system.h>

#include <memory>

namespace partita::storage {

std::unique_ptr<rocksdb::FSWritableFile> guard_log_file(std::unique_ptr<rocksdb::FSWritableFile> file,
                                                        std::shared_ptr<WalGuard> guard);

// Stands for a log that could not be created, for the reason given. RocksDB cannot fail there twice without aborting,
// so creating a log always works, and the first record in this one fails.
std::unique_ptr<rocksdb::FSWritableFile> make_missing_log_file(const rocksdb::IOStatus& reason,
                                                               std::shared_ptr<WalGuard> guard);

// A failure that RocksDB does not stop the database for.
rocksdb::IOStatus busy(const std::string& reason);

}  // namespace partita::storage
