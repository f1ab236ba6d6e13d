// Whether a table that exists is the table that a request would create.
#pragma once

#include <partita/export.h>
#include <partita/table_operations.h>

#include <string>
#include <vector>

namespace partita {

// How `table` differs from what `wanted` would create, one readable line each; empty where they agree. Compared are the
// table's keys, the types of attributes that both define, the indexes, their keys and projections; names of tables,
// billing, tags and other settings are not. An index that is being deleted counts as gone. A request that CreateTable
// would refuse is compared as far as it goes.
PARTITA_API std::vector<std::string> differences(const CreateTableRequest& wanted, const TableDescription& table);

}  // namespace partita
