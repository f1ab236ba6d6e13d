// Makes the description of a table that DescribeTable and other operations answer.
#pragma once

#include <partita/table_operations.h>

#include "engine/context.h"

namespace partita::engine {

// The counts and sizes are exact, because they come from the sums. Reads the store, so it may wait for the disk.
// Errors: InternalServerError, Corruption.
Result<TableDescription> description_of(const Context& context, const catalog::TableInfo& table);

}  // namespace partita::engine
