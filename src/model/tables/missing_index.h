// The global and vector indexes that a table lacks, and the request that adds one of them.
#pragma once

#include <partita/model/runtime/description.h>
#include <partita/table_operations.h>

#include <string>
#include <vector>

namespace partita::model {

// The names of the global and then of the vector indexes of `wanted` that the table does not have, in their order. An
// index that is being deleted counts as present.
std::vector<std::string> missing_indexes(const CreateTableRequest& wanted, const TableDescription& table);

// The request for the index of `wanted` with this name, because a table gets one index at a time. A global index gets
// the table's throughput if that is provisioned.
UpdateTableRequest add_index_request(const CreateTableRequest& wanted, const std::string& name,
                                     const TableDescription& table);

// True if items can lack the index's keys because their writer did not know the index. They can if the index has
// shards, or if an entity composes one of its keys or has a default for it. Other keys are fields' own attributes,
// which every writer writes.
bool has_keys_of_its_own(const TableInfo& table, const IndexInfo& index);

}  // namespace partita::model
