#include "engine/ttl/sweeper.h"

#include "engine/index/change.h"
#include "engine/jobs/jobs.h"
#include "engine/jobs/locked_items.h"
#include "keys/system_keys.h"
#include "value/limits.h"

#include <algorithm>

namespace partita::engine {
namespace {

struct Window {
  std::uint64_t from_seconds = 0;  // older times are not expiry times
  std::uint64_t before_seconds = 0;
  bool holds(std::uint64_t seconds) const { return from_seconds <= seconds && seconds < before_seconds; }
};

Result<std::vector<std::string>> expired_keys(const Context& context, keys::TableId table, const Window& window,
                                              const std::string& after) {
  storage::IteratorOptions range;
  range.lower = after.empty() ? keys::expiry_bound(table, window.from_seconds) : after + '\0';
  range.upper = keys::expiry_bound(table, window.before_seconds);
  return first_keys(context, range);
}

Result<void> sweep_table(Context& context, keys::TableId table, const Window& window) {
  std::string after;
  while (!context.jobs.stopping()) {
    auto found = expired_keys(context, table, window, after);
    if (!found) return unexpected(found.error());
    if (found->empty()) return {};
    after = found->back();
    std::vector<std::string> base_keys;
    for (const std::string& key : *found) base_keys.push_back(keys::base_key_of_expiry(key));
    auto swept = with_locked_items(
        context, table, base_keys, {},
        [&](const catalog::TableInfo& now, const std::string& base_key, const std::optional<value::ItemView>& item,
            storage::Batch& batch) -> Result<void> {
          if (!item || now.ttl.status != TimeToLiveStatus::Enabled) return {};
          const auto seconds = expiry_of(now, *item);
          if (!seconds || !window.holds(*seconds)) return {};
          auto planned = append_change(context.store, now, base_key, item, std::nullopt, batch);
          if (!planned) return unexpected(planned.error());
          return {};
        });
    if (!swept) return unexpected(swept.error());
    if (!*swept) return {};
  }
  return {};
}

}  // namespace

Result<void> sweep_expired(Context& context) {
  const std::int64_t now_seconds = context.clock.now_ms() / 1000;
  const Window window{static_cast<std::uint64_t>(std::max<std::int64_t>(0, now_seconds - limits::kTimeToLivePastSeconds)),
                      static_cast<std::uint64_t>(now_seconds)};
  for (const catalog::TablePtr& table : context.catalog.tables())
    if (table->ttl.status == TimeToLiveStatus::Enabled)
      if (auto swept = sweep_table(context, table->id, window); !swept) return swept;
  return {};
}

}  // namespace partita::engine
