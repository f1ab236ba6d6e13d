#pragma once

#include "embedded/harness/workload.h"

namespace partita::bench {

std::unique_ptr<Side> typed_query(Stores& stores, const Part& part);
std::unique_ptr<Side> query_by_hand(Stores& stores, const Part& part);
// The same, each with its own server between itself and the stores' database.
std::unique_ptr<Side> typed_query_http(Stores& stores, const Part& part);
std::unique_ptr<Side> query_by_hand_http(Stores& stores, const Part& part);

}  // namespace partita::bench
