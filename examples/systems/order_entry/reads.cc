#include "order_entry/repository.h"

namespace order_entry {

using namespace pt::literals;
using partita::Result;

namespace {

// The items of the answer, without its token and cost.
template <class T>
Result<std::vector<T>> items_of(Result<pt::Page<T>> page) {
  if (!page) return partita::unexpected(std::move(page.error()));
  return std::move(page->items);
}

template <class T, class Member>
auto member_of(Result<std::optional<T>> item, Member member)
    -> Result<std::optional<std::decay_t<std::invoke_result_t<Member, T&>>>> {
  if (!item) return partita::unexpected(std::move(item.error()));
  if (!*item) return std::nullopt;
  return std::move(std::invoke(member, **item));
}

}  // namespace

OrderEntry::OrderEntry(std::shared_ptr<partita::Database> database) : db_(std::move(database)) {}

Result<void> OrderEntry::create_tables() { return db_.create_table_if_missing().run(); }

// ---- employees

Result<std::optional<Employee>> OrderEntry::employee(std::string_view employee_id) {
  return db_.get<EmployeeE>("employee_id"_f = employee_id).run();
}

Result<std::vector<Employee>> OrderEntry::employees_by_name(std::string_view name) {
  return items_of(db_.query<EmployeesByName>("name"_f = name).run());
}

Result<std::optional<std::vector<std::string>>> OrderEntry::employee_phone_numbers(std::string_view employee_id) {
  return member_of(employee(employee_id), &Employee::phone_numbers);
}

Result<std::vector<Hire>> OrderEntry::employees_hired_since(pt::date since) {
  return items_of(db_.query<EmployeesHired>("hire_date"_f >= since).run());
}

Result<std::vector<EmployeeInWarehouse>> OrderEntry::employees_in_warehouse(std::string_view warehouse_id) {
  return items_of(db_.query<EmployeesInWarehouse>("warehouse_id"_f = warehouse_id).run());
}

Result<std::vector<EmployeeWithTitle>> OrderEntry::employees_with_title(std::string_view job_title) {
  return items_of(db_.query<EmployeesWithTitle>("job_title"_f = job_title).run());
}

// ---- customers

Result<std::optional<Customer>> OrderEntry::customer(std::string_view customer_id) {
  return db_.get<CustomerE>("customer_id"_f = customer_id).run();
}

Result<std::optional<std::vector<std::string>>> OrderEntry::customer_phone_numbers(std::string_view customer_id) {
  return member_of(customer(customer_id), &Customer::phone_numbers);
}

Result<std::vector<CustomerOfRep>> OrderEntry::customers_of_rep(std::string_view account_rep_id) {
  return items_of(db_.query<CustomersOfRep>("account_rep_id"_f = account_rep_id).run());
}

// ---- orders

Result<std::vector<OrderOfCustomer>> OrderEntry::orders_of_customer(std::string_view customer_id, pt::date from,
                                                                    pt::date to) {
  return items_of(db_.query<OrdersOfCustomer>("customer_id"_f = customer_id, "order_date"_f.between(from, to)).run());
}

Result<std::vector<OpenOrder>> OrderEntry::open_orders(pt::date from, pt::date to) {
  return items_of(db_.query<OpenOrders>("status"_f = OrderStatus::OPEN, "order_date"_f.between(from, to)).run());
}

Result<pt::Page<OpenOrder>> OrderEntry::open_orders_page(pt::date from, pt::date to, std::int64_t count,
                                                         std::optional<std::string> after) {
  return db_.query<OpenOrders>("status"_f = OrderStatus::OPEN, "order_date"_f.between(from, to))
      .take(count)
      .after(std::move(after))
      .run();
}

Result<std::vector<OrderOfRep>> OrderEntry::orders_of_rep(std::string_view account_rep_id) {
  return items_of(db_.query<OrdersOfRep>("account_rep_id"_f = account_rep_id).run());
}

Result<std::vector<OrderOfProduct>> OrderEntry::orders_of_product(std::string_view product_id) {
  return items_of(db_.query<OrdersOfProduct>("product_id"_f = product_id).run());
}

Result<std::optional<OrderWithItems>> OrderEntry::order_with_items(std::string_view order_id) {
  return db_.load<WholeOrder>("order_id"_f = order_id).run();
}

// ---- products

Result<std::optional<ProductStock>> OrderEntry::stock(std::string_view product_id) {
  return db_.load<StockOfProduct>("product_id"_f = product_id).run();
}

Result<std::optional<Inventory>> OrderEntry::inventory(std::string_view product_id, std::string_view warehouse_id) {
  return db_.get<InventoryE>("product_id"_f = product_id, "warehouse_id"_f = warehouse_id).run();
}

Result<std::optional<std::int64_t>> OrderEntry::total_inventory(std::string_view product_id) {
  return member_of(db_.get<ProductE>("product_id"_f = product_id).run(), &Product::total_inventory);
}

}  // namespace order_entry
