// A table as DescribeTable shows it.
#pragma once

#include "engine/context.h"

#include <partita/table_operations.h>

namespace partita::engine {

// Counts and sizes are exact: they are read from the sums. Errors: InternalServerError.
Result<TableDescription> description_of(const Context& context, const catalog::TableInfo& table);

}  // namespace partita::engine
