#include "engine/commit/current_item.h"

#include <algorithm>

#include "base/try.h"
#include "engine/commit/item_locks.h"

namespace partita::engine {

std::optional<CurrentItem> item_on_its_way(const Context& context, const LockSet::Lock& lock) {
  auto newer = context.locks.on_its_way(lock);
  if (!newer) return std::nullopt;
  CurrentItem current;
  current.built_on = newer->place;
  if (newer->item) {
    const auto bytes = std::make_shared<const std::string>(*std::move(newer->item));
    current.item = {bytes, *bytes};
  }
  return current;
}

Result<CurrentItem> current_item(const Context& context, const LockSet::Lock& lock, MayWait may_wait) {
  if (auto newer = item_on_its_way(context, lock)) return *std::move(newer);
  CurrentItem current;
  PARTITA_TRY_VALUE(stored, context.store.get(lock.key, {.snapshot = nullptr, .no_wait = may_wait == MayWait::No}));
  current.cached = stored.state != storage::ReadState::NotCached;
  if (stored.state == storage::ReadState::Found) current.item = std::move(stored.value);
  return current;
}

CommitPlace first_of(CommitPlace a, CommitPlace b) {
  if (a == kNoPlace || b == kNoPlace) return std::max(a, b);
  return std::min(a, b);
}

}  // namespace partita::engine
