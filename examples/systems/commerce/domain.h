// The commerce system's own words: customers, orders, the lines of an order, and how an order's status changed.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commerce {

using Time = std::chrono::sys_time<std::chrono::milliseconds>;

enum class OrderStatus : std::uint8_t {
  Created, AwaitingPayment, Paid, InFulfillment, PartiallyFulfilled, Fulfilled, Cancelled, Refunded
};
enum class ItemStatus : std::uint8_t { Pending, Shipped, Delivered, Cancelled, Returned };

struct Customer {
  std::string customer_id;
  std::string name;
  std::string email;
  friend bool operator==(const Customer&, const Customer&) = default;
};

struct Order {
  std::string customer_id;
  std::string order_id;
  Time created_at;
  OrderStatus status = OrderStatus::Created;
  std::int64_t total_cents = 0;
  std::int64_t version = 1;  // counts the changes of status; a new order has 1
  friend bool operator==(const Order&, const Order&) = default;
};

struct LineItem {
  std::string order_id;
  std::string item_id;
  std::string sku;
  std::int64_t quantity = 1;
  std::int64_t unit_price_cents = 0;
  ItemStatus status = ItemStatus::Pending;
  friend bool operator==(const LineItem&, const LineItem&) = default;
};

struct OrderAggregate {
  Order order;
  std::vector<LineItem> items;  // by item id
  friend bool operator==(const OrderAggregate&, const OrderAggregate&) = default;
};

// Who changed an order's status, when and why.
struct StatusChange {
  Time changed_at;
  std::string changed_by;
  std::string reason;
};
struct StatusEvent {
  std::string order_id;
  std::int64_t version = 0;  // the order's after the change
  OrderStatus status = OrderStatus::Created;
  Time changed_at;
  std::string changed_by;
  std::string reason;
  friend bool operator==(const StatusEvent&, const StatusEvent&) = default;
};

// As they are stored: "PARTIALLY_FULFILLED".
std::string_view to_text(OrderStatus status);
std::string_view to_text(ItemStatus status);
std::optional<OrderStatus> order_status_from(std::string_view text);
std::optional<ItemStatus> item_status_from(std::string_view text);

// "2026-03-01T09:30:00.000Z": always 24 characters, so that text sorts as time does. Requires: the years 0 to 9999.
std::string to_text(Time time);
std::optional<Time> time_from(std::string_view text);

}  // namespace commerce
