#include "engine/backups/doubt_backups.h"

#include "base/try.h"
#include "engine/realms.h"
#include "engine/records/sequence_numbers.h"

namespace partita::engine {

Result<Doubted> doubt_backups(Context& context) {
  Doubted doubted;
  for (Context* realm : context.realms.in_use()) {
    doubted.backups += realm->catalog.backups().size();
    PARTITA_TRY(realm->catalog.set_doubtful(true));
    for (const catalog::TablePtr& table : realm->catalog.tables()) {
      if (!table->recovery) continue;
      SequenceNumbers::Ticket boundary(context.numbers);
      const SequenceNumber now = boundary.draw(table->history->id);
      PARTITA_TRY(realm->catalog.update(table->id, [&](catalog::TableInfo& changed) -> Result<void> {
        changed.recovery->since = now;
        changed.recovery->enabled_ms = time_of(now);
        return {};
      }));
      ++doubted.recoveries;
    }
  }
  return doubted;
}

Result<std::uint64_t> trust_backups(Context& context) {
  std::uint64_t count = 0;
  for (Context* realm : context.realms.in_use()) {
    count += realm->catalog.backups().size();
    PARTITA_TRY(realm->catalog.set_doubtful(false));
  }
  return count;
}

}  // namespace partita::engine
