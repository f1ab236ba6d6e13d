// A small shop with three customers and their orders, and with neighbours that a careless key condition would also
// return.
#pragma once

#include <string_view>
#include <vector>

#include "commerce/repository.h"

namespace commerce {

struct SampleOrder {
  Order order;  // the order after its history
  std::vector<LineItem> items;
  std::vector<StatusEvent> history = {};  // oldest first; one for each version from 2 on
};

// A customer that is not in the sample.
inline constexpr const char* kNewCustomerId = "C3";

const std::vector<Customer>& sample_customers();
const std::vector<SampleOrder>& sample_orders();
// Requires: the sample has the order.
const SampleOrder& sample_order(std::string_view order_id);

// Removes all items from the partitions of the sample's customers and writes the sample. Items of other customers stay.
// Orders reach their versions by changes of their status, as in real use.
Result<void> load_sample(const CommerceRepository& shop);

// Writes a thousand items of customer C1 that belong to no answer: orders with lines and status changes, a year earlier
// and in statuses that no pattern asks for. Their ids begin like O1's, and their articles begin like SKU-CABLE.
Result<void> load_unrelated(const CommerceRepository& shop);

}  // namespace commerce
