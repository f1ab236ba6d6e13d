#include "commerce/sample_data.h"

#include <algorithm>

#include "shared/load.h"

namespace commerce {
namespace {

using namespace pt::literals;

constexpr int kUnrelatedOrders = 250;

// Noon (UTC) of a day of March 2026.
pt::utc_ms march(int day) { return "2026-03-01T12:00:00Z"_utc + std::chrono::days(day - 1); }

SampleOrder sample(Order order, const std::vector<LineItem>& items, std::vector<StatusEvent> history = {}) {
  SampleOrder out{std::move(order), items, std::move(history)};
  for (LineItem& item : out.items) {
    item.customerId = out.order.customerId;
    item.orderId = out.order.orderId;
  }
  return out;
}

std::vector<SampleOrder> all_orders() {
  using enum OrderStatus;
  const auto line = [](const char* id, const char* sku, std::int64_t quantity, std::int64_t cents,
                       ItemStatus status = ItemStatus::PENDING) {
    return LineItem{{}, {}, id, sku, quantity, cents, status};
  };
  return {
      sample(
          {"C1", "O1", march(1), PAID, 7500, 1},
          {line("I1", "SKU-KEYBOARD", 1, 5000), line("I2", "SKU-CABLE", 2, 1000), line("I3", "SKU-STICKER", 5, 100)}),
      sample({"C1", "O10", march(10), PAID, 1200, 1}, {line("I1", "SKU-MUG", 1, 1200, ItemStatus::SHIPPED)}),
      sample({"C1", "O2", march(2), CREATED, 300, 1}, {line("I1", "SKU-CABLE", 3, 100)}),
      sample({"C1", "O3", march(3), FULFILLED, 9900, 4}, {line("I1", "SKU-LAMP", 1, 9900, ItemStatus::DELIVERED)},
             {{"C1", "O3", 2, PAID, march(4), "payments", "card accepted"},
              {"C1", "O3", 3, IN_FULFILLMENT, march(5), "warehouse", "picked"},
              {"C1", "O3", 4, FULFILLED, march(6), "warehouse", "handed to the carrier"}}),
      sample({"C1", "O4", march(4), AWAITING_PAYMENT, 4200, 1}, {}),
      sample({"C2", "O20", march(5), PAID, 2500, 1}, {line("I1", "SKU-CABLE", 1, 2500, ItemStatus::SHIPPED)}),
      sample({"C2", "O21", march(6), CANCELLED, 800, 1}, {}),
      sample({"C10", "O30", march(5) + std::chrono::hours(1), PAID, 600, 1}, {line("I1", "SKU-CHALK", 6, 100)}),
  };
}

Result<void> load_order(const CommerceRepository& shop, const SampleOrder& sample) {
  Order order = sample.order;
  if (!sample.history.empty()) order.status = OrderStatus::CREATED;
  if (auto done = shop.create_order_with_items_atomic(order, sample.items); !done) return done;
  for (const StatusEvent& event : sample.history) {
    const StatusChange change{event.changedAt, event.changedBy, event.reason};
    const auto version = shop.update_order_status_with_history(event.customerId, event.orderId, event.newStatus,
                                                               event.newVersion - 1, change);
    if (!version) return partita::unexpected(version.error());
  }
  return {};
}

}  // namespace

const std::vector<Customer>& sample_customers() {
  static const std::vector<Customer> customers = {{"C1", "Ada Lovelace", "ada@example.com"},
                                                  {"C2", "Grace Hopper", "grace@example.com"},
                                                  {"C10", "Edsger Dijkstra", "edsger@example.com"}};
  return customers;
}

const std::vector<SampleOrder>& sample_orders() {
  static const std::vector<SampleOrder> orders = all_orders();
  return orders;
}

const SampleOrder& sample_order(std::string_view order_id) {
  return *std::find_if(sample_orders().begin(), sample_orders().end(),
                       [&](const SampleOrder& sample) { return sample.order.orderId == order_id; });
}

Result<void> load_sample(const CommerceRepository& shop) {
  std::vector<std::string> customer_ids = {kNewCustomerId};
  for (const Customer& customer : sample_customers()) customer_ids.push_back(customer.customerId);
  const std::string table = table_name(*shop.db().session(), Commerce::info());
  for (const std::string& id : customer_ids)
    if (auto done = systems::clear_partition(shop.db().database(), table, "PK", "SK", "CUST#" + id); !done) return done;
  if (auto done = systems::put_all(shop.db(), sample_customers()); !done) return done;
  for (const SampleOrder& sample : sample_orders())
    if (auto done = load_order(shop, sample); !done) return done;
  return {};
}

Result<void> load_unrelated(const CommerceRepository& shop) {
  std::vector<Order> orders;
  std::vector<LineItem> items;
  std::vector<StatusEvent> events;
  for (int i = 0; i < kUnrelatedOrders; ++i) {
    const std::string id = "O1" + std::to_string(1000 + i);
    const pt::utc_ms created = "2025-03-01T00:00:00Z"_utc + std::chrono::hours(i);
    orders.push_back({"C1", id, created, OrderStatus::REFUNDED, 1, 1});
    for (const char* item : {"I1", "I2"})
      items.push_back({"C1", id, item, "SKU-CABLE-" + std::to_string(i), 1, 1, ItemStatus::RETURNED});
    events.push_back({"C1", id, 1, OrderStatus::REFUNDED, created + std::chrono::hours(24), "import", ""});
  }
  if (auto done = systems::create_all(shop.db(), orders); !done) return done;
  if (auto done = systems::put_all(shop.db(), items); !done) return done;
  return systems::put_all(shop.db(), events);
}

}  // namespace commerce
