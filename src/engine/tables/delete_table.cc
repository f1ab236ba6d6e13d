#include <algorithm>

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/jobs/jobs.h"
#include "engine/last_backup.h"
#include "engine/operations.h"
#include "engine/records/sequence_numbers.h"
#include "engine/streams/settings.h"
#include "engine/tables/table_description.h"
#include "engine/threads/on_executor.h"
#include "engine/throttle/throttle.h"

namespace partita::engine {
namespace {

Result<void> in_use(const std::string& what) {
  return fail(ErrorCode::ResourceInUseException, "Attempt to change a resource which is still in use: " + what);
}

// The fault of an index comes before that of the table's own update, as on the service. A user who does not want to
// wait for the fill of an index can delete the index with UpdateTable.
Result<void> may_be_deleted(const Context& context, const catalog::TableInfo& table) {
  const TableStatus status = status_of(context, table);
  // An import without an S3 does not go on before the next start of the server, so its table may be deleted.
  const bool waits_for_files = table.import != 0 && context.files == nullptr;
  if (status == TableStatus::Creating && !waits_for_files) return in_use("Table is being created: " + table.name);
  if (status == TableStatus::Deleting) return in_use("Table is being deleted: " + table.name);
  if (table.deletion_protection)
    return invalid(
        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.");
  const auto changes = [&](const catalog::IndexInfo& index) {
    return index.global && status_of(context, index) != IndexStatus::Active;
  };
  if (std::ranges::any_of(table.indexes, changes))
    return in_use("Cannot delete table while indexes are being created, updated, or deleted.");
  if (status == TableStatus::Updating) return in_use("Table: " + table.name + " is in the process of being updated.");
  return {};
}

// The service describes a table that it deletes without its attributes, keys, indexes, warm throughput and creation
// time.
void shorten(TableDescription& description) {
  description.attribute_definitions.reset();
  description.key_schema.reset();
  description.creation_date_time.reset();
  description.local_secondary_indexes.reset();
  description.global_secondary_indexes.reset();
  description.vector_indexes.reset();
  description.warm_throughput.reset();
}

// Other operations may change the table until the catalog removes or marks it, so the catalog calls `check` at that
// moment.
Result<DeleteTableResponse> delete_table_now(Context& context, DeleteTableRequest request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "DeleteTable", WhileRestored::Shown));
  PARTITA_TRY_VALUE(description, description_of(context, *table));
  description.table_status = TableStatus::Deleting;
  const auto check = [&](const catalog::TableInfo& now) { return may_be_deleted(context, now); };
  if (context.table_delay.count() == 0) {
    SequenceNumbers::Ticket boundary(context.numbers);
    PARTITA_TRY(context.catalog.remove(table->id, check, end_of_stream(boundary), last_backup(context, boundary)));
    if (context.throttle) context.throttle->removed(table->id);
    context.hot_keys.forget_gone();
  } else {
    auto marked = context.catalog.update(table->id, [&](catalog::TableInfo& changed) -> Result<void> {
      PARTITA_TRY(check(changed));
      changed.status = TableStatus::Deleting;
      changed.status_until_ms = context.clock.now_ms() + context.table_delay.count();
      return {};
    });
    if (!marked) return unexpected(std::move(marked.error()));
  }
  context.jobs.wake();
  shorten(description);
  return DeleteTableResponse{std::move(description)};
}

}  // namespace

void delete_table(Context& context, DeleteTableRequest request, MayWait may_wait,
                  Completion<DeleteTableResponse> done) {
  on_executor(context, delete_table_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
