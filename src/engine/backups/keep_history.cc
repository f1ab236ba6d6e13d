#include "engine/backups/keep_history.h"

#include <chrono>
#include <thread>

#include "base/try.h"
#include "engine/commit/item_locks.h"

namespace partita::engine {

unexpected<Error> table_not_found(std::string_view name) {
  return fail(ErrorCode::TableNotFoundException, "Table not found: " + std::string(name));
}

Result<catalog::TablePtr> keep_history(Context& context, const catalog::TableInfo& table) {
  const auto changed =
      [&](const std::function<Result<void>(catalog::TableInfo&)>& change) -> Result<catalog::TablePtr> {
    auto updated = context.catalog.update(table.id, change);
    if (!updated && updated.error().code == ErrorCode::ResourceNotFoundException) return table_not_found(table.name);
    return updated;
  };
  for (;;) {
    PARTITA_TRY_VALUE(begun, changed([](catalog::TableInfo& now) -> Result<void> {
                        if (!now.history) now.history.emplace().names_writers = true;
                        return {};
                      }));
    if (begun->history->since != 0) return begun;
    // A writer that holds a lock may know the description from before. Each later one looks the table up again.
    context.locks.wait_for_writers();
    SequenceNumbers::Ticket boundary(context.numbers);
    const SequenceNumber since = boundary.draw(begun->history->id);
    PARTITA_TRY_VALUE(complete, changed([&](catalog::TableInfo& now) -> Result<void> {
                        if (now.history && now.history->id == begun->history->id && now.history->since == 0)
                          now.history->since = since;
                        return {};
                      }));
    if (complete->history && complete->history->since != 0) return complete;
  }
}

void wait_until_settled(const Context& context, SequenceNumber moment) {
  while (context.numbers.settled_below() < moment) std::this_thread::sleep_for(std::chrono::microseconds(200));
}

}  // namespace partita::engine
