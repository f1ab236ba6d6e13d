// The reads and writes of the order entry system, with the names of the page "Example of modeling relational data in
// DynamoDB" of the Amazon DynamoDB Developer Guide.
//
// Every method can return the errors of the database. A read of a missing item is not an error and gives nullopt or an
// empty list.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "order_entry/model.h"

namespace order_entry {

struct OrderLine {
  std::string product_id;
  std::string warehouse_id;  // the warehouse that delivers the line
  std::int64_t quantity = 0;
};
struct NewOrder {
  std::string order_id, customer_id;
  pt::date order_date;
  std::vector<OrderLine> lines;  // at most one for each product
};

// Safe to use from several threads.
class OrderEntry {
 public:
  // Keeps the database.
  explicit OrderEntry(std::shared_ptr<partita::Database> database);

  // Creates those of the four tables that are missing. Errors: a table that exists and differs.
  partita::Result<void> create_tables();

  // ---- employees. Each method sends one request.

  partita::Result<std::optional<Employee>> employee(std::string_view employee_id);
  // People may share a name. They come in the order of their ids.
  partita::Result<std::vector<Employee>> employees_by_name(std::string_view name);
  // nullopt if the employee is missing.
  partita::Result<std::optional<std::vector<std::string>>> employee_phone_numbers(std::string_view employee_id);
  // The employees hired on `since` or later, those with the earliest date first.
  partita::Result<std::vector<Hire>> employees_hired_since(pt::date since);
  partita::Result<std::vector<EmployeeInWarehouse>> employees_in_warehouse(std::string_view warehouse_id);
  partita::Result<std::vector<EmployeeWithTitle>> employees_with_title(std::string_view job_title);

  // Errors: ConditionalCheckFailedException if the id is taken.
  partita::Result<void> hire(const Employee& employee);
  // The indexes follow the change. Errors: ConditionalCheckFailedException if the employee is missing.
  partita::Result<void> transfer(std::string_view employee_id, std::string_view warehouse_id,
                                 std::string_view job_title);

  // ---- customers. Each method sends one request.

  partita::Result<std::optional<Customer>> customer(std::string_view customer_id);
  partita::Result<std::optional<std::vector<std::string>>> customer_phone_numbers(std::string_view customer_id);
  partita::Result<std::vector<CustomerOfRep>> customers_of_rep(std::string_view account_rep_id);

  // Errors: ConditionalCheckFailedException if the id is taken.
  partita::Result<void> add_customer(const Customer& customer);
  // Existing orders keep their representative. Errors: ConditionalCheckFailedException if the customer is missing.
  partita::Result<void> assign_rep(std::string_view customer_id, std::string_view account_rep_id);

  // ---- orders. Both dates of a range are included, and the oldest order comes first.

  // Sends one request.
  partita::Result<std::vector<OrderOfCustomer>> orders_of_customer(std::string_view customer_id, pt::date from,
                                                                   pt::date to);
  // Sends five requests side by side, one for each shard, and merges the answers by date.
  partita::Result<std::vector<OpenOrder>> open_orders(pt::date from, pt::date to);
  // The same for at most `count` orders. `after` is the token of the page before.
  // Errors: ValidationException for a token of another query.
  partita::Result<pt::Page<OpenOrder>> open_orders_page(pt::date from, pt::date to, std::int64_t count,
                                                        std::optional<std::string> after = {});
  // Sends one request.
  partita::Result<std::vector<OrderOfRep>> orders_of_rep(std::string_view account_rep_id);
  // Sends one request.
  partita::Result<std::vector<OrderOfProduct>> orders_of_product(std::string_view product_id);
  // Sends one request.
  partita::Result<std::optional<OrderWithItems>> order_with_items(std::string_view order_id);

  // Writes the header and the items and takes the pieces out of stock, all or nothing. The prices are those of the
  // products and the representative is the customer's, both at the moment of the write. An order has at most 32 lines.
  // Sends three requests: GetItem, BatchGetItem and TransactWriteItems. Returns the stored order without its shard.
  // Errors: ConditionalCheckFailedException, without a write, if the order id is taken, the customer or a product is
  // missing, a warehouse has too few pieces, or a price or the representative has just changed. ValidationException if
  // there are no lines, a quantity is below one, or a product comes twice.
  partita::Result<Order> place_order(const NewOrder& order);
  // Closes the order, which removes it from the open orders with its shard. Sends one request.
  // Errors: ConditionalCheckFailedException if the order is missing or closed.
  partita::Result<void> close_order(std::string_view order_id);
  // Sends one request. Errors: ConditionalCheckFailedException if the order is missing or open.
  partita::Result<void> reopen_order(std::string_view order_id);

  // ---- products and their stock

  // The product with the inventories of all warehouses. Sends one request.
  partita::Result<std::optional<ProductStock>> stock(std::string_view product_id);
  // Both methods send one request.
  partita::Result<std::optional<Inventory>> inventory(std::string_view product_id, std::string_view warehouse_id);
  // nullopt if the product is missing.
  partita::Result<std::optional<std::int64_t>> total_inventory(std::string_view product_id);

  // Adds the product with its total, which is the sum of the inventories. Sends one request.
  // Errors: ConditionalCheckFailedException if the product or one of its inventories exists.
  partita::Result<void> add_product(Product product, const std::vector<Inventory>& inventories);
  // Adds pieces to a warehouse, which may have had none of the product before. Sends one request.
  // Errors: ConditionalCheckFailedException if the product is missing, and ValidationException for a quantity below
  // one.
  partita::Result<void> receive(std::string_view product_id, std::string_view warehouse_id, std::int64_t quantity);

  const OrderEntryDb& db() const { return db_; }

 private:
  OrderEntryDb db_;
};

}  // namespace order_entry
