#include "engine/jobs/sweeper.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/try.h"
#include "engine/account_age.h"
#include "engine/changes/change.h"
#include "engine/jobs/jobs.h"
#include "engine/jobs/locked_items.h"
#include "engine/records/sequence_numbers.h"
#include "engine/records/stream_counters.h"
#include "keys/system_keys.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

// A slice deletes at most this many items, which share one sync.
constexpr std::size_t kExpiredAtOnce = 4 * kItemsAtOnce;
// How long sweep_now() waits for a table.
constexpr std::chrono::seconds kEnabledWithin{5};

struct Window {
  std::uint64_t from_seconds = 0;  // earlier times do not count as expiry times
  std::uint64_t before_seconds = 0;
  bool holds(std::uint64_t seconds) const { return from_seconds <= seconds && seconds < before_seconds; }
};

class SweepJob final : public Job {
 public:
  SweepJob(keys::TableId table, const Window& window) : table_(table), window_(window) {}

  Result<Slice> run_slice(Context& context) override {
    PARTITA_TRY_VALUE(found, expired_keys(context));
    if (found.empty()) return Slice::Done;
    after_ = found.back();
    std::vector<std::string> base_keys;
    for (const std::string& key : found) base_keys.push_back(keys::base_key_of_expiry(key));
    std::uint64_t erased = 0;
    SequenceNumbers::Ticket ticket(context.numbers);
    const Recording recording{ticket, context.stream_counters, context.item_hash, ChangedBy::TimeToLive};
    PARTITA_TRY_VALUE(swept, with_locked_items(context, table_, base_keys, Durable::Now,
                                               [&](const catalog::TableInfo& now, std::span<const LockedItem> items,
                                                   storage::Batch& batch) {
                                                 return erase_expired(context, now, items, recording, batch, erased);
                                               }));
    context.jobs.count_expired(erased);
    return swept ? Slice::More : Slice::Done;
  }

 private:
  Result<std::vector<std::string>> expired_keys(const Context& context) const {
    storage::IteratorOptions range;
    range.lower = after_.empty() ? keys::expiry_bound(table_, window_.from_seconds) : after_ + '\0';
    range.upper = keys::expiry_bound(table_, window_.before_seconds);
    return first_keys(context, range, kExpiredAtOnce);
  }

  Result<bool> erase_expired(const Context& context, const catalog::TableInfo& now, std::span<const LockedItem> items,
                             const Recording& recording, storage::Batch& batch, std::uint64_t& erased) const {
    if (now.ttl.status != TimeToLiveStatus::Enabled) return false;
    for (const LockedItem& item : items) {
      if (!item.item) continue;
      const auto seconds = expiry_of(now, *item.item);
      if (!seconds || !window_.holds(*seconds)) continue;
      PARTITA_TRY(append_change(context.store, now, item.base_key, item.item, std::nullopt, recording, batch));
      ++erased;
    }
    return true;
  }

  const keys::TableId table_;
  const Window window_;
  std::string after_;
};

Window window_of_now(const Context& context) {
  const std::int64_t now_seconds = account_age_now_ms(context) / 1000;
  return {static_cast<std::uint64_t>(std::max<std::int64_t>(0, now_seconds - limits::kTimeToLivePastSeconds)),
          static_cast<std::uint64_t>(now_seconds)};
}

// Returns whether the table has a time to live, once it is enabled.
Result<bool> wait_until_enabled(const Context& context, const catalog::TablePtr& table) {
  const auto until = std::chrono::steady_clock::now() + kEnabledWithin;
  while (true) {
    const catalog::TablePtr now = context.catalog.find(table->id);
    if (!now || now->ttl.status != TimeToLiveStatus::Enabling)
      return now && now->ttl.status == TimeToLiveStatus::Enabled;
    if (std::chrono::steady_clock::now() > until)
      return fail(ErrorCode::InternalServerError,
                  "the time to live of table " + table->name + " is still being enabled; try again later");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

Result<void> sweep_now(Context& context) {
  for (const catalog::TablePtr& table : context.catalog.tables()) {
    PARTITA_TRY_VALUE(enabled, wait_until_enabled(context, table));
    if (!enabled) continue;
    SweepJob job(table->id, window_of_now(context));
    while (true) {
      PARTITA_TRY_VALUE(slice, job.run_slice(context));
      if (slice == Job::Slice::Done) break;
    }
  }
  return {};
}

void plan_sweeps(const Context& context, std::vector<PlannedJob>& out) {
  const Window window = window_of_now(context);
  for (const catalog::TablePtr& table : context.catalog.tables())
    if (table->ttl.status == TimeToLiveStatus::Enabled)
      out.push_back(
          {{JobKey::Kind::Sweep, table->id, keys::kExpiryIndex}, std::make_unique<SweepJob>(table->id, window)});
}

}  // namespace partita::engine
