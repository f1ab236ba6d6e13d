// Runs workloads: of each both sides, one after the other, `runs` times, and prints a line for each.
#pragma once

#include "embedded/workload.h"

namespace partita::bench {

// Gives up where they are of different tables. Requires: there is one.
void hold(std::span<const Workload* const> workloads, const Settings& settings);

}  // namespace partita::bench
