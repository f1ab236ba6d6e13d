// The state that a read of a table sees.
#pragma once

#include <memory>

#include "engine/commit/delayed_reads.h"
#include "engine/context.h"

namespace partita::engine {

// The state that an eventually consistent read sees. nullptr: the newest state.
inline std::shared_ptr<const storage::Snapshot> eventual_state(const Context& context) {
  if (!context.delayed || !context.delayed->of_tables()) return nullptr;
  return context.delayed->snapshot();
}

// nullptr: the newest state. A read that is strongly consistent is never delayed.
inline std::shared_ptr<const storage::Snapshot> table_state(const Context& context, bool consistent) {
  return consistent ? nullptr : eventual_state(context);
}

}  // namespace partita::engine
