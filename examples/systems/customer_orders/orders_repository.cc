#include "customer_orders/orders_repository.h"

#include "customer_orders/done_with.h"

namespace customer_orders {
namespace {

using namespace pt::literals;
using partita::Error;
using partita::ErrorCode;

// An order is placed with two conditions. Only the order's condition fails with an item, which is the existing order.
Error explained(Error error, const std::string& customer_id, pt::date day) {
  if (error.code != ErrorCode::ConditionalCheckFailedException) return error;
  error.message = error.item ? "Customer " + customer_id + " has an order of " + day.text() + " already"
                             : "There is no customer " + customer_id;
  return error;
}

}  // namespace

Result<void> OrdersRepository::create_table_if_missing() const { return db_.create_table_if_missing().run(); }

Result<void> OrdersRepository::create_customer(const Customer& customer) const {
  return done_with(db_.create(customer).run());
}

Result<std::optional<Customer>> OrdersRepository::get_customer(const std::string& customer_id) const {
  return db_.get<CustomerE>("customer_id"_f = customer_id).run();
}

Result<void> OrdersRepository::rename_customer(const std::string& customer_id, const std::string& name) const {
  return done_with(db_.run(pt::update<CustomerE>("customer_id"_f = customer_id).set("name"_f = name)).run());
}

Result<void> OrdersRepository::place_order(const std::string& customer_id, pt::date day) const {
  return done_with(db_.transact(pt::check<CustomerE>("customer_id"_f = customer_id),
                                pt::create(Order{.customer_id = customer_id, .order_id = day}))
                       .run()
                       .transform_error([&](Error error) { return explained(std::move(error), customer_id, day); }));
}

Result<std::optional<Order>> OrdersRepository::get_order(const std::string& customer_id, pt::date day) const {
  return db_.get<OrderE>("customer_id"_f = customer_id, "order_id"_f = day).run();
}

Result<OrderPage> OrdersRepository::list_orders(const std::string& customer_id, int limit,
                                                std::optional<std::string> after) const {
  auto page = db_.query<OrdersOfCustomer>("customer_id"_f = customer_id).take(limit).after(std::move(after)).run();
  if (!page) return partita::unexpected(std::move(page.error()));
  return OrderPage{std::move(page->items), std::move(page->token)};
}

Result<std::vector<Order>> OrdersRepository::list_orders_between(const std::string& customer_id, pt::date first,
                                                                 pt::date last) const {
  auto page = db_.query<OrdersOfCustomer>("customer_id"_f = customer_id, "order_id"_f.between(first, last)).run();
  if (!page) return partita::unexpected(std::move(page.error()));
  return std::move(page->items);
}

Result<void> OrdersRepository::bill_order(const std::string& customer_id, pt::date day,
                                          std::int64_t total_cents) const {
  return done_with(
      db_.transact(pt::update<OrderE>("customer_id"_f = customer_id, "order_id"_f = day)
                       .set("total_cents"_f = total_cents)
                       .when("total_cents"_f.not_exists()),
                   pt::update<CustomerE>("customer_id"_f = customer_id).increment("balance_cents"_f = total_cents))
          .run());
}

Result<std::optional<CustomerItemCollection>> OrdersRepository::get_customer_with_newest_orders(
    const std::string& customer_id, int n) const {
  return db_.load<CustomerWithNewestOrders>("customer_id"_f = customer_id).take(n).run();
}

Result<std::optional<CustomerItemCollection>> OrdersRepository::get_item_collection(
    const std::string& customer_id) const {
  return db_.load<CustomerWithNewestOrders>("customer_id"_f = customer_id).run();
}

}  // namespace customer_orders
