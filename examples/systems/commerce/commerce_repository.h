// CommerceRepository: the nineteen methods of the commerce system, each one request wherever one can do.
//
// Knows a partita::Database and nothing of who carries it out. Every read is a GetItem or a Query with a key condition:
// nothing scans, nothing filters. Safe to use from several threads.
//
// Errors of every method: those of the database, and ValidationException for an id with other characters than letters,
// digits, '-', '_' and '.'. A write that finds the table otherwise than it must be fails with an error for which
// is_conflict() holds, and has written nothing.
#pragma once

#include <partita/database.h>

#include "commerce/domain.h"
#include "commerce/table.h"

#include <optional>
#include <string>
#include <vector>

namespace commerce {

using partita::Result;

// Where a page ended; hand it back as it came.
using PageToken = partita::AttributeMap;
struct OrderPage {
  std::vector<Order> orders;
  std::optional<PageToken> next;  // none after the last page
};

// Whether a condition stopped the write: the row exists already, is missing, or has another version.
bool is_conflict(const partita::Error& error);

class CommerceRepository {
 public:
  // `database` must outlive the repository.
  explicit CommerceRepository(partita::Database& database, std::string table_name = kTableName)
      : database_(database), table_name_(std::move(table_name)) {}

  // ---- reads; lists are newest first where the name says so, and hold at most `limit`, which is at least 1

  Result<std::optional<Customer>> get_customer_profile(const std::string& customer_id);
  Result<std::optional<Order>> get_order_header(const std::string& customer_id, const std::string& order_id);
  Result<std::optional<LineItem>> get_order_item(const std::string& customer_id, const std::string& order_id,
                                                 const std::string& item_id);
  // By item id.
  Result<std::vector<LineItem>> list_order_items(const std::string& customer_id, const std::string& order_id);
  // The order with its items in one Query.
  Result<std::optional<OrderAggregate>> get_order_with_items(const std::string& customer_id,
                                                             const std::string& order_id);
  Result<std::vector<Order>> list_orders_for_customer_newest_first(const std::string& customer_id, int limit);
  // `token` is the `next` of the page before, or none for the first page.
  Result<OrderPage> list_orders_for_customer_newest_first_page(const std::string& customer_id, int limit,
                                                               std::optional<PageToken> token);
  Result<std::vector<Order>> list_orders_by_status_newest_first(OrderStatus status, int limit);
  Result<std::vector<Order>> list_orders_for_customer_by_status_newest_first(const std::string& customer_id,
                                                                             OrderStatus status, int limit);
  Result<std::vector<StatusEvent>> list_order_status_history_newest_first(const std::string& customer_id,
                                                                          const std::string& order_id, int limit);

  // ---- writes

  // Adds the customer or replaces the profile.
  Result<void> put_customer(const Customer& customer);
  // Whether the customer was added; false where there is one already, who stays as it is.
  Result<bool> put_customer_if_absent(const Customer& customer);
  // A conflict where the order exists: its status and version are never reset.
  Result<void> put_order(const Order& order);
  // Adds the line or replaces the line of the same id.
  Result<void> put_order_item(const std::string& customer_id, const LineItem& item);
  // Reads the version, then does as update_order_status_with_history. Returns the new version.
  // A conflict where there is no such order, or another writer changed it in between.
  Result<std::int64_t> update_order_status(const std::string& customer_id, const std::string& order_id,
                                           OrderStatus new_status, const StatusChange& change);
  // One transaction: the order gets the status, its places in the status feeds and the next version, and an event row
  // is added. A conflict where the order is missing or its version is not `expected_version`. Returns the new version.
  Result<std::int64_t> update_order_status_with_history(const std::string& customer_id, const std::string& order_id,
                                                        OrderStatus new_status, std::int64_t expected_version,
                                                        const StatusChange& change);
  // Returns the item as it is now. A conflict where there is no such item.
  Result<LineItem> update_order_item_status(const std::string& customer_id, const std::string& order_id,
                                            const std::string& item_id, ItemStatus new_status);
  // Whether there was one.
  Result<bool> delete_order_item(const std::string& customer_id, const std::string& order_id,
                                 const std::string& item_id);
  // All rows or none. A conflict where any of them exists already. Requires at most 99 items.
  Result<void> create_order_with_items_atomic(const Order& order, const std::vector<LineItem>& items);

 private:
  Result<std::optional<partita::Item>> get(partita::AttributeMap key, bool consistent);
  // The rows of all pages, up to `limit` rows.
  Result<std::vector<partita::Item>> query(partita::QueryRequest request, std::optional<int> limit);
  partita::QueryRequest orders_request(std::string_view index, const char* partition_key, std::string partition) const;

  partita::Database& database_;
  const std::string table_name_;
};

}  // namespace commerce
