// Sums of costs. All parts of an operation count, so each sum is made here.
#pragma once

#include <partita/model/runtime/session.h>

namespace partita::model {

// Adds the cost of a part of an operation.
inline void add_cost(Cost& to, const Cost& part) {
  to.requests += part.requests;
  to.evaluated += part.evaluated;
  to.returned += part.returned;
  to.stale += part.stale;
  to.capacity_units += part.capacity_units;
  to.search_bytes += part.search_bytes;
}

}  // namespace partita::model
