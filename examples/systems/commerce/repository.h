// CommerceRepository has the nineteen methods of the commerce system, each with one request if one is enough, and the
// three methods that version 2 of its model adds.
//
// Every read is a GetItem or a Query with a key condition, without a scan or a filter. The repository is safe to use
// from several threads.
//
// Each method can return the errors of the database, and ValidationException for a value that cannot be in a key (an
// empty id, a key that is too long). A write conflicts if the table is not in the state that the write requires. It
// then writes no item, and systems::is_conflict() is true for its error.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commerce/model.h"

namespace commerce {

using partita::Result;

struct OrderPage {
  std::vector<Order> orders;
  std::optional<std::string> next;  // a token for the next page; nullopt after the last page
};

// The author, the time and the reason of a change of an order's status.
struct StatusChange {
  pt::utc_ms changedAt;
  std::string changedBy, reason;
};

class CommerceRepository {
 public:
  explicit CommerceRepository(std::shared_ptr<partita::Database> database) : db_(std::move(database)) {}

  // Waits until the table and its indexes are ACTIVE.
  // Errors: an existing table that differs, with a list of differences.
  Result<void> create_table_if_missing() const { return db_.create_table_if_missing().run(); }
  // Upgrades a table of an earlier version, with all its items, while programs of that version may still run. A second
  // run after the last of them has ended upgrades their last writes.
  // Errors: ServiceUnavailable if steps are left, with a list. For `progress` see pt::UpgradeOptions.
  Result<void> upgrade(std::function<bool(const pt::UpgradeReport&)> progress = {}) const;

  // ---- reads. A list whose method says so is newest first. It has at most `limit` elements, and `limit` is at least
  // 1.

  Result<std::optional<Customer>> get_customer_profile(const std::string& customer_id) const;
  // Sees all writes acknowledged before, because a writer continues with the version that it reads here.
  Result<std::optional<Order>> get_order_header(const std::string& customer_id, const std::string& order_id) const;
  Result<std::optional<LineItem>> get_order_item(const std::string& customer_id, const std::string& order_id,
                                                 const std::string& item_id) const;
  // The items are ordered by item id.
  Result<std::vector<LineItem>> list_order_items(const std::string& customer_id, const std::string& order_id) const;
  // The order with its items in one Query.
  Result<std::optional<OrderAggregate>> get_order_with_items(const std::string& customer_id,
                                                             const std::string& order_id) const;
  Result<std::vector<Order>> list_orders_for_customer_newest_first(const std::string& customer_id, int limit) const;
  // `token` is the `next` of the page before, or nullopt for the first page. Errors: a token of another customer.
  Result<OrderPage> list_orders_for_customer_newest_first_page(const std::string& customer_id, int limit,
                                                               std::optional<std::string> token) const;
  Result<std::vector<Order>> list_orders_by_status_newest_first(OrderStatus status, int limit) const;
  Result<std::vector<Order>> list_orders_for_customer_by_status_newest_first(const std::string& customer_id,
                                                                             OrderStatus status, int limit) const;
  Result<std::vector<StatusEvent>> list_order_status_history_newest_first(const std::string& customer_id,
                                                                          const std::string& order_id, int limit) const;

  // ---- reads of version 2

  // The items of all customers and orders, at most `limit` of them. `limit` is at least 1.
  Result<std::vector<LineItem>> list_items_by_sku(const std::string& sku, int limit) const;
  // The same by status, in four queries side by side.
  Result<std::vector<LineItem>> list_items_by_status(ItemStatus status, int limit) const;
  // The orders of all statuses and customers, both times included. It sends four queries for each day, from the newest
  // day on, until it has `limit` orders.
  // Errors: ValidationException for more than kMostDays days or an end before the begin.
  Result<std::vector<Order>> list_orders_between_newest_first(pt::utc_ms begin, pt::utc_ms end, int limit) const;
  static constexpr int kMostDays = 366;

  // ---- writes

  // Adds the customer or replaces the profile.
  Result<void> put_customer(const Customer& customer) const;
  // Returns whether the customer was added. If false, the customer existed before and stays unchanged.
  Result<bool> put_customer_if_absent(const Customer& customer) const;
  // Adds the order with version 1. A conflict if the order exists, so its status and version are never reset.
  Result<void> put_order(const Order& order) const;
  // Adds the line or replaces the line with the same id.
  Result<void> put_order_item(const LineItem& item) const;
  // Reads the version, then acts as update_order_status_with_history(). Returns the new version. A conflict if the
  // order is missing or another writer changed it in between.
  Result<std::int64_t> update_order_status(const std::string& customer_id, const std::string& order_id,
                                           OrderStatus new_status, const StatusChange& change) const;
  // Sends one transaction and no read. The order gets the status, new places in the status feeds and the next version,
  // and an event is added. A conflict if the order is missing or its version is not `expected_version`. Returns the new
  // version.
  Result<std::int64_t> update_order_status_with_history(const std::string& customer_id, const std::string& order_id,
                                                        OrderStatus new_status, std::int64_t expected_version,
                                                        const StatusChange& change) const;
  // Returns the changed item. A conflict if the item is missing.
  Result<LineItem> update_order_item_status(const std::string& customer_id, const std::string& order_id,
                                            const std::string& item_id, ItemStatus new_status) const;
  // Returns whether the item existed.
  Result<bool> delete_order_item(const std::string& customer_id, const std::string& order_id,
                                 const std::string& item_id) const;
  // Writes all of them or none. A conflict if one of them exists already.
  // Errors: ValidationException for more than 99 items or an item of another order.
  Result<void> create_order_with_items_atomic(const Order& order, const std::vector<LineItem>& items) const;

  const pt::db<Commerce>& db() const { return db_; }

 private:
  pt::db<Commerce> db_;
};

}  // namespace commerce
