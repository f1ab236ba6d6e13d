#pragma once

#include "embedded/harness/workload.h"

namespace partita::bench {

template <std::uint64_t kPage>
std::unique_ptr<Side> partita_query(Stores& stores, const Part& part);
template <std::uint64_t kPage>
std::unique_ptr<Side> raw_query(Stores& stores, const Part& part);

}  // namespace partita::bench
