// The counts and the key schema of a table or an index, which several operations report.
#pragma once

#include <partita/table_operations.h>

#include <vector>

#include "catalog/table_info.h"
#include "engine/context.h"
#include "storage/sums.h"

namespace partita::engine {

// The number of the items of a table or an index, and their bytes. Reads the store, so it may wait for the disk.
// Errors: InternalServerError, Corruption.
Result<storage::Sums> sums_of(const Context& context, const catalog::TableInfo& table, keys::IndexId index);

// The key schema as the service lists it.
std::vector<KeySchemaElement> key_schema_of(const catalog::KeySchema& keys);

}  // namespace partita::engine
