// The list of all workloads, which --list prints.
#pragma once

#include <span>

#include "embedded/harness/workload.h"

namespace partita::bench {

std::span<const Workload> workloads();

}  // namespace partita::bench
