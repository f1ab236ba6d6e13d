// From a name in a request to a table, with the service's errors.
#pragma once

#include "engine/context.h"
#include "ops/prepare.h"

namespace partita::engine {

// A table whose items can be read and written.
// Errors: ResourceNotFoundException where there is none, or it is being created or deleted.
Result<catalog::TablePtr> table_for_items(const Context& context, std::string_view name);
// A table in any state. Errors: ResourceNotFoundException "Requested resource not found: Table: T not found".
Result<catalog::TablePtr> table_for_description(const Context& context, std::string_view name);

// The account and region of an ARN are ours, or the name was no ARN. Errors: ResourceNotFoundException otherwise.
Result<void> check_ours(const Context& context, std::string_view name_or_arn);

// What every operation on one table begins with: the request is valid, and its table is there and ours.
// Errors: what the validators find, ResourceNotFoundException.
template <class Request>
Result<catalog::TablePtr> requested_table(const Context& context, const Request& request) {
  if (auto valid = ops::validate(request); !valid) return unexpected(valid.error());
  if (auto ours = check_ours(context, *request.table_name); !ours) return unexpected(ours.error());
  return table_for_description(context, ops::table_name_of(*request.table_name));
}

// Whether a --table-delay that ends at `until_ms` is not over. One that is to last longer than any does began before the
// clock was set back, and is over: how long a table waits depends on no step of the clock.
bool is_delayed(const Context& context, std::int64_t until_ms);

// What a table's or index's status is now: --table-delay ends with time alone. As on the service, a table is UPDATING while
// an index is deleted, but ACTIVE while one is filled, so that other changes can be made meanwhile.
TableStatus status_of(const Context& context, const catalog::TableInfo& table);
IndexStatus status_of(const Context& context, const catalog::IndexInfo& index);

std::string table_arn(const Context& context, std::string_view table_name);

}  // namespace partita::engine
