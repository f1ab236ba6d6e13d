// The times and the numbers to which a table with point-in-time recovery can be restored.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/context.h"
#include "engine/records/sequence_numbers.h"

namespace partita::engine {

// The times are whole seconds since 1970, and `latest` is not before `earliest`.
struct RecoveryWindow {
  std::int64_t earliest_s = 0;
  std::int64_t latest_s = 0;
  std::int64_t kept_ms = 0;  // `earliest_s` before it is rounded up
  SequenceNumber first = 0;  // the history has each change with this number or a later one
};
// Requires: the table has point-in-time recovery.
RecoveryWindow recovery_window(const Context& context, const catalog::TableInfo& table);

// The error of an operation that needs the recovery of a table without it. `name` is the table's.
unexpected<Error> recovery_is_off(std::string_view name);

}  // namespace partita::engine
