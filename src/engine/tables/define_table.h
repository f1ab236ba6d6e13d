// The description of a new table, by the request that creates it.
#pragma once

#include <partita/table_operations.h>

#include "engine/context.h"

namespace partita::engine {

// Leaves out the resource policy of the request. Requires: ops/ validated the request.
catalog::TableInfo define_table(const Context& context, const CreateTableRequest& request);

}  // namespace partita::engine
