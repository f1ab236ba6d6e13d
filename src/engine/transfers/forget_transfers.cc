#include "engine/transfers/forget_transfers.h"

#include "base/try.h"
#include "engine/jobs/jobs.h"

namespace partita::engine {

Result<void> forget_transfers(Context& context) {
  for (const catalog::TransferPtr& transfer : context.catalog.transfers())
    PARTITA_TRY(context.catalog.remove_transfer(transfer->id));
  for (const catalog::TablePtr& table : context.catalog.tables()) {
    if (table->import == 0) continue;
    auto removed = context.catalog.remove(table->id);
    if (!removed && removed.error().code != ErrorCode::ResourceNotFoundException)
      return unexpected(std::move(removed.error()));
  }
  context.jobs.wake();
  return {};
}

}  // namespace partita::engine
