// Customers and their orders, whose ids are dates.
#pragma once

#include "customer_orders/model.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace customer_orders {

using partita::Result;

struct OrderPage {
  std::vector<Order> orders;           // newest first
  std::optional<std::string> next;     // for the next page; none after the last order
};

// Safe to use from several threads. Every method may also fail as the database does.
class OrdersRepository {
 public:
  explicit OrdersRepository(std::shared_ptr<partita::Database> database) : db_(std::move(database)) {}
  const pt::db<CustomerOrders>& db() const { return db_; }

  Result<void> create_table_if_missing() const;

  // ---- customers

  // PutItem. Error: ConditionalCheckFailedException where there is such a customer.
  Result<void> create_customer(const Customer& customer) const;
  // GetItem of the A record.
  Result<std::optional<Customer>> get_customer(const std::string& customer_id) const;
  // UpdateItem of the A record alone, as no order has the name. Error: ConditionalCheckFailedException where there is none.
  Result<void> rename_customer(const std::string& customer_id, const std::string& name) const;

  // ---- orders

  // TransactWriteItems of a check and a put. Errors: ConditionalCheckFailedException where there is no such customer, or
  // an order of that date already: the message says which.
  Result<void> place_order(const std::string& customer_id, pt::date day) const;
  // GetItem.
  Result<std::optional<Order>> get_order(const std::string& customer_id, pt::date day) const;
  // Query, newest first, of one page.
  Result<OrderPage> list_orders(const std::string& customer_id, int limit, std::optional<std::string> after = {}) const;
  // Query, newest first; `first` and `last` included.
  Result<std::vector<Order>> list_orders_between(const std::string& customer_id, pt::date first, pt::date last) const;
  // TransactWriteItems of two updates: the order gets its total, and the customer owes it. Error:
  // ConditionalCheckFailedException where either is missing, or the order has a total already.
  Result<void> bill_order(const std::string& customer_id, pt::date day, std::int64_t total_cents) const;

  // ---- the collection

  // One Query of Limit n + 1. nullopt: there is no such customer.
  Result<std::optional<CustomerItemCollection>> get_customer_with_newest_orders(const std::string& customer_id,
                                                                               int n) const;
  // One Query a megabyte of the collection.
  Result<std::optional<CustomerItemCollection>> get_item_collection(const std::string& customer_id) const;

 private:
  const pt::db<CustomerOrders> db_;
};

}  // namespace customer_orders
