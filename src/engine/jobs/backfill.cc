#include "engine/jobs/backfill.h"

#include <algorithm>

#include "base/try.h"
#include "engine/changes/change.h"
#include "engine/commit/delayed_reads.h"
#include "engine/commit/item_locks.h"
#include "engine/find_table.h"
#include "engine/index/entries.h"
#include "engine/jobs/erased_range.h"
#include "engine/jobs/table_walk.h"
#include "keys/system_keys.h"
#include "storage/sums.h"

namespace partita::engine {
namespace {

bool is_wanted(const catalog::IndexInfo& index) { return index.backfilling && index.maintained(); }

const catalog::IndexInfo* wanted_index(const catalog::TableInfo& table, keys::IndexId id) {
  const auto found =
      std::ranges::find_if(table.indexes, [id](const auto& index) { return index.id == id && is_wanted(index); });
  return found == table.indexes.end() ? nullptr : &*found;
}

// It is not an error if the table was deleted meanwhile.
Result<void> published(const Result<catalog::TablePtr>& changed) {
  if (changed || changed.error().code == ErrorCode::ResourceNotFoundException) return {};
  return unexpected(changed.error());
}

// Adds the missing entries to `batch`. Writers have made the entries of some items already.
Result<void> add_entries(const Context& context, const catalog::TableInfo& table, const catalog::IndexInfo& index,
                         std::span<const LockedItem> items, storage::Batch& batch) {
  std::vector<IndexEntry> entries;
  for (const LockedItem& item : items)
    if (item.item)
      if (auto entry = entry_of(table, index, *item.item, item.base_key)) entries.push_back(*std::move(entry));
  const std::vector<std::string_view> sought = [&] {
    std::vector<std::string_view> keys;
    for (const IndexEntry& entry : entries) keys.push_back(entry.key);
    return keys;
  }();
  PARTITA_TRY_VALUE(stored, context.store.get_many(sought, {.fill_cache = false}));
  storage::Sums added;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (stored[i].state == storage::ReadState::Found) continue;
    batch.put(entries[i].key, entries[i].value);
    added.first += 1;
    added.second += static_cast<std::int64_t>(entries[i].size_bytes);
  }
  if (added != storage::Sums{}) batch.add(keys::counts_key(table.id, index.id), added);
  return {};
}

class IndexBackfill final : public Job {
 public:
  IndexBackfill(const catalog::TableInfo& table, const catalog::IndexInfo& index)
      : table_(table.id), index_(index.id), walk_(table.id, index.id, "backfill", index.name) {}

  Result<Slice> run_slice(Context& context) override {
    PARTITA_TRY_VALUE(state, walk_.go_on(context,
                                         [&](const catalog::TableInfo& now, std::span<const LockedItem> items,
                                             storage::Batch& batch) -> Result<bool> {
                                           const catalog::IndexInfo* index = wanted_index(now, index_);
                                           if (index == nullptr) return false;
                                           PARTITA_TRY(add_entries(context, now, *index, items, batch));
                                           return true;
                                         }));
    if (state == TableWalk::State::Begun) return Slice::More;
    if (state == TableWalk::State::AtEnd) PARTITA_TRY(publish(context));
    return Slice::Done;
  }

  std::optional<JobProgress> progress() const override { return walk_.progress(); }

 private:
  Result<void> publish(Context& context) const {
    storage::Batch finished;
    walk_.forget_position(finished);
    if (context.delayed) context.delayed->catch_up();
    return published(context.catalog.update(
        table_,
        [&](catalog::TableInfo& now) -> Result<void> {
          for (catalog::IndexInfo& index : now.indexes)
            if (index.id == index_ && is_wanted(index)) index.backfilling = false;
          return {};
        },
        std::move(finished)));
  }

  const keys::TableId table_;
  const keys::IndexId index_;
  TableWalk walk_;
};

// Makes or erases a table's expiry entries, as UpdateTimeToLive asked.
class TimeToLiveJob final : public Job {
 public:
  explicit TimeToLiveJob(keys::TableId table)
      : table_(table),
        walk_(table, keys::kExpiryIndex, "time_to_live"),
        entries_({keys::index_lower(table, keys::kExpiryIndex), keys::index_upper(table, keys::kExpiryIndex)}) {}

  Result<Slice> run_slice(Context& context) override {
    const catalog::TablePtr table = context.catalog.find(table_);
    if (!table) return Slice::Done;
    switch (table->ttl.status) {
      case TimeToLiveStatus::Enabling:
        return make_entries(context);
      case TimeToLiveStatus::Disabling:
        return erase_entries(context);
      default:
        return Slice::Done;
    }
  }

  std::optional<JobProgress> progress() const override { return walk_.progress(); }

 private:
  Result<Slice> make_entries(Context& context) {
    PARTITA_TRY_VALUE(state, walk_.go_on(context,
                                         [](const catalog::TableInfo& now, std::span<const LockedItem> items,
                                            storage::Batch& batch) -> Result<bool> {
                                           if (now.ttl.status != TimeToLiveStatus::Enabling) return false;
                                           for (const LockedItem& item : items)
                                             if (item.item)
                                               if (auto seconds = expiry_of(now, *item.item))
                                                 batch.put(keys::expiry_key(now.id, *seconds, item.base_key), {});
                                           return true;
                                         }));
    if (state == TableWalk::State::Begun) return Slice::More;
    if (state == TableWalk::State::Stopped) return Slice::Done;
    return end(context, TimeToLiveStatus::Enabling,
               [](catalog::TimeToLive& ttl) { ttl.status = TimeToLiveStatus::Enabled; });
  }

  Result<Slice> erase_entries(Context& context) {
    if (!is_left_) {
      context.locks.wait_for_writers();
      is_left_ = true;
    }
    PARTITA_TRY_VALUE(erased, entries_.erase_some(context));
    if (!erased) return Slice::More;
    return end(context, TimeToLiveStatus::Disabling, [](catalog::TimeToLive& ttl) { ttl = {}; });
  }

  Result<Slice> end(Context& context, TimeToLiveStatus from, void (*change)(catalog::TimeToLive&)) const {
    storage::Batch finished;
    walk_.forget_position(finished);
    auto changed = published(context.catalog.update(
        table_,
        [&](catalog::TableInfo& now) -> Result<void> {
          if (now.ttl.status == from) change(now.ttl);
          return {};
        },
        std::move(finished)));
    if (!changed) return unexpected(std::move(changed.error()));
    return Slice::Done;
  }

  const keys::TableId table_;
  TableWalk walk_;
  ErasedRange entries_;
  bool is_left_ = false;  // true once all writers that maintained the entries have finished
};

}  // namespace

void plan_backfills(const Context& context, std::vector<PlannedJob>& out) {
  for (const catalog::TablePtr& table : context.catalog.tables()) {
    for (const catalog::IndexInfo& index : table->indexes)
      if (is_wanted(index))
        out.push_back({{JobKey::Kind::Backfill, table->id, index.id}, std::make_unique<IndexBackfill>(*table, index)});
    if (table->ttl.status == TimeToLiveStatus::Enabling || table->ttl.status == TimeToLiveStatus::Disabling)
      out.push_back(
          {{JobKey::Kind::TimeToLive, table->id, keys::kExpiryIndex}, std::make_unique<TimeToLiveJob>(table->id)});
  }
}

}  // namespace partita::engine
