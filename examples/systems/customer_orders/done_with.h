// A write's outcome without the value of its answer.
#pragma once

#include <utility>

#include "customer_orders/model.h"

namespace customer_orders {

Result<void> done_with(auto outcome) {
  if (!outcome) return tl::unexpected(std::move(outcome.error()));
  return {};
}

}  // namespace customer_orders
