// The raw side of the writing workloads.
#pragma once

#include "embedded/workloads/changes.h"

namespace partita::bench {

// Instantiated for each Writing.
template <Writing kWriting>
std::unique_ptr<Side> raw_write(Stores& stores, const Part& part);

}  // namespace partita::bench
