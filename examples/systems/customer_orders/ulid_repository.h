// Customers and their orders, whose ids are ULIDs.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "customer_orders/model.h"

namespace customer_orders {

using partita::Result;

// Safe to use from several threads, which all draw ids from one ascending sequence. Repositories in several processes
// have separate sequences, which agree only as far as the processes' clocks agree.
class UlidOrdersRepository {
 public:
  // `ids` replaces the generator that uses the system's clock.
  explicit UlidOrdersRepository(std::shared_ptr<partita::Database> database,
                                std::shared_ptr<pt::ulid_generator> ids = std::make_shared<pt::ulid_generator>())
      : db_(std::move(database)), ids_(std::move(ids)) {}
  const pt::db<UlidCustomerOrders>& db() const { return db_; }

  Result<void> create_table_if_missing() const;
  // Sends a PutItem. Error: ConditionalCheckFailedException if the customer exists.
  Result<void> create_customer(const Customer& customer) const;
  // Sends a TransactWriteItems of a check and a put, and returns the order's id. Error: ConditionalCheckFailedException
  // if the customer is missing.
  Result<pt::ulid> place_order(const std::string& customer_id) const;
  // Sends one Query with Limit n + 1. nullopt if the customer is missing.
  Result<std::optional<UlidCustomerItemCollection>> get_customer_with_newest_orders(const std::string& customer_id,
                                                                                    int n) const;
  // Sends one Query for each megabyte of the collection. nullopt if the customer is missing.
  Result<std::optional<UlidCustomerItemCollection>> get_item_collection(const std::string& customer_id) const;

 private:
  const pt::db<UlidCustomerOrders> db_;
  const std::shared_ptr<pt::ulid_generator> ids_;
};

}  // namespace customer_orders
