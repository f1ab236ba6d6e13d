// The ten reads of CommerceRepository.
#include "commerce/repository.h"

namespace commerce {
namespace {

using namespace pt::literals;

template <class T>
Result<std::vector<T>> items_of(Result<pt::Page<T>> page) {
  return std::move(page).transform([](pt::Page<T> read) { return std::move(read.items); });
}

}  // namespace

Result<std::optional<Customer>> CommerceRepository::get_customer_profile(const std::string& customer_id) const {
  return db_.get<CustomerE>("customerId"_f = customer_id).run();
}

Result<std::optional<Order>> CommerceRepository::get_order_header(const std::string& customer_id,
                                                                  const std::string& order_id) const {
  return db_.get<OrderE>("customerId"_f = customer_id, "orderId"_f = order_id).consistent().run();
}

Result<std::optional<LineItem>> CommerceRepository::get_order_item(const std::string& customer_id,
                                                                   const std::string& order_id,
                                                                   const std::string& item_id) const {
  return db_.get<LineItemE>("customerId"_f = customer_id, "orderId"_f = order_id, "itemId"_f = item_id).run();
}

Result<std::vector<LineItem>> CommerceRepository::list_order_items(const std::string& customer_id,
                                                                   const std::string& order_id) const {
  return items_of(db_.query<OrderItems>("customerId"_f = customer_id, "orderId"_f = order_id).run());
}

Result<std::optional<OrderAggregate>> CommerceRepository::get_order_with_items(const std::string& customer_id,
                                                                               const std::string& order_id) const {
  return db_.load<LoadOrder>("customerId"_f = customer_id, "orderId"_f = order_id).run();
}

Result<std::vector<Order>> CommerceRepository::list_orders_for_customer_newest_first(const std::string& customer_id,
                                                                                     int limit) const {
  return items_of(db_.query<CustomerTimeline>("customerId"_f = customer_id).take(limit).run());
}

Result<OrderPage> CommerceRepository::list_orders_for_customer_newest_first_page(
    const std::string& customer_id, int limit, std::optional<std::string> token) const {
  auto page = db_.query<CustomerTimeline>("customerId"_f = customer_id).take(limit).after(std::move(token)).run();
  if (!page) return partita::unexpected(std::move(page.error()));
  return OrderPage{std::move(page->items), std::move(page->token)};
}

Result<std::vector<Order>> CommerceRepository::list_orders_by_status_newest_first(OrderStatus status, int limit) const {
  return items_of(db_.query<StatusFeed>("status"_f = status).take(limit).run());
}

Result<std::vector<Order>> CommerceRepository::list_orders_for_customer_by_status_newest_first(
    const std::string& customer_id, OrderStatus status, int limit) const {
  return items_of(db_.query<CustomerStatusFeed>("customerId"_f = customer_id, "status"_f = status).take(limit).run());
}

Result<std::vector<StatusEvent>> CommerceRepository::list_order_status_history_newest_first(
    const std::string& customer_id, const std::string& order_id, int limit) const {
  return items_of(db_.query<StatusHistory>("customerId"_f = customer_id, "orderId"_f = order_id).take(limit).run());
}

}  // namespace commerce
