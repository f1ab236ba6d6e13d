#include "customer_orders/ulid_repository.h"

namespace customer_orders {

using namespace pt::literals;

Result<void> UlidOrdersRepository::create_table_if_missing() const { return db_.create_table_if_missing().run(); }

Result<void> UlidOrdersRepository::create_customer(const Customer& customer) const {
  if (auto done = db_.create(customer).run(); !done) return partita::unexpected(std::move(done.error()));
  return {};
}

Result<pt::ulid> UlidOrdersRepository::place_order(const std::string& customer_id) const {
  const pt::ulid id = ids_->next();
  auto done = db_.transact(pt::check<UlidCustomerE>("customer_id"_f = customer_id),
                           pt::create(UlidOrder{.customer_id = customer_id, .order_id = id}))
                  .run();
  if (!done) return partita::unexpected(std::move(done.error()));
  return id;
}

Result<std::optional<UlidCustomerItemCollection>> UlidOrdersRepository::get_customer_with_newest_orders(
    const std::string& customer_id, int n) const {
  return db_.load<UlidCustomerWithNewestOrders>("customer_id"_f = customer_id).take(n).run();
}

Result<std::optional<UlidCustomerItemCollection>> UlidOrdersRepository::get_item_collection(
    const std::string& customer_id) const {
  return db_.load<UlidCustomerWithNewestOrders>("customer_id"_f = customer_id).run();
}

}  // namespace customer_orders
