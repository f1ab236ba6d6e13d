#include "engine/jobs/backfill.h"

#include "engine/index/change.h"
#include "engine/index/entries.h"
#include "engine/jobs/jobs.h"
#include "engine/jobs/locked_items.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

// The next keys of the table behind `after`.
Result<std::vector<std::string>> next_keys(const Context& context, keys::TableId table, const std::string& after) {
  storage::IteratorOptions range;
  range.lower = after.empty() ? keys::index_lower(table, keys::kBaseTable) : after + '\0';
  range.upper = keys::index_upper(table, keys::kBaseTable);
  range.fill_cache = false;
  return first_keys(context, range);
}

Result<std::string> progress(const Context& context, const std::string& key) {
  auto stored = context.store.get(key);
  if (!stored) return unexpected(stored.error());
  return stored->state == storage::ReadState::Found ? std::string(stored->value.bytes) : std::string();
}

// Walks the whole table. true: to its end; false: the table is gone or the database is closing.
Result<bool> walk(Context& context, keys::TableId table, keys::IndexId index, const PlanItem& plan) {
  const std::string progress_key = keys::backfill_key(table, index);
  auto after = progress(context, progress_key);
  if (!after) return unexpected(after.error());
  while (!context.jobs.stopping()) {
    auto found = next_keys(context, table, *after);
    if (!found) return unexpected(found.error());
    if (found->empty()) {
      storage::Batch finished;
      finished.erase(progress_key);
      if (auto written = context.store.write(finished, storage::Store::Sync::No); !written)
        return unexpected(written.error());
      return true;
    }
    *after = found->back();
    storage::Batch also;
    also.put(progress_key, *after);
    auto written = with_locked_items(context, table, *found, std::move(also), plan);
    if (!written) return unexpected(written.error());
    if (!*written) return false;
  }
  return false;
}

Result<void> add_entry(const Context& context, const catalog::TableInfo& table, keys::IndexId index_id,
                       const std::string& base_key, const std::optional<value::ItemView>& item, storage::Batch& batch) {
  if (!item) return {};
  for (const catalog::IndexInfo& index : table.indexes) {
    if (index.id != index_id) continue;
    const auto entry = entry_of(table, index, *item, base_key);
    if (!entry) return {};
    auto stored = context.store.get(entry->key);
    if (!stored) return unexpected(stored.error());
    if (stored->state == storage::ReadState::Found) return {};
    batch.put(entry->key, entry->value);
    batch.add(keys::counts_key(table.id, index.id), {1, static_cast<std::int64_t>(entry->size_bytes)});
  }
  return {};
}

Result<void> backfill_index(Context& context, keys::TableId table, keys::IndexId index_id) {
  auto whole = walk(context, table, index_id,
                    [&](const catalog::TableInfo& now, const std::string& base_key, const auto& item, storage::Batch& batch) {
                      return add_entry(context, now, index_id, base_key, item, batch);
                    });
  if (!whole) return unexpected(whole.error());
  if (!*whole) return {};
  auto published = context.catalog.update(table, [&](catalog::TableInfo& now) -> Result<void> {
    for (catalog::IndexInfo& index : now.indexes)
      if (index.id == index_id) index.backfilling = false;
    return {};
  });
  if (!published) return unexpected(published.error());
  return {};
}

Result<void> backfill_expiry(Context& context, keys::TableId table) {
  auto whole = walk(context, table, keys::kExpiryIndex,
                    [](const catalog::TableInfo& now, const std::string& base_key, const auto& item,
                       storage::Batch& batch) -> Result<void> {
                      if (item)
                        if (auto seconds = expiry_of(now, *item)) batch.put(keys::expiry_key(now.id, *seconds, base_key), {});
                      return {};
                    });
  if (!whole) return unexpected(whole.error());
  if (!*whole) return {};
  auto published = context.catalog.update(table, [](catalog::TableInfo& now) -> Result<void> {
    if (now.ttl.status == TimeToLiveStatus::Enabling) now.ttl.status = TimeToLiveStatus::Enabled;
    return {};
  });
  if (!published) return unexpected(published.error());
  return {};
}

Result<void> drop_expiry(Context& context, keys::TableId table) {
  storage::Batch batch;
  batch.erase_range(keys::index_lower(table, keys::kExpiryIndex), keys::index_upper(table, keys::kExpiryIndex));
  batch.erase(keys::backfill_key(table, keys::kExpiryIndex));
  if (auto written = context.store.write(batch, storage::Store::Sync::No); !written) return written;
  auto published = context.catalog.update(table, [](catalog::TableInfo& now) -> Result<void> {
    now.ttl = {};
    return {};
  });
  if (!published) return unexpected(published.error());
  return {};
}

}  // namespace

Result<void> run_backfills(Context& context) {
  const auto waiting = [](const catalog::TableInfo& table) {
    if (table.ttl.status == TimeToLiveStatus::Enabling || table.ttl.status == TimeToLiveStatus::Disabling) return true;
    for (const catalog::IndexInfo& index : table.indexes)
      if (index.backfilling && index.maintained()) return true;
    return false;
  };
  for (const catalog::TablePtr& table : context.catalog.tables()) {
    if (!waiting(*table)) continue;
    context.locks.wait_for_writers();
    for (const catalog::IndexInfo& index : table->indexes)
      if (index.backfilling && index.maintained())
        if (auto done = backfill_index(context, table->id, index.id); !done) return done;
    if (table->ttl.status == TimeToLiveStatus::Enabling)
      if (auto done = backfill_expiry(context, table->id); !done) return done;
    if (table->ttl.status == TimeToLiveStatus::Disabling)
      if (auto done = drop_expiry(context, table->id); !done) return done;
  }
  return {};
}

}  // namespace partita::engine
