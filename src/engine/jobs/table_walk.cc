#include "engine/jobs/table_walk.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/try.h"
#include "engine/commit/item_locks.h"
#include "engine/jobs/jobs.h"
#include "keys/system_keys.h"
#include "storage/sums.h"

namespace partita::engine {
namespace {

// A slice has this many batches of kItemsAtOnce items each.
constexpr int kBatchesInSlice = 8;
constexpr std::uint64_t kTenths = 10;

Result<std::string> stored_at(const Context& context, const std::string& key) {
  PARTITA_TRY_VALUE(stored, context.store.get(key));
  return stored.state == storage::ReadState::Found ? std::string(stored.value.bytes) : std::string();
}

}  // namespace

Result<void> TableWalk::begin(Context& context) {
  context.locks.wait_for_writers();
  PARTITA_TRY_VALUE(position, stored_at(context, keys::backfill_key(table_, index_)));
  PARTITA_TRY_VALUE(sums, stored_at(context, keys::counts_key(table_, keys::kBaseTable)));
  const auto items = storage::is_sums(sums) ? std::max<std::int64_t>(0, storage::decode_sums(sums).first) : 0;
  items_in_all_ = static_cast<std::uint64_t>(items);
  after_ = std::move(position);
  // The number of items that an earlier walk passed is not stored. It is estimated here from the position, because keys
  // are spread evenly over their hashes.
  if (!after_.empty()) items_done_ = static_cast<std::uint64_t>(double(items) * keys::share_before(after_));
  tenths_reported_ = items > 0 ? items_done_ * kTenths / items_in_all_ : kTenths;
  if (const auto table = context.catalog.find(table_)) {
    const std::lock_guard lock(mutex_);
    table_name_ = table->name;
  }
  has_begun_ = true;
  return {};
}

Result<std::vector<std::string>> TableWalk::next_keys(const Context& context) const {
  storage::IteratorOptions range;
  range.lower = after_.empty() ? keys::index_lower(table_, keys::kBaseTable) : after_ + '\0';
  range.upper = keys::index_upper(table_, keys::kBaseTable);
  range.fill_cache = false;
  return first_keys(context, range, kItemsAtOnce);
}

Result<TableWalk::State> TableWalk::go_on(Context& context, const PlanItems& plan) {
  if (!has_begun_) PARTITA_TRY(begin(context));
  for (int i = 0; i < kBatchesInSlice && !context.jobs.stopping(); ++i) {
    PARTITA_TRY_VALUE(found, next_keys(context));
    if (found.empty()) return State::AtEnd;
    auto written = with_locked_items(context, table_, found, Durable::Later,
                                     [&](const auto& table, const auto& items, storage::Batch& batch) -> Result<bool> {
                                       batch.put(keys::backfill_key(table_, index_), found.back());
                                       return plan(table, items, batch);
                                     });
    if (!written) return unexpected(std::move(written.error()));
    if (!*written) return State::Stopped;
    report(context, found.size());
    after_ = std::move(found.back());
  }
  return State::Begun;
}

void TableWalk::report(const Context& context, std::size_t items) {
  items_done_ += items;
  // Writers may have added items since items_in_all_ was read.
  if (items_done_ > items_in_all_) items_in_all_ = items_done_.load();
  const std::uint64_t tenths = items_done_ * kTenths / items_in_all_;
  if (tenths <= tenths_reported_) return;
  tenths_reported_ = tenths;
  const std::string index = index_name_.empty() ? std::string() : " index=" + index_name_;
  context.log.info(fmt::format("event={} table={}{} items={} of={}", name_, table_name_, index, items_done_.load(),
                               items_in_all_.load()));
}

void TableWalk::forget_position(storage::Batch& batch) const { batch.erase(keys::backfill_key(table_, index_)); }

std::optional<JobProgress> TableWalk::progress() const {
  const std::lock_guard lock(mutex_);
  return JobProgress{.job = name_,
                     .table = table_name_,
                     .index = index_name_,
                     .items_done = items_done_,
                     .items_in_all = items_in_all_};
}

}  // namespace partita::engine
