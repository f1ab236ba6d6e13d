#include "order_entry/repository.h"

namespace order_entry {

using namespace pt::literals;
using partita::Result;

namespace {

// The outcome without the item that was written.
template <class T>
Result<void> done(Result<T> written) {
  if (!written) return partita::unexpected(std::move(written.error()));
  return {};
}

Result<void> check_quantity(std::int64_t quantity) {
  if (quantity < 1) return partita::invalid("a quantity is at least 1, not " + std::to_string(quantity));
  return {};
}

}  // namespace

Result<void> OrderEntry::hire(const Employee& employee) { return done(db_.create(employee).run()); }

Result<void> OrderEntry::transfer(std::string_view employee_id, std::string_view warehouse_id,
                                  std::string_view job_title) {
  return done(db_.run(pt::update<EmployeeE>("employee_id"_f = employee_id)
                          .set("warehouse_id"_f = warehouse_id, "job_title"_f = job_title))
                  .run());
}

Result<void> OrderEntry::add_customer(const Customer& customer) { return done(db_.create(customer).run()); }

Result<void> OrderEntry::assign_rep(std::string_view customer_id, std::string_view account_rep_id) {
  return done(
      db_.run(pt::update<CustomerE>("customer_id"_f = customer_id).set("account_rep_id"_f = account_rep_id)).run());
}

Result<void> OrderEntry::close_order(std::string_view order_id) {
  return done(db_.run(pt::update<OrderE>("order_id"_f = order_id)
                          .set("status"_f = OrderStatus::CLOSED)
                          .when("status"_f == OrderStatus::OPEN))
                  .run());
}

Result<void> OrderEntry::reopen_order(std::string_view order_id) {
  return done(db_.run(pt::update<OrderE>("order_id"_f = order_id)
                          .set("status"_f = OrderStatus::OPEN)
                          .when("status"_f == OrderStatus::CLOSED))
                  .run());
}

Result<void> OrderEntry::add_product(Product product, const std::vector<Inventory>& inventories) {
  product.total_inventory = 0;
  std::vector<Result<pt::WriteRequest>> writes;
  for (const Inventory& inventory : inventories) {
    product.total_inventory += inventory.inventory_quantity;
    writes.push_back(db_.request_of(pt::create(inventory)));
  }
  writes.push_back(db_.request_of(pt::create(std::move(product))));
  return done(db_.transact(std::move(writes)).run());
}

Result<void> OrderEntry::receive(std::string_view product_id, std::string_view warehouse_id, std::int64_t quantity) {
  if (auto valid = check_quantity(quantity); !valid) return valid;
  return done(db_.transact(pt::update<ProductE>("product_id"_f = product_id).increment("total_inventory"_f = quantity),
                           pt::upsert<InventoryE>("product_id"_f = product_id, "warehouse_id"_f = warehouse_id)
                               .increment("inventory_quantity"_f = quantity))
                  .run());
}

}  // namespace order_entry
