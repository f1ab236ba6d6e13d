// From a name in a request to a table, with the service's errors.
#pragma once

#include "engine/context.h"

namespace partita::engine {

// A table whose items can be read and written.
// Errors: ResourceNotFoundException where there is none, or it is being created or deleted.
Result<catalog::TablePtr> table_for_items(const Context& context, std::string_view name);
// A table in any state. Errors: ResourceNotFoundException "Requested resource not found: Table: T not found".
Result<catalog::TablePtr> table_for_description(const Context& context, std::string_view name);

// What a table's or index's status is now: --table-delay ends with time alone.
TableStatus status_of(const Context& context, const catalog::TableInfo& table);
IndexStatus status_of(const Context& context, const catalog::IndexInfo& index);

std::string table_arn(const Context& context, std::string_view table_name);
// The account and region of an ARN are ours, or the name was no ARN. Errors: ResourceNotFoundException otherwise.
Result<void> check_ours(const Context& context, std::string_view name_or_arn);

}  // namespace partita::engine
