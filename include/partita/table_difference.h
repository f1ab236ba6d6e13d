// Tells whether an existing table is the table that a request would create.
#pragma once

#include <partita/export.h>
#include <partita/table_operations.h>

#include <string>
#include <vector>

namespace partita {

// Returns the differences between `table` and the table that `wanted` would create, one readable line for each. The
// list is empty if the two agree. The comparison covers the table's keys, the types of attributes that both define, and
// the indexes of all kinds with their keys, vectors and projections. If `wanted` has them, it covers the stream, the
// encryption, and the warm and on-demand throughput of the table and its global indexes. A table may have more warm
// throughput than `wanted`, and the key of an alias is not compared, because only KMS knows it. The comparison ignores
// the names of tables, billing, tags and other settings. An index that is being deleted counts as absent. If
// CreateTable would refuse `wanted`, its valid parts are compared.
PARTITA_API std::vector<std::string> differences(const CreateTableRequest& wanted, const TableDescription& table);

}  // namespace partita
