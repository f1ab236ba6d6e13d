// The ten reads, checked against the sample data as it was loaded.
#include "commerce/expectations.h"
#include "commerce/keys.h"
#include "commerce/sample_data.h"

#include <algorithm>

namespace commerce {
namespace {

Wrong customer_profile(CommerceRepository& shop) {
  return expect_equal(shop.get_customer_profile("C1"), sample_customers().front());
}
Wrong order_header(CommerceRepository& shop) {
  return expect_equal(shop.get_order_header("C1", "O1"), sample_order("O1").order);
}
Wrong order_item(CommerceRepository& shop) {
  return expect_equal(shop.get_order_item("C1", "O1", "I2"), sample_order("O1").items[1]);
}
Wrong order_items(CommerceRepository& shop) {
  return expect_equal(shop.list_order_items("C1", "O1"), sample_order("O1").items);
}
// O10's rows begin with the same characters as O1's and must not come along.
Wrong order_aggregate(CommerceRepository& shop) {
  return expect_equal(shop.get_order_with_items("C1", "O1"),
                      OrderAggregate{sample_order("O1").order, sample_order("O1").items});
}
Wrong customer_timeline(CommerceRepository& shop) {
  return expect_orders(shop.list_orders_for_customer_newest_first("C1", 3), "O10 O4 O3");
}
Wrong customer_timeline_pages(CommerceRepository& shop) {
  std::string pages;
  std::optional<PageToken> token;
  do {
    auto page = shop.list_orders_for_customer_newest_first_page("C1", 2, std::move(token));
    if (!page) return expect_ok(page);
    pages += "[" + ids_of(page->orders) + "]";
    token = std::move(page->next);
  } while (token);
  if (pages != "[O10 O4][O3 O2][O1]") return "expected the pages [O10 O4][O3 O2][O1], got " + pages;
  return std::nullopt;
}
Wrong status_feed(CommerceRepository& shop) {
  constexpr int kEnoughForOtherPrograms = 100;
  auto orders = shop.list_orders_by_status_newest_first(OrderStatus::Paid, kEnoughForOtherPrograms);
  return expect_orders(std::move(orders).map(of_sample_customers), "O10 O30 O20 O1");
}
Wrong customer_status_feed(CommerceRepository& shop) {
  return expect_orders(shop.list_orders_for_customer_by_status_newest_first("C1", OrderStatus::Paid, 10), "O10 O1");
}
Wrong status_history(CommerceRepository& shop) {
  std::vector<StatusEvent> newest_first = sample_order("O3").history;
  std::reverse(newest_first.begin(), newest_first.end());
  newest_first.pop_back();
  return expect_equal(shop.list_order_status_history_newest_first("C1", "O3", 2), newest_first);
}

}  // namespace

const std::vector<AccessPattern>& read_patterns() {
  static const std::vector<AccessPattern> patterns = {
      {"Customer profile by id", "get_customer_profile", {}, 1, customer_profile},
      {"Order header by id", "get_order_header", {}, 1, order_header},
      {"One item of an order", "get_order_item", {}, 1, order_item},
      {"Items of an order", "list_order_items", {}, 1, order_items},
      {"Order with its items", "get_order_with_items", {}, 1, order_aggregate},
      {"Customer timeline", "list_orders_for_customer_newest_first", kCustomerOrdersIndex, 1, customer_timeline},
      {"Customer timeline in pages", "list_orders_for_customer_newest_first_page", kCustomerOrdersIndex, 3,
       customer_timeline_pages},
      {"All orders in a status", "list_orders_by_status_newest_first", kStatusOrdersIndex, 1, status_feed},
      {"Customer's orders in a status", "list_orders_for_customer_by_status_newest_first", kCustomerStatusOrdersIndex,
       1, customer_status_feed},
      {"Status history of an order", "list_order_status_history_newest_first", {}, 1, status_history},
  };
  return patterns;
}

}  // namespace commerce
