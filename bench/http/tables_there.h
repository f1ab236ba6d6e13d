// Tables and their items, made where they are missing.
#pragma once

#include "http/load_loop.h"
#include "http/workload.h"

namespace partita::bench {

// Creates the workload's table where it is missing and waits until it is ACTIVE; fills it unless its last item is
// there, from item `from` on; drains it where the workload wants that. The result counts the items written.
LoopResult ensure_loaded(const WorkloadKind& kind, const Settings& settings, std::uint64_t from);

// Fills a table again of which a run takes items away.
void restore(const WorkloadKind& kind, const Settings& settings);

}  // namespace partita::bench
