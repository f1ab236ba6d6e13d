// What has to happen to a table itself, and the requests that do it: pure, without a database.
#pragma once

#include <partita/model/upgrade.h>
#include <partita/table_operations.h>

#include <string>
#include <vector>

namespace partita::model {

// In what `there` differs from what `wanted` would create: Impossible, DropIndex, ReplaceIndex and AddIndex, in this
// order. An index that is being deleted counts as gone.
std::vector<UpgradeStep> table_changes(const CreateTableRequest& wanted, const TableDescription& there);

// EnableTtl and DisableTtl, in the order in which they have to happen.
std::vector<UpgradeStep> ttl_changes(const std::string& table, const std::optional<std::string>& wanted,
                                     const TimeToLiveDescription& there);

UpdateTableRequest drop_index_request(const std::string& table, const std::string& index);

// Whether the table and all its indexes are at rest, so that UpdateTable can be called.
bool is_settled(const TableDescription& table);

}  // namespace partita::model
