// The item that a writer starts from. It is the image that the writer before made, even if that is still on its way to
// the store.
#pragma once

#include <optional>

#include "engine/commit/item_locks.h"
#include "engine/commit/place.h"
#include "engine/context.h"
#include "engine/may_wait.h"

namespace partita::engine {

struct CurrentItem {
  bool cached = true;                        // false if the item is not in memory; then ask again and wait
  std::optional<storage::PinnedBytes> item;  // nullopt if the item does not exist
  CommitPlace built_on = kNoPlace;           // the place of the batch on its way, for CommitPipeline::enqueue
};

// The image that is on its way. nullopt if the stored item is the current one. Requires: the lock is held.
std::optional<CurrentItem> item_on_its_way(const Context& context, const LockSet::Lock& lock);
// The image on its way, or the stored item. It waits for the disk unless `may_wait` is No. Requires: the lock is held.
// Errors: InternalServerError, Corruption.
Result<CurrentItem> current_item(const Context& context, const LockSet::Lock& lock, MayWait may_wait);

// The lower of two places. If one of them is kNoPlace, the other one.
CommitPlace first_of(CommitPlace a, CommitPlace b);

}  // namespace partita::engine
