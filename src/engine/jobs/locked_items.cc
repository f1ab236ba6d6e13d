#include "engine/jobs/locked_items.h"

#include <condition_variable>
#include <mutex>

namespace partita::engine {
namespace {

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

Result<void> commit(const Context& context, const storage::Batch& batch, Durable durable) {
  if (durable == Durable::Later) return context.commits.write_lazily(batch);
  Result<void> written;
  context.commits.submit(batch, Caller::MayWait, [&](Result<void> outcome) { written = std::move(outcome); });
  return written;
}

}  // namespace

Result<std::vector<std::string>> first_keys(const Context& context, const storage::IteratorOptions& range,
                                            std::size_t limit) {
  std::vector<std::string> found;
  auto it = context.store.iterate(range);
  for (; it->valid() && found.size() < limit; it->next()) found.emplace_back(it->key());
  if (!it->valid())
    if (auto end = it->end_state(); !end) return unexpected(end.error());
  return found;
}

Result<bool> with_locked_items(Context& context, keys::TableId table_id, const std::vector<std::string>& base_keys,
                               Durable durable, const PlanItems& plan) {
  const LockedStripes locked(context.locks, base_keys);
  const catalog::TablePtr table = context.catalog.find(table_id);
  if (!table) return false;
  const std::vector<std::string_view> sought(base_keys.begin(), base_keys.end());
  auto stored = context.store.get_many(sought, {.fill_cache = false});
  if (!stored) return unexpected(stored.error());
  std::vector<LockedItem> items;
  for (std::size_t i = 0; i < sought.size(); ++i) {
    LockedItem& item = items.emplace_back(LockedItem{sought[i], std::nullopt});
    const storage::GetResult& got = (*stored)[i];
    if (got.state == storage::ReadState::Found) item.item.emplace(got.value.bytes);
  }
  storage::Batch batch;
  auto wanted = plan(*table, items, batch);
  if (!wanted) return unexpected(wanted.error());
  if (!*wanted || batch.empty()) return *wanted;
  if (auto written = commit(context, batch, durable); !written) return unexpected(written.error());
  return true;
}

}  // namespace partita::engine
