#include "engine/jobs/locked_items.h"

#include <condition_variable>
#include <mutex>
#include <set>

#include "base/try.h"
#include "engine/commit/commit_pipeline.h"
#include "engine/commit/current_item.h"
#include "engine/commit/item_locks.h"
#include "engine/vector_cache/vector_cache.h"

namespace partita::engine {
namespace {

// Holds the locks of some items for a scope.
class HeldLocks final : public LockSet {
 public:
  // The keys may come in any order, and more than once.
  HeldLocks(ItemLocks& locks, const std::vector<std::string>& keys) : HeldLocks(locks) {
    for (std::string_view key : std::set<std::string_view>(keys.begin(), keys.end())) add_lock(key);
    if (locks_.acquire(*this)) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return all_; });
  }
  ~HeldLocks() { locks_.release(*this); }

 private:
  // Once this constructor has returned, the destructor runs, and it releases the locks taken even if memory then runs
  // out.
  explicit HeldLocks(ItemLocks& locks) : locks_(locks) {}
  void all_held() override {
    std::lock_guard lock(mutex_);
    all_ = true;
    changed_.notify_one();
  }

  ItemLocks& locks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool all_ = false;  // guarded by mutex_
};

// The current item of each lock, in the order of the locks.
Result<std::vector<CurrentItem>> current_items(const Context& context, const LockSet& held) {
  std::vector<CurrentItem> current(held.locks().size());
  std::vector<std::string_view> stored_keys;
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < current.size(); ++i) {
    const LockSet::Lock& lock = held.locks()[i];
    if (auto newer = item_on_its_way(context, lock)) {
      current[i] = *std::move(newer);
      continue;
    }
    stored_keys.push_back(lock.key);
    positions.push_back(i);
  }
  PARTITA_TRY_VALUE(stored, context.store.get_many(stored_keys, {.fill_cache = false}));
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (stored[i].state == storage::ReadState::Found) current[positions[i]].item = std::move(stored[i].value);
  return current;
}

}  // namespace

Result<std::vector<std::string>> first_keys(const Context& context, const storage::IteratorOptions& range,
                                            std::size_t limit) {
  std::vector<std::string> found;
  auto it = context.store.iterate(range);
  for (; it->valid() && found.size() < limit; it->next()) found.emplace_back(it->key());
  if (!it->valid()) PARTITA_TRY(it->end_state());
  return found;
}

Result<bool> with_locked_items(Context& context, keys::TableId table_id, const std::vector<std::string>& base_keys,
                               Durable durable, const PlanItems& plan) {
  const HeldLocks held(context.locks, base_keys);
  const catalog::TablePtr table = context.catalog.find(table_id);
  if (!table) return false;
  PARTITA_TRY_VALUE(current, current_items(context, held));
  std::vector<LockedItem> items;
  CommitPlace built_on = kNoPlace;
  for (std::size_t i = 0; i < current.size(); ++i) {
    LockedItem& item = items.emplace_back(LockedItem{held.locks()[i].key, std::nullopt});
    if (current[i].item) item.item.emplace(current[i].item->bytes);
    built_on = first_of(built_on, current[i].built_on);
  }
  storage::Batch batch;
  auto wanted = plan(*table, items, batch);
  if (!wanted) return unexpected(std::move(wanted.error()));
  if (!*wanted || batch.empty()) return *wanted;
  // A batch that is built upon a batch in the queue must not be written before it.
  const bool lazily = durable == Durable::Later && built_on == kNoPlace;
  const std::uint64_t failures = context.vectors.failures();
  auto written = lazily ? context.commits.write_lazily(batch) : context.commits.write(batch, built_on);
  context.vectors.settled(batch, written.has_value(), failures);
  PARTITA_TRY(std::move(written));
  return true;
}

}  // namespace partita::engine
