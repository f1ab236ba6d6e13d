#pragma once

#include "embedded/harness/workload.h"

namespace partita::bench {

std::unique_ptr<Side> partita_get_item(Stores& stores, const Part& part);
std::unique_ptr<Side> raw_get_item(Stores& stores, const Part& part);

}  // namespace partita::bench
