#include "engine/jobs/locked_items.h"

#include <condition_variable>
#include <mutex>

namespace partita::engine {
namespace {

constexpr std::size_t kItemsAtOnce = 64;

// Holds the stripes of some items for a scope.
class LockedStripes {
 public:
  LockedStripes(ItemLocks& locks, const std::vector<std::string>& keys)
      : locks_(locks), stripes_(ItemLocks::stripes_of({keys.begin(), keys.end()})) {
    std::mutex mutex;
    std::condition_variable changed;
    bool held = false;
    locks_.acquire(stripes_, [&] {
      std::lock_guard lock(mutex);
      held = true;
      changed.notify_one();
    });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return held; });
  }
  ~LockedStripes() { locks_.release(stripes_); }
  LockedStripes(const LockedStripes&) = delete;
  LockedStripes& operator=(const LockedStripes&) = delete;

 private:
  ItemLocks& locks_;
  const std::vector<ItemLocks::Stripe> stripes_;
};

}  // namespace

Result<std::vector<std::string>> first_keys(const Context& context, const storage::IteratorOptions& range) {
  std::vector<std::string> found;
  auto it = context.store.iterate(range);
  for (; it->valid() && found.size() < kItemsAtOnce; it->next()) found.emplace_back(it->key());
  if (!it->valid())
    if (auto end = it->end_state(); !end) return unexpected(end.error());
  return found;
}

Result<bool> with_locked_items(Context& context, keys::TableId table_id, const std::vector<std::string>& base_keys,
                               storage::Batch also, const PlanItem& plan) {
  const LockedStripes locked(context.locks, base_keys);
  const catalog::TablePtr table = context.catalog.find(table_id);
  if (!table) return false;
  storage::Batch batch = std::move(also);
  for (const std::string& key : base_keys) {
    auto stored = context.store.get(key);
    if (!stored) return unexpected(stored.error());
    std::optional<value::ItemView> item;
    if (stored->state == storage::ReadState::Found) item.emplace(stored->value.bytes);
    if (auto planned = plan(*table, key, item, batch); !planned) return unexpected(planned.error());
  }
  if (batch.empty()) return true;
  Result<void> written;
  context.commits.submit(batch, Caller::MayWait, [&](Result<void> outcome) { written = std::move(outcome); });
  if (!written) return unexpected(written.error());
  return true;
}

}  // namespace partita::engine
