#include "engine/backups/forget_backups.h"

#include "base/try.h"
#include "engine/jobs/jobs.h"

namespace partita::engine {

Result<void> end_restores(Context& context) {
  for (const catalog::TablePtr& table : context.catalog.tables()) {
    if (!table->restore) continue;
    const auto ended = context.catalog.update(table->id, [](catalog::TableInfo& now) -> Result<void> {
      now.restore.reset();
      return {};
    });
    if (!ended && ended.error().code != ErrorCode::ResourceNotFoundException) return unexpected(ended.error());
  }
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
