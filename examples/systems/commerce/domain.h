// The commerce system's own types: customers, orders, the lines of an order, and the changes of an order's status.
#pragma once

#include <partita/model.h>

#include <cstdint>
#include <string>
#include <vector>

namespace commerce {

namespace pt = partita::model;

enum class OrderStatus : std::uint8_t {
  CREATED,
  AWAITING_PAYMENT,
  PAID,
  IN_FULFILLMENT,
  PARTIALLY_FULFILLED,
  FULFILLED,
  CANCELLED,
  REFUNDED
};
BOOST_DESCRIBE_ENUM(OrderStatus, CREATED, AWAITING_PAYMENT, PAID, IN_FULFILLMENT, PARTIALLY_FULFILLED, FULFILLED,
                    CANCELLED, REFUNDED)
enum class ItemStatus : std::uint8_t { PENDING, SHIPPED, DELIVERED, CANCELLED, RETURNED };
BOOST_DESCRIBE_ENUM(ItemStatus, PENDING, SHIPPED, DELIVERED, CANCELLED, RETURNED)

struct Customer {
  std::string customerId, name, email;
  friend bool operator==(const Customer&, const Customer&) = default;
};
BOOST_DESCRIBE_STRUCT(Customer, (), (customerId, name, email))

struct Order {
  std::string customerId, orderId;
  pt::utc_ms createdAt;
  OrderStatus status = OrderStatus::CREATED;
  std::int64_t totalCents = 0;
  std::int64_t version = 1;  // counts the changes; the database keeps it, and a new order has 1
  friend bool operator==(const Order&, const Order&) = default;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customerId, orderId, createdAt, status, totalCents, version))

struct LineItem {
  std::string customerId, orderId, itemId, sku;
  std::int64_t quantity = 1;
  std::int64_t unitPriceCents = 0;
  ItemStatus itemStatus = ItemStatus::PENDING;
  friend bool operator==(const LineItem&, const LineItem&) = default;
};
BOOST_DESCRIBE_STRUCT(LineItem, (), (customerId, orderId, itemId, sku, quantity, unitPriceCents, itemStatus))

// The author, the time and the reason of a change of an order's status. An event never changes after it is written.
struct StatusEvent {
  std::string customerId, orderId;
  std::int64_t newVersion = 0;  // the order's version after the change
  OrderStatus newStatus = OrderStatus::CREATED;
  pt::utc_ms changedAt;
  std::string changedBy, reason;
  friend bool operator==(const StatusEvent&, const StatusEvent&) = default;
};
BOOST_DESCRIBE_STRUCT(StatusEvent, (), (customerId, orderId, newVersion, newStatus, changedAt, changedBy, reason))

struct OrderAggregate {
  Order order;
  std::vector<LineItem> items;  // ordered by item id
  friend bool operator==(const OrderAggregate&, const OrderAggregate&) = default;
};

}  // namespace commerce
