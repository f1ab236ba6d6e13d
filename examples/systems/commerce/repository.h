// CommerceRepository: the nineteen methods of the commerce system, each one request wherever one can do, and the three
// that version 2 of its model adds.
//
// Every read is a GetItem or a Query with a key condition: nothing scans, nothing filters. Safe to use from several
// threads.
//
// Errors of every method: those of the database, and ValidationException for what cannot stand in a key (an empty id, a
// key that is too long). A write that finds the table otherwise than it must be fails with an error for which
// systems::is_conflict() holds, and has written nothing.
#pragma once

#include "commerce/model.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace commerce {

using partita::Result;

struct OrderPage {
  std::vector<Order> orders;
  std::optional<std::string> next;  // a token for the next page; none after the last
};

// Of an order's status: who, when and why.
struct StatusChange {
  pt::utc_ms changedAt;
  std::string changedBy, reason;
};

class CommerceRepository {
 public:
  explicit CommerceRepository(std::shared_ptr<partita::Database> database) : db_(std::move(database)) {}

  // Waits until the table and its indexes are ACTIVE. Errors: an existing table that differs, with a list.
  Result<void> create_table_if_missing() const { return db_.create_table_if_missing().run(); }
  // Makes the table of an earlier version what the model says, with all that is in it; programs of that version go on
  // meanwhile. Run again once none of them is left, it finds what they wrote last. Errors: ServiceUnavailable where
  // something is left to do, with what that is. `progress`: see pt::UpgradeOptions.
  Result<void> upgrade(std::function<bool(const pt::UpgradeReport&)> progress = {}) const;

  // ---- reads; lists are newest first where the name says so, and hold at most `limit`, which is at least 1

  Result<std::optional<Customer>> get_customer_profile(const std::string& customer_id) const;
  // Sees all writes acknowledged before, as a writer goes on with its version.
  Result<std::optional<Order>> get_order_header(const std::string& customer_id, const std::string& order_id) const;
  Result<std::optional<LineItem>> get_order_item(const std::string& customer_id, const std::string& order_id,
                                                 const std::string& item_id) const;
  // By item id.
  Result<std::vector<LineItem>> list_order_items(const std::string& customer_id, const std::string& order_id) const;
  // The order with its items in one Query.
  Result<std::optional<OrderAggregate>> get_order_with_items(const std::string& customer_id,
                                                             const std::string& order_id) const;
  Result<std::vector<Order>> list_orders_for_customer_newest_first(const std::string& customer_id, int limit) const;
  // `token` is the `next` of the page before, or none for the first page. Errors: a token of another customer.
  Result<OrderPage> list_orders_for_customer_newest_first_page(const std::string& customer_id, int limit,
                                                               std::optional<std::string> token) const;
  Result<std::vector<Order>> list_orders_by_status_newest_first(OrderStatus status, int limit) const;
  Result<std::vector<Order>> list_orders_for_customer_by_status_newest_first(const std::string& customer_id,
                                                                             OrderStatus status, int limit) const;
  Result<std::vector<StatusEvent>> list_order_status_history_newest_first(const std::string& customer_id,
                                                                          const std::string& order_id, int limit) const;

  // ---- reads of version 2

  // Over all customers and orders; at most `limit`, which is at least 1.
  Result<std::vector<LineItem>> list_items_by_sku(const std::string& sku, int limit) const;
  // The same, in four queries side by side.
  Result<std::vector<LineItem>> list_items_by_status(ItemStatus status, int limit) const;
  // Whatever their status and customer, both times included. Four queries for each day, from the newest, until there
  // are `limit` orders. Errors: ValidationException for more than kMostDays days, or an end before the begin.
  Result<std::vector<Order>> list_orders_between_newest_first(pt::utc_ms begin, pt::utc_ms end, int limit) const;
  static constexpr int kMostDays = 366;

  // ---- writes

  // Adds the customer or replaces the profile.
  Result<void> put_customer(const Customer& customer) const;
  // Whether the customer was added; false where there is one already, who stays as it is.
  Result<bool> put_customer_if_absent(const Customer& customer) const;
  // The order gets version 1. A conflict where it exists: its status and version are never reset.
  Result<void> put_order(const Order& order) const;
  // Adds the line or replaces the line of the same id.
  Result<void> put_order_item(const LineItem& item) const;
  // Reads the version, then does as update_order_status_with_history. Returns the new version.
  // A conflict where there is no such order, or another writer changed it in between.
  Result<std::int64_t> update_order_status(const std::string& customer_id, const std::string& order_id,
                                           OrderStatus new_status, const StatusChange& change) const;
  // One transaction and no read: the order gets the status, its places in the status feeds and the next version, and an
  // event is added. A conflict where the order is missing or its version is not `expected_version`. Returns the new
  // version.
  Result<std::int64_t> update_order_status_with_history(const std::string& customer_id, const std::string& order_id,
                                                        OrderStatus new_status, std::int64_t expected_version,
                                                        const StatusChange& change) const;
  // Returns the item as it is now. A conflict where there is no such item.
  Result<LineItem> update_order_item_status(const std::string& customer_id, const std::string& order_id,
                                            const std::string& item_id, ItemStatus new_status) const;
  // Whether there was one.
  Result<bool> delete_order_item(const std::string& customer_id, const std::string& order_id,
                                 const std::string& item_id) const;
  // All or none. A conflict where any of them exists already. Errors: ValidationException for more than 99 items, and
  // for items of another order.
  Result<void> create_order_with_items_atomic(const Order& order, const std::vector<LineItem>& items) const;

  const pt::db<Commerce>& db() const { return db_; }

 private:
  pt::db<Commerce> db_;
};

}  // namespace commerce
