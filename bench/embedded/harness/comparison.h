// Runs workloads. Each workload runs on both sides in turn, `runs` times, and prints a line for each run.
#pragma once

#include <span>

#include "embedded/harness/workload.h"

namespace partita::bench {

// Exits if the workloads use different tables. Requires: `workloads` is not empty.
void compare(std::span<const Workload* const> workloads, const Settings& settings);

}  // namespace partita::bench
