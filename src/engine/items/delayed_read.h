// The state that a read of a table sees.
#pragma once

#include <memory>

#include "engine/commit/delayed_reads.h"
#include "engine/context.h"

namespace partita::engine {

// nullptr: the newest state. A read that is strongly consistent is never delayed.
inline std::shared_ptr<const storage::Snapshot> table_state(const Context& context, bool consistent) {
  if (!context.delayed || consistent || !context.delayed->of_tables()) return nullptr;
  return context.delayed->snapshot();
}

}  // namespace partita::engine
