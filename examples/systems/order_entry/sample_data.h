// The document's rows, and unrelated ones that the access patterns have to leave aside.
#pragma once

#include "order_entry/repository.h"

namespace order_entry {

struct SampleData {
  std::vector<Employee> employees;
  std::vector<Customer> customers;
  std::vector<Order> orders;  // of the last two, the document has no item rows
  std::vector<OrderItem> order_items;
  std::vector<Product> products;
  std::vector<Inventory> inventories;
};
const SampleData& sample_data();

// Removes what the sample and the access patterns have in the tables, and writes the sample.
partita::Result<void> load_sample(OrderEntry& shop);

// A thousand items that belong to no answer: in the same index partitions with other dates, or under names and ids that
// begin like those that are asked for.
partita::Result<void> load_unrelated(OrderEntry& shop);

}  // namespace order_entry
