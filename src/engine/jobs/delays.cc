#include "engine/jobs/delays.h"

#include <algorithm>

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/last_backup.h"
#include "engine/records/sequence_numbers.h"
#include "engine/streams/settings.h"
#include "engine/throttle/throttle.h"

namespace partita::engine {
namespace {

template <class Status, class Info>
bool has_ended(const Context& context, const Info& info) {
  return (info.status == Status::Creating || info.status == Status::Updating) &&
         !is_delayed(context, info.status_until_ms);
}

bool has_ended(const Context& context, const catalog::IndexInfo& index) {
  return !index.backfilling && has_ended<IndexStatus>(context, index) &&
         !is_delayed(context, end_of_delays_ms(context, index));
}

// The job of a restore or an import ends the delay of its table.
bool is_created(const Context& context, const catalog::TableInfo& table) {
  return !table.restore && table.import == 0 && has_ended<TableStatus>(context, table);
}

bool has_ended(const Context& context, const catalog::TableInfo& table) {
  return is_created(context, table) ||
         std::ranges::any_of(table.indexes, [&](const auto& index) { return has_ended(context, index); });
}

Result<void> activate(const Context& context, catalog::TableInfo& table) {
  if (is_created(context, table)) {
    table.status = TableStatus::Active;
    table.status_until_ms = 0;
  }
  for (catalog::IndexInfo& index : table.indexes) {
    if (!has_ended(context, index)) continue;
    index.status = IndexStatus::Active;
    index.status_until_ms = 0;
  }
  return {};
}

bool is_over(const Context& context, const auto& deleted) { return !is_delayed(context, deleted.status_until_ms); }

}  // namespace

Result<void> end_delays(Context& context) {
  const auto outcome = [](const auto& changed) -> Result<void> {
    if (changed || changed.error().code == ErrorCode::ResourceNotFoundException) return {};
    return unexpected(changed.error());
  };
  for (const catalog::TablePtr& table : context.catalog.tables()) {
    if (table->status == TableStatus::Deleting) {
      if (!is_over(context, *table)) continue;
      const auto any = [](const catalog::TableInfo&) { return Result<void>(); };
      SequenceNumbers::Ticket boundary(context.numbers);
      PARTITA_TRY(
          outcome(context.catalog.remove(table->id, any, end_of_stream(boundary), last_backup(context, boundary))));
      if (context.throttle) context.throttle->removed(table->id);
      context.hot_keys.forget_gone();
      continue;
    }
    if (has_ended(context, *table)) {
      const auto activated =
          context.catalog.update(table->id, [&](catalog::TableInfo& now) { return activate(context, now); });
      PARTITA_TRY(outcome(activated));
    }
    for (const catalog::IndexInfo& index : table->indexes) {
      if (index.status != IndexStatus::Deleting || !is_over(context, index)) continue;
      const auto removed = context.catalog.remove_index(table->id, index.id);
      PARTITA_TRY(outcome(removed));
      if (context.throttle && removed) context.throttle->changed(**removed);
      context.hot_keys.forget_gone();
    }
  }
  return {};
}

}  // namespace partita::engine
