// Makes the description of a table that DescribeTable and other operations answer.
#pragma once

#include <partita/table_operations.h>

#include "engine/context.h"

namespace partita::engine {

// The counts and sizes are exact, because they come from the sums. Reads the store, so it may wait for the disk.
// Errors: InternalServerError, Corruption.
Result<TableDescription> description_of(const Context& context, const catalog::TableInfo& table);

// Parts of the descriptions of indexes.
Projection projection_of(const catalog::IndexInfo& index);
std::vector<SearchSchemaElement> search_schema_of(const catalog::VectorDefinition& vector);

}  // namespace partita::engine
