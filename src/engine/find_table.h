// Finds the table that a request names and gives the service's errors.
#pragma once

#include "base/try.h"
#include "engine/context.h"
#include "ops/prepare.h"

namespace partita::engine {

// A table whose items can be read and written.
// Errors: ResourceNotFoundException if the table is missing, or is being created or deleted.
Result<catalog::TablePtr> table_for_items(const Context& context, std::string_view name);
// Whether an operation knows a table that a restore fills. As on the service, most do not, so its settings stay until
// all items are there.
enum class WhileRestored : bool { Hidden, Shown };
// A table in any state. Errors: ResourceNotFoundException "Requested resource not found: Table: T not found".
Result<catalog::TablePtr> table_for_description(const Context& context, std::string_view name,
                                                WhileRestored restored = WhileRestored::Hidden);

// The error for a resource of another account. `action` is the operation's name.
unexpected<Error> not_authorized(const Context& context, std::string_view arn, std::string_view action);
// Accepts a plain name, or an ARN of this database's account and region. `action` is the operation's name.
// Errors: AccessDeniedException for another account, ValidationException for another region.
Result<void> check_arn(const Context& context, std::string_view name_or_arn, std::string_view action);

// The first steps of the operations that manage one table. They validate the request and find its table in any state.
// `action` is the operation's name.
// Errors: those of ops::validate and check_arn, ResourceNotFoundException.
template <class Request>
Result<catalog::TablePtr> requested_table(const Context& context, const Request& request, std::string_view action,
                                          WhileRestored restored = WhileRestored::Hidden) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY(check_arn(context, *request.table_name, action));
  return table_for_description(context, ops::table_name_of(*request.table_name), restored);
}

// Whether a --table-delay that ends at `until_ms` (milliseconds since the epoch) is not over. A delay that would still
// last longer than context.table_delay counts as over, because then the clock was set back. So a table never waits
// longer because of a step of the clock.
bool is_delayed(const Context& context, std::int64_t until_ms);

// The time at which the delays of an index end, in milliseconds since the epoch. UpdateTable creates a vector index in
// two phases, and each of them lasts at least a --table-delay.
std::int64_t end_of_delays_ms(const Context& context, const catalog::IndexInfo& index);

// The status of a table or an index at this moment. The end of a --table-delay shows here before the catalog records
// it. As on the service, a table is UPDATING while an index is deleted. It is ACTIVE while an index is filled, so that
// other changes are possible meanwhile.
TableStatus status_of(const Context& context, const catalog::TableInfo& table);
IndexStatus status_of(const Context& context, const catalog::IndexInfo& index);

// The ARN of a table with this name in the context's region and account.
std::string table_arn(const Context& context, std::string_view table_name);

}  // namespace partita::engine
