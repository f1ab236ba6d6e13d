#include "order_entry/patterns.h"
#include "order_entry/sample_data.h"
#include "shared/expectations.h"

namespace order_entry {

using namespace pt::literals;
using systems::expect_equal;
using systems::expect_text;
using systems::Wrong;

namespace {

template <class T>
std::optional<T> some(T value) {
  return value;
}

// The answers that the page "Example of modeling relational data in DynamoDB" shows, row by row.
std::vector<EmployeeInWarehouse> employees_in_sea() {
  return {{"wh_sea", "emp_001", "John Smith", "Manager", "2024-03-15"_date},
          {"wh_sea", "emp_002", "Jane Doe", "Associate", "2025-01-10"_date},
          {"wh_sea", "emp_005", "Charlie Davis", "Associate", "2025-12-01"_date}};
}
std::vector<Hire> hires_of_2025() {
  return {{"2025-01-10"_date, "emp_002", "Jane Doe", "wh_sea"},
          {"2025-06-20"_date, "emp_003", "Bob Wilson", "wh_pdx"},
          {"2025-12-01"_date, "emp_005", "Charlie Davis", "wh_sea"}};
}
std::vector<OrderOfCustomer> orders_of_acme() {
  return {{"cust_001", "2025-11-15"_date, "ord_001", OrderStatus::CLOSED, "225.00"_dec, {{"prod_100", 5}}, {}},
          {"cust_001", "2025-12-20"_date, "ord_002", OrderStatus::OPEN, "150.00"_dec, {{"prod_101", 10}}, 0}};
}
std::vector<OpenOrder> all_open_orders() {
  return {{0, "2025-12-20"_date, "ord_002", "cust_001", "rep_001", {{"prod_101", 10}}, "150.00"_dec},
          {1, "2026-01-03"_date, "ord_005", "cust_004", "rep_002", {{"prod_100", 20}}, "200.00"_dec},
          {2, "2026-01-05"_date, "ord_003", "cust_002", "rep_001", {{"prod_100", 3}}, "175.00"_dec}};
}
std::vector<OrderOfRep> orders_of_rep_1() {
  return {{"rep_001", "2025-11-15"_date, "ord_001", "cust_001", OrderStatus::CLOSED, "225.00"_dec},
          {"rep_001", "2025-12-20"_date, "ord_002", "cust_001", OrderStatus::OPEN, "150.00"_dec},
          {"rep_001", "2026-01-05"_date, "ord_003", "cust_002", OrderStatus::OPEN, "175.00"_dec}};
}
std::vector<OrderOfProduct> orders_of_widgets() {
  return {{"prod_100", "ord_001", "cust_001", "2025-11-15"_date, 5},
          {"prod_100", "ord_003", "cust_002", "2026-01-05"_date, 3}};
}
std::vector<CustomerOfRep> customers_of_rep_1() {
  return {{"rep_001", "cust_001", "Acme Corp", "contact@acme.com"},
          {"rep_001", "cust_002", "TechStart Inc", "info@techstart.com"}};
}
std::vector<EmployeeWithTitle> managers() {
  return {{"Manager", "emp_001", "John Smith", "wh_sea", "2024-03-15"_date}};
}
ProductStock stock_of_widgets() {
  return {{{"prod_100", "wh_atl", 150}, {"prod_100", "wh_pdx", 150}, {"prod_100", "wh_sea", 200}},
          {"prod_100", "Widget A", "Hardware", "25.00"_dec, 500}};
}

// The order ids of each page, in brackets.
partita::Result<std::string> open_order_pages(OrderEntry& shop, std::int64_t size) {
  std::string text;
  std::optional<std::string> token;
  do {
    auto page = shop.open_orders_page("2025-12-01"_date, "2026-01-31"_date, size, std::move(token));
    if (!page) return partita::unexpected(std::move(page.error()));
    text += "[" + systems::joined(page->items, &OpenOrder::order_id) + "]";
    token = std::move(page->token);
  } while (token);
  return text;
}

}  // namespace

std::vector<systems::AccessPattern> document_patterns(const Shop& shop) {
  constexpr auto kNewYear = "2025-01-01"_date, kNewYearsEve = "2025-12-31"_date;
  return {
      {.name = "Look up Employee Details by Employee ID",
       .method = "employee",
       .check = [=] { return expect_equal(shop->employee("emp_001"), some(sample_data().employees[0])); }},
      {.name = "Query Employee Details by Employee Name",
       .method = "employees_by_name",
       .index = "EmployeeByName",
       .check =
           [=] {
             return expect_equal(shop->employees_by_name("John Smith"), std::vector{sample_data().employees[0]});
           }},
      {.name = "Find an Employee's Phone Number(s)",
       .method = "employee_phone_numbers",
       .check =
           [=] {
             return expect_equal(shop->employee_phone_numbers("emp_001"),
                                 some(std::vector<std::string>{"+1-555-0101"}));
           }},
      {.name = "Find a Customer's Phone Number(s)",
       .method = "customer_phone_numbers",
       .check =
           [=] {
             return expect_equal(shop->customer_phone_numbers("cust_001"),
                                 some(std::vector<std::string>{"+1-555-1001"}));
           }},
      {.name = "Get Orders for Customer within Date Range",
       .method = "orders_of_customer",
       .index = "OrderByCustomerDate",
       .check =
           [=] {
             return expect_equal(shop->orders_of_customer("cust_001", kNewYear, kNewYearsEve), orders_of_acme());
           }},
      {.name = "Show all Open Orders within Date Range",
       .method = "open_orders",
       .index = "OpenOrdersByDate",
       .requests = 5,
       .check =
           [=] { return expect_equal(shop->open_orders(kNewYear, kNewYearsEve), std::vector{all_open_orders()[0]}); }},
      {.name = "See all Employees hired recently",
       .method = "employees_hired_since",
       .index = "EmployeeByHireDate",
       .check = [=] { return expect_equal(shop->employees_hired_since(kNewYear), hires_of_2025()); }},
      {.name = "Find all Employees in Warehouse",
       .method = "employees_in_warehouse",
       .index = "EmployeeByWarehouse",
       .check = [=] { return expect_equal(shop->employees_in_warehouse("wh_sea"), employees_in_sea()); }},
      {.name = "Get all Items on Order for Product",
       .method = "orders_of_product",
       .index = "ProductInOrders",
       .check = [=] { return expect_equal(shop->orders_of_product("prod_100"), orders_of_widgets()); }},
      {.name = "Get Inventories for Product at all Warehouses",
       .method = "stock",
       .check = [=] { return expect_equal(shop->stock("prod_100"), some(stock_of_widgets())); }},
      {.name = "Get Customers by Account Rep",
       .method = "customers_of_rep",
       .index = "CustomerByAccountRep",
       .check = [=] { return expect_equal(shop->customers_of_rep("rep_001"), customers_of_rep_1()); }},
      {.name = "Get Orders by Account Rep",
       .method = "orders_of_rep",
       .index = "OrderByAccountRep",
       .check = [=] { return expect_equal(shop->orders_of_rep("rep_001"), orders_of_rep_1()); }},
      {.name = "Get Employees with Job Title",
       .method = "employees_with_title",
       .index = "EmployeeByJobTitle",
       .check = [=] { return expect_equal(shop->employees_with_title("Manager"), managers()); }},
      {.name = "Get Inventory by Product and Warehouse",
       .method = "inventory",
       .check =
           [=] {
             return expect_equal(shop->inventory("prod_100", "wh_sea"), some(Inventory{"prod_100", "wh_sea", 200}));
           }},
      {.name = "Get Total Product Inventory",
       .method = "total_inventory",
       .check = [=] { return expect_equal(shop->total_inventory("prod_100"), some<std::int64_t>(500)); }},
  };
}

std::vector<systems::AccessPattern> further_patterns(const Shop& shop) {
  return {
      {.name = "Open orders of all shards, by date",
       .method = "open_orders",
       .index = "OpenOrdersByDate",
       .requests = 5,
       .check =
           [=] { return expect_equal(shop->open_orders("2025-12-01"_date, "2026-01-31"_date), all_open_orders()); }},
      // The second page asks only the shard that has more orders.
      {.name = "The same in pages, with one token",
       .method = "open_orders_page",
       .index = "OpenOrdersByDate",
       .requests = 6,
       .check = [=] { return expect_text(open_order_pages(*shop, 2), "[ord_002 ord_005][ord_003]"); }},
      {.name = "An order with its items",
       .method = "order_with_items",
       .check =
           [=] {
             return expect_equal(shop->order_with_items("ord_001"),
                                 some(OrderWithItems{{sample_data().order_items[0]}, sample_data().orders[0]}));
           }},
      {.name = "A header that embeds its items",
       .method = "order_with_items",
       .check =
           [=] {
             return expect_equal(shop->order_with_items("ord_005"), some(OrderWithItems{{}, sample_data().orders[4]}));
           }},
  };
}

}  // namespace order_entry
