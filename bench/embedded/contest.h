// Runs a workload: both sides, one after the other, `runs` times, and prints a line for each.
#pragma once

#include "embedded/workload.h"

namespace partita::bench {

void hold(const Workload& workload, const Settings& settings);

}  // namespace partita::bench
