// A second model of the shop: the same orders and items in a table with three further indexes, for the three questions
// that the keys of commerce/model.h do not answer.
//
// Status and day have few values: one partition for each would be hot, so their indexes are spread over four shards,
// which a read asks side by side and merges. There are enough articles for each to be a partition of its own.
#pragma once

#include "commerce/repository.h"

namespace commerce {

struct DatedOrderE : pt::entity<
    Order, "ORDER",
    pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"gsi_orders_by_day", "DAY#{createdAt:day}#{orderId:shard4}", "{createdAt}#CUST#{customerId}#{orderId}">,
    pt::version<"version">> {};

struct FoundItemE : pt::entity<
    LineItem, "ORDER_ITEM",
    pt::key<"CUST#{customerId}", "ORDER#{orderId}#ITEM#{itemId}">,
    pt::on<"gsi_items_by_sku", "SKU#{sku}", "CUST#{customerId}#ORDER#{orderId}#ITEM#{itemId}">,
    pt::on<"gsi_items_by_status", "ITEM_STATUS#{itemStatus}#{orderId:shard4}",
           "CUST#{customerId}#ORDER#{orderId}#ITEM#{itemId}">> {};

struct Feeds : pt::table<
    "commerce_feeds_table", pt::primary<"PK", "SK">,
    pt::gsi<"gsi_orders_by_day", "GSI1PK", "GSI1SK">,
    pt::gsi<"gsi_items_by_sku", "GSI2PK", "GSI2SK">,
    pt::gsi<"gsi_items_by_status", "GSI3PK", "GSI3SK">,
    pt::holds<DatedOrderE, FoundItemE>> {};

using OrdersOfDay = pt::pattern<"All orders of a day, newest first", DatedOrderE, pt::by<"createdAt">,
                                pt::newest<"createdAt">>;
using ItemsBySku = pt::pattern<"All items of an article", FoundItemE, pt::by<"sku">>;
using ItemsByStatus = pt::pattern<"All items in a status", FoundItemE, pt::by<"itemStatus">>;

// Errors as of CommerceRepository.
class FeedsRepository {
 public:
  explicit FeedsRepository(std::shared_ptr<partita::Database> database) : db_(std::move(database)) {}

  Result<void> create_table_if_missing() { return db_.create_table_if_missing().run(); }

  // Over all customers and orders; at most `limit`, which is at least 1.
  Result<std::vector<LineItem>> list_items_by_sku(const std::string& sku, int limit) const;
  // The same, in four queries side by side.
  Result<std::vector<LineItem>> list_items_by_status(ItemStatus status, int limit) const;
  // Whatever their status and customer, both times included. Four queries for each day, from the newest, until there
  // are `limit` orders. Errors: ValidationException for more than kMostDays days, or an end before the begin.
  Result<std::vector<Order>> list_orders_between_newest_first(pt::utc_ms begin, pt::utc_ms end, int limit) const;
  static constexpr int kMostDays = 366;

  // A conflict where any of them exists already.
  Result<void> create_order_with_items_atomic(const Order& order, const std::vector<LineItem>& items) const;
  // The item moves to another partition of its index. A conflict where there is no such item.
  Result<LineItem> update_order_item_status(const std::string& customer_id, const std::string& order_id,
                                            const std::string& item_id, ItemStatus new_status) const;

  const pt::db<Feeds>& db() const { return db_; }

 private:
  pt::db<Feeds> db_;
};

}  // namespace commerce
