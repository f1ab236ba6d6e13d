// Customers and their orders, whose ids are dates.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "customer_orders/model.h"

namespace customer_orders {

using partita::Result;

struct OrderPage {
  std::vector<Order> orders;        // newest first
  std::optional<std::string> next;  // for the next page; nullopt after the last order
};

// Safe to use from several threads. Every method can also return the errors of the database.
class OrdersRepository {
 public:
  explicit OrdersRepository(std::shared_ptr<partita::Database> database) : db_(std::move(database)) {}
  const pt::db<CustomerOrders>& db() const { return db_; }

  Result<void> create_table_if_missing() const;

  // ---- customers

  // Sends a PutItem. Error: ConditionalCheckFailedException if the customer exists.
  Result<void> create_customer(const Customer& customer) const;
  // Sends a GetItem of the A record.
  Result<std::optional<Customer>> get_customer(const std::string& customer_id) const;
  // Sends an UpdateItem of the A record only, because no order has the name. Error: ConditionalCheckFailedException if
  // the customer is missing.
  Result<void> rename_customer(const std::string& customer_id, const std::string& name) const;

  // ---- orders

  // Sends a TransactWriteItems of a check and a put.
  // Errors: ConditionalCheckFailedException if the customer is missing or has an order of that date. The message tells
  // which.
  Result<void> place_order(const std::string& customer_id, pt::date day) const;
  // Sends a GetItem.
  Result<std::optional<Order>> get_order(const std::string& customer_id, pt::date day) const;
  // Sends a Query for one page, newest first.
  Result<OrderPage> list_orders(const std::string& customer_id, int limit, std::optional<std::string> after = {}) const;
  // Sends a Query, newest first. `first` and `last` are included.
  Result<std::vector<Order>> list_orders_between(const std::string& customer_id, pt::date first, pt::date last) const;
  // Sends a TransactWriteItems of two updates, which give the order its total and add it to the customer's balance.
  // Error: ConditionalCheckFailedException if one of them is missing or the order has a total already.
  Result<void> bill_order(const std::string& customer_id, pt::date day, std::int64_t total_cents) const;

  // ---- the collection

  // Sends one Query with Limit n + 1. nullopt if the customer is missing.
  Result<std::optional<CustomerItemCollection>> get_customer_with_newest_orders(const std::string& customer_id,
                                                                                int n) const;
  // Sends one Query for each megabyte of the collection. nullopt if the customer is missing.
  Result<std::optional<CustomerItemCollection>> get_item_collection(const std::string& customer_id) const;

 private:
  const pt::db<CustomerOrders> db_;
};

}  // namespace customer_orders
