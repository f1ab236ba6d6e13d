#include "engine/jobs/sweeper.h"

#include <algorithm>

#include "base/try.h"
#include "engine/age_clock.h"
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
    const Recording recording{ticket, context.stream_counters, ChangedBy::TimeToLive};
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

}  // namespace

void plan_sweeps(const Context& context, std::vector<PlannedJob>& out) {
  const std::int64_t now_seconds = context.ages.now_ms() / 1000;
  const Window window{
      static_cast<std::uint64_t>(std::max<std::int64_t>(0, now_seconds - limits::kTimeToLivePastSeconds)),
      static_cast<std::uint64_t>(now_seconds)};
  for (const catalog::TablePtr& table : context.catalog.tables())
    if (table->ttl.status == TimeToLiveStatus::Enabled)
      out.push_back(
          {{JobKey::Kind::Sweep, table->id, keys::kExpiryIndex}, std::make_unique<SweepJob>(table->id, window)});
}

}  // namespace partita::engine
