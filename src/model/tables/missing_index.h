// The global indexes that a table lacks, and the request that adds one of them.
#pragma once

#include <partita/model/runtime/description.h>
#include <partita/table_operations.h>

#include <vector>

namespace partita::model {

// The global indexes of `wanted` whose names the table does not have, in their order. An index that is being deleted
// counts as present.
std::vector<GlobalSecondaryIndex> missing_indexes(const CreateTableRequest& wanted, const TableDescription& table);

// The request for one index, because a table gets one index at a time. The index gets the table's throughput if that is
// provisioned.
UpdateTableRequest add_index_request(const CreateTableRequest& wanted, const GlobalSecondaryIndex& index,
                                     const TableDescription& table);

// True if items can lack the index's keys because their writer did not know the index. They can if the index has
// shards, or if an entity composes one of its keys or has a default for it. Other keys are fields' own attributes,
// which every writer writes.
bool has_keys_of_its_own(const TableInfo& table, const IndexInfo& index);

}  // namespace partita::model
