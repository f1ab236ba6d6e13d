#include "engine/jobs/jobs.h"
#include "engine/on_executor.h"
#include "engine/operations.h"
#include "engine/table_description.h"
#include "engine/tables.h"

namespace partita::engine {
namespace {

Result<TableDescription> delete_now(Context& context, const DeleteTableRequest& request) {
  auto table = requested_table(context, request);
  if (!table) return unexpected(table.error());
  const TableStatus status = status_of(context, **table);
  if (status == TableStatus::Creating)
    return fail(ErrorCode::ResourceInUseException,
                "Attempt to change a resource which is still in use: Table is being created: " + (*table)->name);
  if (status == TableStatus::Deleting)
    return fail(ErrorCode::ResourceInUseException,
                "Attempt to change a resource which is still in use: Table is being deleted: " + (*table)->name);
  if ((*table)->deletion_protection)
    return invalid("Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.");
  auto description = description_of(context, **table);
  if (!description) return description;
  description->table_status = TableStatus::Deleting;
  if (context.table_delay.count() == 0) {
    if (auto removed = context.catalog.remove((*table)->id); !removed) return unexpected(removed.error());
  } else {
    const auto until = context.clock.now_ms() + context.table_delay.count();
    auto marked = context.catalog.update((*table)->id, [&](catalog::TableInfo& changed) -> Result<void> {
      changed.status = TableStatus::Deleting;
      changed.status_until_ms = until;
      return {};
    });
    if (!marked) return unexpected(marked.error());
  }
  context.jobs.wake();
  return description;
}

}  // namespace

void delete_table(Context& context, DeleteTableRequest request, Caller caller, Completion<DeleteTableResponse> done) {
  if (caller == Caller::MustNotWait) return on_executor(context, delete_table, std::move(request), std::move(done));
  auto description = delete_now(context, request);
  if (!description) return done(unexpected(description.error()));
  done(DeleteTableResponse{*std::move(description)});
}

}  // namespace partita::engine
