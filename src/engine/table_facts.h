// The counts and the key schema of a table or an index, which several operations report.
#pragma once

#include <partita/table_operations.h>

#include <vector>

#include "catalog/table_info.h"
#include "engine/context.h"
#include "storage/sums.h"

namespace partita::engine {

// The number of the items of a table or an index, their bytes, and the hash of a table that keeps it. Reads the store,
// so it may wait for the disk. Errors: InternalServerError, Corruption.
Result<storage::Sums> sums_of(const Context& context, const catalog::TableInfo& table, keys::IndexId index);

// The items of a table in one moment: their number, their bytes, and the text of their hash (records/item_hash.h).
struct TableState {
  std::int64_t items = 0;
  std::int64_t bytes = 0;
  std::string hash;
};
// If the table does not keep its hash, all its items are read. Waits for the disk. Errors: as sums_of().
Result<TableState> state_of(const Context& context, const catalog::TableInfo& table);
// The same in the moment of the snapshot.
Result<TableState> state_of(const Context& context, const catalog::TableInfo& table, const storage::Snapshot& snapshot);

// The key schema as the service lists it.
std::vector<KeySchemaElement> key_schema_of(const catalog::KeySchema& keys);

}  // namespace partita::engine
