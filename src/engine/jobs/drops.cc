#include "engine/jobs/drops.h"

namespace partita::engine {
namespace {

// Tables and indexes whose --table-delay is over leave the catalog.
Result<void> remove_deleted(Context& context) {
  const std::int64_t now = context.clock.now_ms();
  for (const catalog::TablePtr& table : context.catalog.tables()) {
    if (table->status == TableStatus::Deleting && table->status_until_ms <= now) {
      if (auto removed = context.catalog.remove(table->id); !removed) return removed;
      continue;
    }
    for (const catalog::IndexInfo& index : table->indexes) {
      if (index.status != IndexStatus::Deleting || index.status_until_ms > now) continue;
      if (auto removed = context.catalog.remove_index(table->id, index.id); !removed)
        return unexpected(removed.error());
    }
  }
  return {};
}

}  // namespace

Result<void> run_drops(Context& context) {
  if (auto removed = remove_deleted(context); !removed) return removed;
  auto drops = context.catalog.pending_drops();
  if (!drops) return unexpected(drops.error());
  if (drops->empty()) return {};
  context.locks.wait_for_writers();
  for (const catalog::Drop& drop : *drops)
    if (auto finished = context.catalog.finish_drop(drop); !finished) return finished;
  return {};
}

}  // namespace partita::engine
