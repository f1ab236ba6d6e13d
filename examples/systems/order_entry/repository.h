// The order entry system's questions and changes, in the words of its document.
//
// What all methods may fail with: the database's own errors. A read of something that is not there is not an error.
#pragma once

#include "order_entry/model.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace order_entry {

struct OrderLine {
  std::string product_id;
  std::string warehouse_id;  // that delivers it
  std::int64_t quantity = 0;
};
struct NewOrder {
  std::string order_id, customer_id;
  pt::date order_date;
  std::vector<OrderLine> lines;  // each of another product
};

// Safe to use from several threads.
class OrderEntry {
 public:
  // Keeps the database.
  explicit OrderEntry(std::shared_ptr<partita::Database> database);

  // The four tables, where they are missing. Errors: a table that is there already and differs.
  partita::Result<void> create_tables();

  // ---- employees. Each one request.

  partita::Result<std::optional<Employee>> employee(std::string_view employee_id);
  // People may share a name: in the order of their ids.
  partita::Result<std::vector<Employee>> employees_by_name(std::string_view name);
  // nullopt: there is no such employee.
  partita::Result<std::optional<std::vector<std::string>>> employee_phone_numbers(std::string_view employee_id);
  // From `since` on, the longest serving first.
  partita::Result<std::vector<Hire>> employees_hired_since(pt::date since);
  partita::Result<std::vector<EmployeeInWarehouse>> employees_in_warehouse(std::string_view warehouse_id);
  partita::Result<std::vector<EmployeeWithTitle>> employees_with_title(std::string_view job_title);

  // Errors: ConditionalCheckFailedException: the id is taken.
  partita::Result<void> hire(const Employee& employee);
  // The indexes follow. Errors: ConditionalCheckFailedException: there is no such employee.
  partita::Result<void> transfer(std::string_view employee_id, std::string_view warehouse_id,
                                 std::string_view job_title);

  // ---- customers. Each one request.

  partita::Result<std::optional<Customer>> customer(std::string_view customer_id);
  partita::Result<std::optional<std::vector<std::string>>> customer_phone_numbers(std::string_view customer_id);
  partita::Result<std::vector<CustomerOfRep>> customers_of_rep(std::string_view account_rep_id);

  // Errors: ConditionalCheckFailedException: the id is taken.
  partita::Result<void> add_customer(const Customer& customer);
  // Orders placed before keep their representative. Errors: ConditionalCheckFailedException: no such customer.
  partita::Result<void> assign_rep(std::string_view customer_id, std::string_view account_rep_id);

  // ---- orders. Dates are included; the oldest order comes first.

  // One request.
  partita::Result<std::vector<OrderOfCustomer>> orders_of_customer(std::string_view customer_id, pt::date from,
                                                                   pt::date to);
  // Five requests side by side, one for each shard, merged by date.
  partita::Result<std::vector<OpenOrder>> open_orders(pt::date from, pt::date to);
  // At most `count` of them; `after` is the token of the page before. Errors: ValidationException: a token of another
  // query.
  partita::Result<pt::Page<OpenOrder>> open_orders_page(pt::date from, pt::date to, std::int64_t count,
                                                        std::optional<std::string> after = {});
  // One request.
  partita::Result<std::vector<OrderOfRep>> orders_of_rep(std::string_view account_rep_id);
  // One request.
  partita::Result<std::vector<OrderOfProduct>> orders_of_product(std::string_view product_id);
  // One request.
  partita::Result<std::optional<OrderWithItems>> order_with_items(std::string_view order_id);

  // Writes the header and the items, and takes the pieces out of stock, all or nothing. Prices are the products', the
  // representative is the customer's, both as of the moment of the write. At most 32 lines. Three requests: GetItem,
  // BatchGetItem, TransactWriteItems. The answer is the order as it is stored, but for its shard.
  // Errors: ConditionalCheckFailedException, and nothing is written: the order id is taken; no such customer or product;
  // a warehouse has fewer pieces than asked for; a price or the representative has just changed. ValidationException: no
  // lines, a quantity below one, a product twice.
  partita::Result<Order> place_order(const NewOrder& order);
  // The order leaves the open orders, and the shard goes. One request.
  // Errors: ConditionalCheckFailedException: no such order, or it is closed.
  partita::Result<void> close_order(std::string_view order_id);
  // Errors: ConditionalCheckFailedException: no such order, or it is open. One request.
  partita::Result<void> reopen_order(std::string_view order_id);

  // ---- products and their stock

  // With the inventories of all warehouses. One request.
  partita::Result<std::optional<ProductStock>> stock(std::string_view product_id);
  // One request each.
  partita::Result<std::optional<Inventory>> inventory(std::string_view product_id, std::string_view warehouse_id);
  // nullopt: there is no such product.
  partita::Result<std::optional<std::int64_t>> total_inventory(std::string_view product_id);

  // The total is what the inventories add up to. One request.
  // Errors: ConditionalCheckFailedException: the product, or one of its inventories, exists.
  partita::Result<void> add_product(Product product, const std::vector<Inventory>& inventories);
  // Puts pieces into a warehouse, which need not have had the product before. One request.
  // Errors: ConditionalCheckFailedException: no such product. ValidationException: a quantity below one.
  partita::Result<void> receive(std::string_view product_id, std::string_view warehouse_id, std::int64_t quantity);

  const OrderEntryDb& db() const { return db_; }

 private:
  OrderEntryDb db_;
};

}  // namespace order_entry
