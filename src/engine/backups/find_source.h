// Finds the table that an operation on backups names.
#pragma once

#include "base/try.h"
#include "engine/backups/keep_history.h"
#include "engine/find_table.h"
#include "ops/prepare.h"

namespace partita::engine {

// A table that can be backed up: one that is not CREATING. `name` is that of the table.
// Errors: TableNotFoundException; ContinuousBackupsUnavailableException while an import fills the table.
inline Result<catalog::TablePtr> source_table(const Context& context, std::string_view name) {
  catalog::TablePtr table = context.catalog.find(name);
  if (table && table->import != 0)
    return fail(ErrorCode::ContinuousBackupsUnavailableException,
                "Backups are being enabled for the table: " + table->name + ". Please retry later");
  if (!table || status_of(context, *table) == TableStatus::Creating) return table_not_found(name);
  return table;
}

// The first steps of the operations that name the table to back up. `action` is the operation's name.
// Errors: those of ops::validate and check_arn, TableNotFoundException.
template <class Request>
Result<catalog::TablePtr> table_to_back_up(const Context& context, const Request& request, std::string_view action) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY(check_arn(context, *request.table_name, action));
  return source_table(context, ops::table_name_of(*request.table_name));
}

}  // namespace partita::engine
