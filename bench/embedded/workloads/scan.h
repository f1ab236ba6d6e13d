#pragma once

#include "embedded/harness/workload.h"

namespace partita::bench {

std::unique_ptr<Side> partita_scan(Stores& stores, const Part& part);
std::unique_ptr<Side> raw_scan(Stores& stores, const Part& part);

}  // namespace partita::bench
