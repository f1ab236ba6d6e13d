// The raw side: RocksDB with exactly the options of Partita's store, on the system's own environment, used as a careful
// user would use it.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <filesystem>
#include <memory>

#include "embedded/harness/settings.h"
#include "embedded/stores/items.h"
#include "embedded/stores/rows.h"

namespace partita::bench {

struct RawStore {
  std::unique_ptr<rocksdb::Env> memory;  // holds the files of a database in memory
  std::unique_ptr<rocksdb::DB> db;
  rocksdb::WriteOptions write_options;
};

// Opens a database in `directory` (unused in memory). Exits on an error.
RawStore open_raw(const Settings& settings, const std::filesystem::path& directory);
// Writes the rows of all the items. Exits on an error.
void load(const RawStore& store, const Rows& rows, const Items& items);

void append_to(rocksdb::WriteBatch& out, const storage::Batch& batch);
void write(const RawStore& store, rocksdb::WriteBatch& batch);

// Exits if the two stores differ in a row of the table. Reads at most `most` rows.
void check_same_rows(const storage::Store& partita, const RawStore& raw, std::uint64_t most);

}  // namespace partita::bench
