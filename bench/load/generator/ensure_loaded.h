// Creates missing tables and their items.
#pragma once

#include "load/generator/load_loop.h"
#include "load/workloads/workload.h"

namespace partita::bench {

// Creates the workload's table if it is missing and waits until it is ACTIVE. Fills it from item `from` on, unless its
// last item exists, and then drains it if the workload wants that. The result counts the items written.
LoopResult ensure_loaded(const WorkloadKind& kind, const Settings& settings, std::uint64_t from);

// Fills a table again from which a run takes items away.
void restore(const WorkloadKind& kind, const Settings& settings);

}  // namespace partita::bench
