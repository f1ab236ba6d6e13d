// Global indexes that a table lacks, and the request that adds one.
#pragma once

#include <partita/model/description.h>
#include <partita/table_operations.h>

#include <vector>

namespace partita::model {

// Those of `wanted` of which the table has none of that name, in their order. One that is being deleted is there.
std::vector<GlobalSecondaryIndex> missing_indexes(const CreateTableRequest& wanted, const TableDescription& table);

// A table gets one index at a time. The index gets the table's throughput where that is provisioned.
UpdateTableRequest add_index_request(const CreateTableRequest& wanted, const GlobalSecondaryIndex& index,
                                     const TableDescription& table);

// Whether items that were written without knowing of the index can lack its keys: some entity composes one of them or has a
// default for it, or they hold a shard. The other members' own attributes are there anyway.
bool has_keys_of_its_own(const TableInfo& table, const IndexInfo& index);

}  // namespace partita::model
