// The outcome of a write without the value of its answer.
#pragma once

#include <partita/error.h>

#include <utility>

namespace customer_orders {

partita::Result<void> done_with(auto outcome) {
  if (!outcome) return partita::unexpected(std::move(outcome.error()));
  return {};
}

}  // namespace customer_orders
