// The rows of the page "Example of modeling relational data in DynamoDB" of the Amazon DynamoDB Developer Guide, and
// unrelated rows that the access patterns must leave aside.
#pragma once

#include "order_entry/repository.h"

namespace order_entry {

struct SampleData {
  std::vector<Employee> employees;
  std::vector<Customer> customers;
  std::vector<Order> orders;  // the page "Example of modeling relational data" has no item rows of the last two
  std::vector<OrderItem> order_items;
  std::vector<Product> products;
  std::vector<Inventory> inventories;
};
const SampleData& sample_data();

// Removes the rows of the sample and of the access patterns from the tables, and writes the sample.
partita::Result<void> load_sample(OrderEntry& shop);

// Writes a thousand items that belong to no answer. They are in the same index partitions with other dates, or have
// names and ids that begin like those that the patterns ask for.
partita::Result<void> load_unrelated(OrderEntry& shop);

}  // namespace order_entry
