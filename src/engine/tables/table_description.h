// Makes the description of a table that DescribeTable and other operations answer.
#pragma once

#include <partita/table_operations.h>

#include "engine/context.h"
#include "storage/sums.h"

namespace partita::engine {

// The number of the items of a table or an index, and their bytes. Reads the store, so it may wait for the disk.
// Errors: InternalServerError, Corruption.
Result<storage::Sums> sums_of(const Context& context, const catalog::TableInfo& table, keys::IndexId index);

// The counts and sizes are exact, because they come from the sums. Reads the store, so it may wait for the disk.
// Errors: InternalServerError, Corruption.
Result<TableDescription> description_of(const Context& context, const catalog::TableInfo& table);

// The key schema as the service lists it.
std::vector<KeySchemaElement> key_schema_of(const catalog::KeySchema& keys);

}  // namespace partita::engine
