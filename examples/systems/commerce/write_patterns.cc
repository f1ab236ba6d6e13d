// The writes, one after the other on the sample data, and the writes that must be refused. Each looks at its effect.
#include "commerce/expectations.h"
#include "commerce/keys.h"
#include "commerce/sample_data.h"

namespace commerce {
namespace {

constexpr int kAll = 100;

const StatusChange& change() {
  static const StatusChange made = {*time_from("2026-03-20T08:00:00.000Z"), "demo", "a test of the change"};
  return made;
}

Customer renamed() { return {"C1", "Ada King", "ada@example.com"}; }
Wrong upsert_customer(CommerceRepository& shop) { return expect_ok(shop.put_customer(renamed())); }
Wrong see_customer_upserted(CommerceRepository& shop) {
  return expect_equal(shop.get_customer_profile("C1"), renamed());
}

Customer newcomer() { return {kNewCustomerId, "Barbara Liskov", "barbara@example.com"}; }
Wrong create_customer_twice(CommerceRepository& shop) {
  return first({expect_equal(shop.put_customer_if_absent(newcomer()), true),
               expect_equal(shop.put_customer_if_absent({kNewCustomerId, "Somebody Else", ""}), false)});
}
Wrong see_customer_kept(CommerceRepository& shop) {
  return expect_equal(shop.get_customer_profile(kNewCustomerId), newcomer());
}

Order order_of(const char* customer_id, const char* order_id, const char* created_at) {
  return {customer_id, order_id, *time_from(created_at), OrderStatus::Created, 5000, 1};
}
LineItem item_of(const char* order_id, const char* item_id) {
  return {order_id, item_id, "SKU-GLOBE", 1, 2500, ItemStatus::Pending};
}

Wrong create_order(CommerceRepository& shop) {
  return expect_ok(shop.put_order(order_of("C2", "O22", "2026-03-11T12:00:00.000Z")));
}
Wrong see_order_in_timeline(CommerceRepository& shop) {
  return expect_orders(shop.list_orders_for_customer_newest_first("C2", kAll), "O22 O21 O20");
}

Wrong create_order_again(CommerceRepository& shop) {
  return expect_conflict(shop.put_order(order_of("C1", "O3", "2026-03-12T12:00:00.000Z")));
}
Wrong see_order_kept(CommerceRepository& shop) {
  return expect_equal(shop.get_order_header("C1", "O3"), sample_order("O3").order);
}

Wrong add_item(CommerceRepository& shop) { return expect_ok(shop.put_order_item("C2", item_of("O21", "I1"))); }
Wrong see_item_in_order(CommerceRepository& shop) {
  return expect_equal(shop.get_order_with_items("C2", "O21"),
                      OrderAggregate{sample_order("O21").order, {item_of("O21", "I1")}});
}

Wrong change_status(CommerceRepository& shop) {
  return expect_equal(shop.update_order_status("C1", "O2", OrderStatus::AwaitingPayment, change()), 2);
}
Wrong see_order_moved(CommerceRepository& shop) {
  const auto feed = [&](OrderStatus status) {
    return shop.list_orders_by_status_newest_first(status, kAll).map(of_sample_customers);
  };
  const auto customer_feed = [&](OrderStatus status) {
    return shop.list_orders_for_customer_by_status_newest_first("C1", status, kAll);
  };
  return first({expect_orders(feed(OrderStatus::AwaitingPayment), "O4 O2"), expect_orders(feed(OrderStatus::Created), "O22"),
               expect_orders(customer_feed(OrderStatus::AwaitingPayment), "O4 O2"),
               expect_orders(customer_feed(OrderStatus::Created), "")});
}

Wrong change_status_with_history(CommerceRepository& shop) {
  return expect_equal(shop.update_order_status_with_history("C1", "O1", OrderStatus::InFulfillment, 1, change()), 2);
}
Wrong see_history(CommerceRepository& shop) {
  Order order = sample_order("O1").order;
  order.status = OrderStatus::InFulfillment;
  order.version = 2;
  const StatusEvent event = {"O1", 2, order.status, change().changed_at, change().changed_by, change().reason};
  return first({expect_equal(shop.get_order_header("C1", "O1"), order),
               expect_equal(shop.list_order_status_history_newest_first("C1", "O1", kAll), std::vector{event})});
}
Wrong change_status_with_stale_version(CommerceRepository& shop) {
  return expect_conflict(shop.update_order_status_with_history("C1", "O1", OrderStatus::Cancelled, 1, change()));
}
Wrong change_status_of_missing_order(CommerceRepository& shop) {
  return expect_conflict(shop.update_order_status_with_history("C1", "O99", OrderStatus::Paid, 1, change()));
}
Wrong see_no_order(CommerceRepository& shop) {
  return first({expect_equal(shop.get_order_header("C1", "O99"), std::optional<Order>()),
               expect_equal(shop.list_order_status_history_newest_first("C1", "O99", kAll), std::vector<StatusEvent>())});
}

Wrong change_item_status(CommerceRepository& shop) {
  LineItem shipped = sample_order("O1").items[0];
  shipped.status = ItemStatus::Shipped;
  return expect_equal(shop.update_order_item_status("C1", "O1", "I1", ItemStatus::Shipped), shipped);
}
Wrong see_one_item_changed(CommerceRepository& shop) {
  std::vector<LineItem> items = sample_order("O1").items;
  items[0].status = ItemStatus::Shipped;
  return expect_equal(shop.list_order_items("C1", "O1"), items);
}
Wrong change_missing_item(CommerceRepository& shop) {
  return expect_conflict(shop.update_order_item_status("C1", "O1", "I99", ItemStatus::Shipped));
}
Wrong see_no_item(CommerceRepository& shop) {
  return expect_equal(shop.get_order_item("C1", "O1", "I99"), std::optional<LineItem>());
}

Wrong delete_item(CommerceRepository& shop) {
  return expect_equal(shop.delete_order_item("C1", "O1", "I3"), true);
}
Wrong see_item_gone(CommerceRepository& shop) {
  return first({expect_equal(shop.get_order_item("C1", "O1", "I3"), std::optional<LineItem>()),
               expect_equal(shop.delete_order_item("C1", "O1", "I3"), false)});
}

Order new_order(const char* order_id) { return order_of("C2", order_id, "2026-03-15T12:00:00.000Z"); }
std::vector<LineItem> two_items(const char* order_id) { return {item_of(order_id, "I1"), item_of(order_id, "I2")}; }
Wrong create_order_with_items(CommerceRepository& shop) {
  return expect_ok(shop.create_order_with_items_atomic(new_order("O23"), two_items("O23")));
}
Wrong see_order_with_items(CommerceRepository& shop) {
  return expect_equal(shop.get_order_with_items("C2", "O23"), OrderAggregate{new_order("O23"), two_items("O23")});
}
Wrong occupy_an_item(CommerceRepository& shop) { return expect_ok(shop.put_order_item("C2", item_of("O24", "I2"))); }
Wrong create_order_over_item(CommerceRepository& shop) {
  return expect_conflict(shop.create_order_with_items_atomic(new_order("O24"), two_items("O24")));
}
Wrong see_nothing_written(CommerceRepository& shop) {
  return first({expect_equal(shop.get_order_header("C2", "O24"), std::optional<Order>()),
               expect_equal(shop.list_order_items("C2", "O24"), std::vector{item_of("O24", "I2")})});
}

}  // namespace

const std::vector<AccessPattern>& write_patterns() {
  static const std::vector<AccessPattern> patterns = {
      {"Upsert a customer", "put_customer", {}, 1, upsert_customer, {}, see_customer_upserted},
      {"Create a customer once", "put_customer_if_absent", {}, 2, create_customer_twice, {}, see_customer_kept},
      {"Create an order", "put_order", {}, 1, create_order, {}, see_order_in_timeline},
      {"Refuse an order that exists", "put_order", {}, 1, create_order_again, {}, see_order_kept},
      {"Add an item to an order", "put_order_item", {}, 1, add_item, {}, see_item_in_order},
      {"Change an order's status", "update_order_status", {}, 2, change_status, {}, see_order_moved},
      {"Change it with history and lock", "update_order_status_with_history", {}, 1, change_status_with_history, {},
       see_history},
      {"Refuse a stale version", "update_order_status_with_history", {}, 1, change_status_with_stale_version, {},
       see_history},
      {"Refuse a missing order", "update_order_status_with_history", {}, 1, change_status_of_missing_order, {},
       see_no_order},
      {"Change an item's status", "update_order_item_status", {}, 1, change_item_status, {}, see_one_item_changed},
      {"Refuse a missing item", "update_order_item_status", {}, 1, change_missing_item, {}, see_no_item},
      {"Delete an item", "delete_order_item", {}, 1, delete_item, {}, see_item_gone},
      {"Create order and items at once", "create_order_with_items_atomic", {}, 1, create_order_with_items, {},
       see_order_with_items},
      {"Roll back where a row exists", "create_order_with_items_atomic", {}, 1, create_order_over_item, occupy_an_item,
       see_nothing_written},
  };
  return patterns;
}

}  // namespace commerce
