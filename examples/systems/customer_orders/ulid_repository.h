// Customers and their orders, whose ids are ULIDs.
#pragma once

#include "customer_orders/model.h"

#include <memory>
#include <optional>
#include <string>

namespace customer_orders {

using partita::Result;

// Safe to use from several threads: all of them draw ids from one ascending sequence. Repositories of several processes
// have a sequence each, in step as far as their clocks are.
class UlidOrdersRepository {
 public:
  // `ids`: another generator than one on the system's clock.
  explicit UlidOrdersRepository(std::shared_ptr<partita::Database> database,
                                std::shared_ptr<pt::ulid_generator> ids = std::make_shared<pt::ulid_generator>())
      : db_(std::move(database)), ids_(std::move(ids)) {}
  const pt::db<UlidCustomerOrders>& db() const { return db_; }

  Result<void> create_table_if_missing() const;
  // PutItem. Error: ConditionalCheckFailedException where there is such a customer.
  Result<void> create_customer(const Customer& customer) const;
  // TransactWriteItems of a check and a put; gives the order's id. Error: ConditionalCheckFailedException where there is
  // no such customer.
  Result<pt::ulid> place_order(const std::string& customer_id) const;
  // One Query of Limit n + 1. nullopt: there is no such customer.
  Result<std::optional<UlidCustomerItemCollection>> get_customer_with_newest_orders(const std::string& customer_id,
                                                                                   int n) const;
  // One Query a megabyte of the collection.
  Result<std::optional<UlidCustomerItemCollection>> get_item_collection(const std::string& customer_id) const;

 private:
  const pt::db<UlidCustomerOrders> db_;
  const std::shared_ptr<pt::ulid_generator> ids_;
};

}  // namespace customer_orders
