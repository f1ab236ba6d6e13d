// How RocksDB is set up; each choice has its reason in options.cc.
#pragma once

#include "storage/open_store.h"

#include <rocksdb/options.h>

#include <memory>

namespace partita::storage {

// Requires: `env` outlives the database.
rocksdb::Options make_rocksdb_options(const StoreOptions& options, rocksdb::Env* env,
                                      std::shared_ptr<rocksdb::Cache> block_cache);
std::shared_ptr<rocksdb::Cache> make_block_cache(const StoreOptions& options);

}  // namespace partita::storage
