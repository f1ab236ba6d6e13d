// The ten reads, checked against the sample data as it was loaded.
#include <algorithm>

#include "commerce/expectations.h"
#include "commerce/patterns.h"

namespace commerce {
namespace {

using systems::AccessPattern;
using systems::Wrong;

Wrong timeline_pages(const CommerceRepository& shop) {
  std::string pages;
  std::optional<std::string> token;
  do {
    auto page = shop.list_orders_for_customer_newest_first_page("C2", 1, std::move(token));
    if (!page) return systems::expect_ok(page);
    pages += "[" + systems::joined(page->orders, &Order::orderId) + "]";
    token = std::move(page->next);
  } while (token);
  return systems::expect_text(pages, "[O21][O20][]");
}

Wrong newest_two_changes(const CommerceRepository& shop) {
  std::vector<StatusEvent> newest_first = sample_order("O3").history;
  std::reverse(newest_first.begin(), newest_first.end());
  newest_first.pop_back();
  return systems::expect_equal(shop.list_order_status_history_newest_first("C1", "O3", 2), newest_first);
}

std::vector<AccessPattern> by_primary_key(const Shop& shop) {
  return {
      {.name = "Get customer profile by customerId",
       .method = "get_customer_profile",
       .check = [=] { return systems::expect_equal(shop->get_customer_profile("C1"), sample_customers().front()); }},
      {.name = "Get one order header by customerId + orderId",
       .method = "get_order_header",
       .check = [=] { return systems::expect_equal(shop->get_order_header("C1", "O1"), sample_order("O1").order); }},
      {.name = "Get one specific order item",
       .method = "get_order_item",
       .check =
           [=] { return systems::expect_equal(shop->get_order_item("C1", "O1", "I2"), sample_order("O1").items[1]); }},
      {.name = "List items for one order",
       .method = "list_order_items",
       .check = [=] { return systems::expect_equal(shop->list_order_items("C1", "O1"), sample_order("O1").items); }},
      // O10's keys begin with the same characters as O1's, but its items must not be in the answer.
      {.name = "Load order aggregate (order + items)",
       .method = "get_order_with_items",
       .check =
           [=] {
             const OrderAggregate wanted{sample_order("O1").order, sample_order("O1").items};
             return systems::expect_equal(shop->get_order_with_items("C1", "O1"), wanted);
           }},
      {.name = "List status change history for one order",
       .method = "list_order_status_history_newest_first",
       .check = [=] { return newest_two_changes(*shop); }},
  };
}

std::vector<AccessPattern> by_index(const Shop& shop) {
  return {
      {.name = "List customer timeline (newest first)",
       .method = "list_orders_for_customer_newest_first",
       .index = "gsi_customer_orders",
       .check = [=] { return expect_orders(shop->list_orders_for_customer_newest_first("C1", 3), "O10 O4 O3"); }},
      // A full page cannot tell that it is the last one, so an empty page follows.
      {.name = "Paginate customer timeline",
       .method = "list_orders_for_customer_newest_first_page",
       .index = "gsi_customer_orders",
       .requests = 3,
       .check = [=] { return timeline_pages(*shop); }},
      {.name = "List global orders for one status",
       .method = "list_orders_by_status_newest_first",
       .index = "gsi_status_orders",
       .check =
           [=] {
             auto orders = shop->list_orders_by_status_newest_first(OrderStatus::PAID, kMany);
             return expect_orders(std::move(orders).transform(of_sample_customers), "O10 O30 O20 O1");
           }},
      {.name = "List customer orders for one status",
       .method = "list_orders_for_customer_by_status_newest_first",
       .index = "gsi_customer_status_orders",
       .check =
           [=] {
             return expect_orders(shop->list_orders_for_customer_by_status_newest_first("C1", OrderStatus::PAID, 10),
                                  "O10 O1");
           }},
  };
}

}  // namespace

std::vector<AccessPattern> read_patterns(const Shop& shop) {
  std::vector<AccessPattern> all = by_primary_key(shop);
  for (AccessPattern& pattern : by_index(shop)) all.push_back(std::move(pattern));
  return all;
}

}  // namespace commerce
