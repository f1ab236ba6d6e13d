// A small shop: three customers, their orders, and neighbours that a careless key condition would also return.
#pragma once

#include "commerce/commerce_repository.h"

#include <vector>

namespace commerce {

struct SampleOrder {
  Order order;
  std::vector<LineItem> items;
  std::vector<StatusEvent> history = {};  // oldest first
};

// A customer of the sample who is not there yet.
inline constexpr const char* kNewCustomerId = "C3";

const std::vector<Customer>& sample_customers();
const std::vector<SampleOrder>& sample_orders();
// Requires: there is one.
const SampleOrder& sample_order(std::string_view order_id);

// Makes the partitions of the sample's customers hold the sample's rows and no others, whatever an earlier run left
// there. Rows of other customers stay.
Result<void> load_sample(partita::Database& database, const std::string& table_name = kTableName);

}  // namespace commerce
