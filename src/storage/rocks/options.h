// RocksDB's settings. options.cc gives the reason for each choice.
#pragma once

#include <rocksdb/options.h>

#include <memory>

#include "storage/open_store.h"

namespace partita::storage {

// Requires: `env` outlives the database.
rocksdb::Options make_rocksdb_options(const StoreOptions& options, rocksdb::Env* env,
                                      std::shared_ptr<rocksdb::Cache> block_cache);
std::shared_ptr<rocksdb::Cache> make_block_cache(const StoreOptions& options);

}  // namespace partita::storage
