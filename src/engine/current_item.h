// The item that a writer starts from: as the writer before left it, though that may be on its way to the store still.
#pragma once

#include "engine/context.h"

#include <optional>

namespace partita::engine {

struct CurrentItem {
  bool cached = true;                        // false: not in memory; ask again without cached_only
  std::optional<storage::PinnedBytes> item;  // nullopt: there is none
  Place built_on = kNoPlace;                 // of the batch that is on its way, as CommitPipeline::enqueue takes it
};

// Requires of both: the lock is held.
// nullopt: nothing is on its way, and what is stored is the item.
std::optional<CurrentItem> item_on_its_way(const Context& context, const LockSet::Lock& lock);
// Errors: InternalServerError, Corruption.
Result<CurrentItem> current_item(const Context& context, const LockSet::Lock& lock, bool cached_only);

// The first of two places in the log, either of which may be none.
Place first_of(Place a, Place b);

}  // namespace partita::engine
