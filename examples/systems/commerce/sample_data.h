// A small shop: three customers, their orders, and neighbours that a careless key condition would also return.
#pragma once

#include "commerce/repository.h"

#include <string_view>
#include <vector>

namespace commerce {

struct SampleOrder {
  Order order;  // as it is after its history
  std::vector<LineItem> items;
  std::vector<StatusEvent> history = {};  // oldest first; one for each version from 2 on
};

// A customer of the sample who is not there yet.
inline constexpr const char* kNewCustomerId = "C3";

const std::vector<Customer>& sample_customers();
const std::vector<SampleOrder>& sample_orders();
// Requires: there is one.
const SampleOrder& sample_order(std::string_view order_id);

// Makes the partitions of the sample's customers hold the sample's items and no others, whatever an earlier run left
// there. Items of other customers stay. Orders get to their versions as in life, by changes of their status.
Result<void> load_sample(const CommerceRepository& shop);

// A thousand items of C1's, which belong to no answer: orders with lines and status changes, with ids that begin like
// O1's and articles that begin like SKU-CABLE, a year before and in statuses that no pattern asks for.
Result<void> load_unrelated(const CommerceRepository& shop);

}  // namespace commerce
