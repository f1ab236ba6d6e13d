// The file system that a store on disk gives to RocksDB. It passes the calls on to the file system below,
// except the creation of RocksDB's OPTIONS files, which it refuses. It turns failures into ones from which RocksDB 7.8
// can recover without being reopened. A failure of a log becomes Busy (wal_guard.h). Any other failure, of reading or
// of writing, a full disk included, becomes a retryable error, from which DB::Resume recovers. It also counts the syncs
// of logs, and notes what is synced (synced_files.h).
#pragma once

#include <rocksdb/file_system.h>

#include <memory>

#include "storage/rocks/recovery/synced_files.h"
#include "storage/rocks/recovery/wal_guard.h"

namespace partita::storage {

// The folder of the logs that a store keeps although it does not need them. RocksDB chose the name.
inline constexpr const char* kKeptLogsFolder = "archive";

// `synced` is nullptr if the store never writes.
std::shared_ptr<rocksdb::FileSystem> make_guarded_file_system(std::shared_ptr<rocksdb::FileSystem> below,
                                                              std::shared_ptr<WalGuard> guard,
                                                              std::shared_ptr<SyncedFiles> synced);

}  // namespace partita::storage
