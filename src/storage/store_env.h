// The environment a store gives RocksDB: a file system, and a clock that cuts its long sleeps short.
#pragma once

#include <rocksdb/env.h>

#include <memory>

namespace partita::storage {

std::unique_ptr<rocksdb::Env> make_store_env(const std::shared_ptr<rocksdb::FileSystem>& file_system);

}  // namespace partita::storage
