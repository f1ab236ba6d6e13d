// The times to which a table with point-in-time recovery can be restored.
#pragma once

#include <cstdint>

#include "engine/context.h"

namespace partita::engine {

// Both are whole seconds since 1970, and `latest` is not before `earliest`.
struct RecoveryWindow {
  std::int64_t earliest_s = 0;
  std::int64_t latest_s = 0;
};
// Requires: the table has point-in-time recovery.
RecoveryWindow recovery_window(const Context& context, const catalog::TableInfo& table);

}  // namespace partita::engine
