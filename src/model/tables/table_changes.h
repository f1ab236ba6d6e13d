// The changes that a table itself needs, and the requests for them. These functions call no database.
#pragma once

#include <partita/model/upgrade.h>
#include <partita/setting_operations.h>
#include <partita/table_operations.h>

#include <string>
#include <vector>

namespace partita::model {

// The steps from `there` to the table that `wanted` would create: Impossible, DropIndex, ReplaceIndex and AddIndex, in
// this order. An index that is being deleted counts as absent.
std::vector<UpgradeStep> table_changes(const CreateTableRequest& wanted, const TableDescription& there);

// EnableTtl and DisableTtl, in the order in which they must be done.
std::vector<UpgradeStep> ttl_changes(const std::string& table, const std::optional<std::string>& wanted,
                                     const TimeToLiveDescription& there);

// The request that deletes the index of the table. The index is a global or a vector index.
UpdateTableRequest drop_index_request(const TableDescription& table, const std::string& index);

// True if the table and all its indexes are ACTIVE, so that UpdateTable can be called.
bool is_settled(const TableDescription& table);

}  // namespace partita::model
