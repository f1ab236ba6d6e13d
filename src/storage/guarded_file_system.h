// The file system that a store on disk gives RocksDB: the one below it, with failures turned into what RocksDB 7.8 can
// recover from without being reopened. Failures of logs become Busy (wal_guard.h); all others become retryable errors,
// a full disk included, which DB::Resume gets over. It also counts the syncs of logs.
#pragma once

#include "storage/wal_guard.h"

#include <rocksdb/file_system.h>

#include <memory>

namespace partita::storage {

std::shared_ptr<rocksdb::FileSystem> make_guarded_file_system(std::shared_ptr<rocksdb::FileSystem> below,
                                                              std::shared_ptr<WalGuard> guard);

}  // namespace partita::storage
