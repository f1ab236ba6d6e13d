#include "commerce/rows.h"

#include "commerce/keys.h"

#include <charconv>

namespace commerce {
namespace {

using partita::AttributeMap;
using partita::AttributeType;
using partita::Item;
using partita::Result;

// Reads attributes one after the other and remembers the first that does not fit.
class Reader {
 public:
  explicit Reader(const Item& row) : row_(row) {}

  std::string text(std::string_view name) {
    const auto value = row_.get(name);
    if (value && value->is(AttributeType::S)) return value->s();
    miss(name);
    return {};
  }
  std::int64_t integer(std::string_view name) {
    const auto value = row_.get(name);
    std::int64_t number = 0;
    if (value && value->is(AttributeType::N)) {
      const std::string& digits = value->n();
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      if (error == std::errc() && end == digits.data() + digits.size()) return number;
    }
    miss(name);
    return 0;
  }
  template <class T, class Parse>
  T parsed(std::string_view name, Parse parse) {
    const std::optional<T> value = parse(text(name));
    if (!value) miss(name);
    return value.value_or(T{});
  }
  Time time(std::string_view name) { return parsed<Time>(name, time_from); }

  template <class Entity>
  Result<Entity> result(Entity entity) const {
    if (missed_.empty()) return entity;
    return partita::fail(partita::ErrorCode::Corruption, "a row without a usable attribute " + missed_);
  }

 private:
  void miss(std::string_view name) {
    if (missed_.empty()) missed_ = name;
  }

  const Item& row_;
  std::string missed_;
};

AttributeMap new_row(std::string_view type, std::string partition, std::string sort) {
  AttributeMap row = primary_key(std::move(partition), std::move(sort));
  row.set("entityType", type);
  return row;
}

}  // namespace

AttributeMap to_row(const Customer& customer) {
  AttributeMap row = new_row("CUSTOMER", customer_partition(customer.customer_id), profile_sort(customer.customer_id));
  row.set("customerId", customer.customer_id);
  row.set("name", customer.name);
  row.set("email", customer.email);
  return row;
}

AttributeMap to_row(const Order& order) {
  AttributeMap row = new_row("ORDER", customer_partition(order.customer_id), order_sort(order.order_id));
  row.set("customerId", order.customer_id);
  row.set("orderId", order.order_id);
  row.set("createdAt", to_text(order.created_at));
  row.set("status", to_text(order.status));
  row.set("totalCents", order.total_cents);
  row.set("version", order.version);
  row.set("GSI1PK", customer_partition(order.customer_id));
  row.set("GSI1SK", timeline_sort(order));
  row.set("GSI2PK", status_partition(order.status));
  row.set("GSI2SK", status_feed_sort(order));
  row.set("GSI3PK", customer_status_partition(order.customer_id, order.status));
  row.set("GSI3SK", timeline_sort(order));
  return row;
}

AttributeMap to_row(std::string_view customer_id, const LineItem& item) {
  AttributeMap row = new_row("ORDER_ITEM", customer_partition(customer_id), item_sort(item.order_id, item.item_id));
  row.set("orderId", item.order_id);
  row.set("itemId", item.item_id);
  row.set("sku", item.sku);
  row.set("quantity", item.quantity);
  row.set("unitPriceCents", item.unit_price_cents);
  row.set("itemStatus", to_text(item.status));
  return row;
}

AttributeMap to_row(std::string_view customer_id, const StatusEvent& event) {
  AttributeMap row = new_row("ORDER_STATUS_EVENT", customer_partition(customer_id), event_sort(event.order_id, event.version));
  row.set("orderId", event.order_id);
  row.set("version", event.version);
  row.set("status", to_text(event.status));
  row.set("changedAt", to_text(event.changed_at));
  row.set("changedBy", event.changed_by);
  row.set("reason", event.reason);
  return row;
}

Result<Customer> customer_from(const Item& row) {
  Reader read(row);
  return read.result(Customer{read.text("customerId"), read.text("name"), read.text("email")});
}

Result<Order> order_from(const Item& row) {
  Reader read(row);
  return read.result(Order{read.text("customerId"), read.text("orderId"), read.time("createdAt"),
                           read.parsed<OrderStatus>("status", order_status_from), read.integer("totalCents"),
                           read.integer("version")});
}

Result<LineItem> line_item_from(const Item& row) {
  Reader read(row);
  return read.result(LineItem{read.text("orderId"), read.text("itemId"), read.text("sku"), read.integer("quantity"),
                              read.integer("unitPriceCents"), read.parsed<ItemStatus>("itemStatus", item_status_from)});
}

Result<StatusEvent> status_event_from(const Item& row) {
  Reader read(row);
  return read.result(StatusEvent{read.text("orderId"), read.integer("version"),
                                 read.parsed<OrderStatus>("status", order_status_from), read.time("changedAt"),
                                 read.text("changedBy"), read.text("reason")});
}

bool is_order(const Item& row) {
  const auto type = row.get("entityType");
  return type && type->is(AttributeType::S) && type->s() == "ORDER";
}

}  // namespace commerce
