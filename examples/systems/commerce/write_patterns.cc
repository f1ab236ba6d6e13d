// The writes, which run one after the other on the sample data, and the writes that must be refused. Each has a check
// of its effect.
#include "commerce/expectations.h"
#include "commerce/patterns.h"

namespace commerce {
namespace {

using namespace pt::literals;
using systems::AccessPattern;
using systems::expect_conflict;
using systems::expect_equal;
using systems::expect_ok;
using systems::first;

constexpr int kAll = 100;

const StatusChange kChange = {"2026-03-20T08:00:00Z"_utc, "demo", "a test of the change"};

Customer renamed() { return {"C1", "Ada King", "ada@example.com"}; }
Customer newcomer() { return {kNewCustomerId, "Barbara Liskov", "barbara@example.com"}; }
Order order_of(const char* order_id) {
  return {"C2", order_id, "2026-03-15T12:00:00Z"_utc, OrderStatus::CREATED, 5000, 1};
}
LineItem item_of(const char* order_id, const char* item_id) {
  return {"C2", order_id, item_id, "SKU-GLOBE", 1, 2500, ItemStatus::PENDING};
}
std::vector<LineItem> two_items(const char* order_id) { return {item_of(order_id, "I1"), item_of(order_id, "I2")}; }
std::vector<LineItem> items_with_one_shipped() {
  std::vector<LineItem> items = sample_order("O1").items;
  items[0].itemStatus = ItemStatus::SHIPPED;
  return items;
}

std::vector<AccessPattern> customer_patterns(const Shop& shop) {
  return {
      {.name = "Upsert customer profile",
       .method = "put_customer",
       .check = [=] { return expect_ok(shop->put_customer(renamed())); },
       .after = [=] { return expect_equal(shop->get_customer_profile("C1"), renamed()); }},
      {.name = "Idempotent customer create",
       .method = "put_customer_if_absent",
       .requests = 2,
       .check =
           [=] {
             return first({expect_equal(shop->put_customer_if_absent(newcomer()), true),
                           expect_equal(shop->put_customer_if_absent({kNewCustomerId, "Somebody Else", ""}), false)});
           },
       .after = [=] { return expect_equal(shop->get_customer_profile(kNewCustomerId), newcomer()); }},
  };
}

std::vector<AccessPattern> order_patterns(const Shop& shop) {
  return {
      {.name = "Create order root",
       .method = "put_order",
       .check = [=] { return expect_ok(shop->put_order(order_of("O22"))); },
       .after = [=] { return expect_orders(shop->list_orders_for_customer_newest_first("C2", kAll), "O22 O21 O20"); }},
      {.name = "Refuse an order that exists",
       .method = "put_order",
       .check =
           [=] {
             Order again = sample_order("O3").order;
             again.status = OrderStatus::CREATED;
             return expect_conflict(shop->put_order(again));
           },
       .after = [=] { return expect_equal(shop->get_order_header("C1", "O3"), sample_order("O3").order); }},
      {.name = "Add order line item",
       .method = "put_order_item",
       .check = [=] { return expect_ok(shop->put_order_item(item_of("O21", "I1"))); },
       .after =
           [=] {
             const OrderAggregate wanted{sample_order("O21").order, {item_of("O21", "I1")}};
             return expect_equal(shop->get_order_with_items("C2", "O21"), wanted);
           }},
      {.name = "Atomic order root + items write",
       .method = "create_order_with_items_atomic",
       .check = [=] { return expect_ok(shop->create_order_with_items_atomic(order_of("O23"), two_items("O23"))); },
       .after =
           [=] {
             const OrderAggregate wanted{order_of("O23"), two_items("O23")};
             return expect_equal(shop->get_order_with_items("C2", "O23"), wanted);
           }},
      {.name = "Atomic rollback on conflict",
       .method = "create_order_with_items_atomic",
       .check =
           [=] { return expect_conflict(shop->create_order_with_items_atomic(order_of("O24"), two_items("O24"))); },
       .before = [=] { return expect_ok(shop->put_order_item(item_of("O24", "I2"))); },
       .after =
           [=] {
             return first({expect_equal(shop->get_order_header("C2", "O24"), std::optional<Order>()),
                           expect_equal(shop->list_order_items("C2", "O24"), std::vector{item_of("O24", "I2")})});
           }},
  };
}

std::vector<AccessPattern> item_patterns(const Shop& shop) {
  return {
      {.name = "Update item status (partial fulfillment)",
       .method = "update_order_item_status",
       .check =
           [=] {
             return expect_equal(shop->update_order_item_status("C1", "O1", "I1", ItemStatus::SHIPPED),
                                 items_with_one_shipped()[0]);
           },
       .after = [=] { return expect_equal(shop->list_order_items("C1", "O1"), items_with_one_shipped()); }},
      {.name = "Refuse an item that is missing",
       .method = "update_order_item_status",
       .check = [=] { return expect_conflict(shop->update_order_item_status("C1", "O1", "I99", ItemStatus::SHIPPED)); },
       .after = [=] { return expect_equal(shop->get_order_item("C1", "O1", "I99"), std::optional<LineItem>()); }},
      {.name = "Delete one order item",
       .method = "delete_order_item",
       .check = [=] { return expect_equal(shop->delete_order_item("C1", "O1", "I3"), true); },
       .after =
           [=] {
             return first({expect_equal(shop->get_order_item("C1", "O1", "I3"), std::optional<LineItem>()),
                           expect_equal(shop->delete_order_item("C1", "O1", "I3"), false)});
           }},
  };
}

// O2 was the sample's only order with the status CREATED, and earlier patterns added O22 and O23.
systems::Wrong expect_o2_moved(const CommerceRepository& shop) {
  const auto feed = [&](OrderStatus status) {
    return shop.list_orders_by_status_newest_first(status, kAll).transform(of_sample_customers);
  };
  const auto customer_feed = [&](OrderStatus status) {
    return shop.list_orders_for_customer_by_status_newest_first("C1", status, kAll);
  };
  return first({expect_orders(feed(OrderStatus::AWAITING_PAYMENT), "O4 O2"),
                expect_orders(feed(OrderStatus::CREATED), "O23 O22"),
                expect_orders(customer_feed(OrderStatus::AWAITING_PAYMENT), "O4 O2"),
                expect_orders(customer_feed(OrderStatus::CREATED), "")});
}

systems::Wrong expect_o1_changed_once(const CommerceRepository& shop) {
  Order order = sample_order("O1").order;
  order.status = OrderStatus::IN_FULFILLMENT;
  order.version = 2;
  const StatusEvent event = {"C1", "O1", 2, order.status, kChange.changedAt, kChange.changedBy, kChange.reason};
  return first({expect_equal(shop.get_order_header("C1", "O1"), order),
                expect_equal(shop.list_order_status_history_newest_first("C1", "O1", kAll), std::vector{event})});
}

std::vector<AccessPattern> status_patterns(const Shop& shop) {
  const auto change = [shop](const char* order_id, OrderStatus status, std::int64_t version) {
    return shop->update_order_status_with_history("C1", order_id, status, version, kChange);
  };
  return {
      {.name = "Update order status (state transition)",
       .method = "update_order_status",
       .requests = 2,
       .check =
           [=] {
             return expect_equal(shop->update_order_status("C1", "O2", OrderStatus::AWAITING_PAYMENT, kChange), 2);
           },
       .after = [=] { return expect_o2_moved(*shop); }},
      {.name = "Update status with history + lock",
       .method = "update_order_status_with_history",
       .check = [=] { return expect_equal(change("O1", OrderStatus::IN_FULFILLMENT, 1), 2); },
       .after = [=] { return expect_o1_changed_once(*shop); }},
      {.name = "Reject stale status update",
       .method = "update_order_status_with_history",
       .check =
           [=] {
             return systems::expect_error(change("O1", OrderStatus::CANCELLED, 1), partita::ErrorCode::VersionConflict);
           },
       .after = [=] { return expect_o1_changed_once(*shop); }},
      {.name = "Refuse the status of a missing order",
       .method = "update_order_status_with_history",
       .check = [=] { return expect_conflict(change("O99", OrderStatus::PAID, 1)); },
       .after =
           [=] {
             return first({expect_equal(shop->get_order_header("C1", "O99"), std::optional<Order>()),
                           expect_equal(shop->list_order_status_history_newest_first("C1", "O99", kAll),
                                        std::vector<StatusEvent>())});
           }},
  };
}

}  // namespace

std::vector<AccessPattern> write_patterns(const Shop& shop) {
  std::vector<AccessPattern> all;
  for (const auto& group : {customer_patterns(shop), order_patterns(shop), item_patterns(shop), status_patterns(shop)})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

}  // namespace commerce
