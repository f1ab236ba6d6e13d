#include "engine/backups/forget_backups.h"

#include "base/try.h"
#include "engine/jobs/jobs.h"

namespace partita::engine {

Result<void> remove_restored_tables(Context& context) {
  for (const catalog::TablePtr& table : context.catalog.tables()) {
    if (!table->restore) continue;
    auto removed = context.catalog.remove(table->id);
    if (!removed && removed.error().code != ErrorCode::ResourceNotFoundException)
      return unexpected(std::move(removed.error()));
  }
  context.jobs.wake();
  return {};
}

Result<void> forget_backups(Context& context) {
  for (const catalog::BackupPtr& backup : context.catalog.backups()) {
    auto removed = context.catalog.remove_backup(backup->id);
    if (!removed && removed.error().code != ErrorCode::BackupNotFoundException)
      return unexpected(std::move(removed.error()));
  }
  context.jobs.wake();
  return {};
}

}  // namespace partita::engine
