// The model of the order entry system: four tables, nine indexes, and the queries of its fifteen access patterns.
//
// The tables, their attributes and the patterns come from the page "Example of modeling relational data in DynamoDB" of
// the Amazon DynamoDB Developer Guide. Members have the names of the attributes there.
#pragma once

#include <partita/model.h>

#include <optional>
#include <string>
#include <vector>

namespace order_entry {

namespace pt = partita::model;

// ---- employees

struct Employee {
  std::string employee_id, name;
  std::vector<std::string> phone_numbers;
  std::string warehouse_id, job_title;
  pt::date hire_date;
  bool operator==(const Employee&) const = default;
};
BOOST_DESCRIBE_STRUCT(Employee, (), (employee_id, name, phone_numbers, warehouse_id, job_title, hire_date))

// The type tag is the static partition key of EmployeeByHireDate.
struct EmployeeE : pt::entity<Employee, "EMPLOYEE", pt::key<"{employee_id}">,
                              pt::on<"EmployeeByHireDate", "EMPLOYEE", "{hire_date}">> {};

struct EmployeeTable
    : pt::table<"Employee", pt::primary<"employee_id">, pt::type_tag<"entity_type">,
                pt::attr_index<"EmployeeByName", pt::partition_key<"name">, pt::sort_key<"employee_id">,
                               pt::include<"phone_numbers", "warehouse_id", "job_title", "hire_date">>,
                pt::attr_index<"EmployeeByWarehouse", pt::partition_key<"warehouse_id">, pt::sort_key<"employee_id">,
                               pt::include<"name", "job_title", "hire_date">>,
                pt::attr_index<"EmployeeByJobTitle", pt::partition_key<"job_title">, pt::sort_key<"employee_id">,
                               pt::include<"name", "warehouse_id", "hire_date">>,
                pt::gsi<"EmployeeByHireDate", "entity_type", "hire_date", pt::include<"name", "warehouse_id">>,
                pt::holds<EmployeeE>> {};

// The attributes of an employee that each index holds.
struct EmployeeInWarehouse {
  std::string warehouse_id, employee_id, name, job_title;
  pt::date hire_date;
  bool operator==(const EmployeeInWarehouse&) const = default;
};
BOOST_DESCRIBE_STRUCT(EmployeeInWarehouse, (), (warehouse_id, employee_id, name, job_title, hire_date))
struct EmployeeWithTitle {
  std::string job_title, employee_id, name, warehouse_id;
  pt::date hire_date;
  bool operator==(const EmployeeWithTitle&) const = default;
};
BOOST_DESCRIBE_STRUCT(EmployeeWithTitle, (), (job_title, employee_id, name, warehouse_id, hire_date))
struct Hire {
  pt::date hire_date;
  std::string employee_id, name, warehouse_id;
  bool operator==(const Hire&) const = default;
};
BOOST_DESCRIBE_STRUCT(Hire, (), (hire_date, employee_id, name, warehouse_id))

using EmployeesByName = pt::pattern<"Query Employee Details by Employee Name", EmployeeE, pt::by<"name">>;
using EmployeesHired =
    pt::pattern<"See all Employees hired recently", EmployeeE, pt::by<>, pt::oldest<"hire_date">, pt::as<Hire>>;
using EmployeesInWarehouse =
    pt::pattern<"Find all Employees in Warehouse", EmployeeE, pt::by<"warehouse_id">, pt::as<EmployeeInWarehouse>>;
using EmployeesWithTitle =
    pt::pattern<"Get Employees with Job Title", EmployeeE, pt::by<"job_title">, pt::as<EmployeeWithTitle>>;

// ---- customers

struct Customer {
  std::string customer_id, name;
  std::vector<std::string> phone_numbers;
  std::string email, account_rep_id;
  bool operator==(const Customer&) const = default;
};
BOOST_DESCRIBE_STRUCT(Customer, (), (customer_id, name, phone_numbers, email, account_rep_id))

struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"{customer_id}">> {};

struct CustomerTable : pt::table<"Customer", pt::primary<"customer_id">, pt::no_type_tag,
                                 pt::attr_index<"CustomerByAccountRep", pt::partition_key<"account_rep_id">,
                                                pt::sort_key<"customer_id">, pt::include<"name", "email">>,
                                 pt::holds<CustomerE>> {};

struct CustomerOfRep {
  std::string account_rep_id, customer_id, name, email;
  bool operator==(const CustomerOfRep&) const = default;
};
BOOST_DESCRIBE_STRUCT(CustomerOfRep, (), (account_rep_id, customer_id, name, email))

using CustomersOfRep =
    pt::pattern<"Get Customers by Account Rep", CustomerE, pt::by<"account_rep_id">, pt::as<CustomerOfRep>>;

// ---- orders

enum class OrderStatus { OPEN, CLOSED };
BOOST_DESCRIBE_ENUM(OrderStatus, OPEN, CLOSED)

// A product of an order, as the header embeds it.
struct OrderedProduct {
  std::string product_id;
  std::int64_t qty = 0;
  bool operator==(const OrderedProduct&) const = default;
};
BOOST_DESCRIBE_STRUCT(OrderedProduct, (), (product_id, qty))

// The header of an order.
struct Order {
  std::string order_id, customer_id;
  pt::date order_date;
  OrderStatus status = OrderStatus::OPEN;
  std::string account_rep_id;
  std::vector<OrderedProduct> order_items;
  pt::decimal total_amount;
  std::optional<int> shard;  // of an open order; taken from order_id unless given
  bool operator==(const Order&) const = default;
};
BOOST_DESCRIBE_STRUCT(Order, (),
                      (order_id, customer_id, order_date, status, account_rep_id, order_items, total_amount, shard))

struct OrderItem {
  std::string order_id, product_id, customer_id;
  pt::date order_date;
  std::int64_t quantity = 0;
  pt::decimal price;
  bool operator==(const OrderItem&) const = default;
};
BOOST_DESCRIBE_STRUCT(OrderItem, (), (order_id, product_id, customer_id, order_date, quantity, price))

// The beginnings of their sort keys distinguish headers from items.
struct OrderE : pt::entity<Order, "ORDER", pt::key<"{order_id:^ord_}", "{order_id:^ord_}">> {};
struct OrderItemE : pt::entity<OrderItem, "ORDER_ITEM", pt::key<"{order_id:^ord_}", "{product_id:^prod_}">> {};

// The attributes of a row decide which indexes hold it: only headers have a status and an account representative, and
// only items have a product.
struct OrderTable
    : pt::table<
          "Order", pt::primary<"PK", "SK">, pt::no_type_tag,
          pt::attr_index<"OrderByCustomerDate", pt::partition_key<"customer_id">, pt::sort_key<"order_date", "status">,
                         pt::include<"order_id", "total_amount", "order_items", "shard">>,
          pt::attr_index<"OpenOrdersByDate", pt::partition_key<"status", "shard">, pt::sort_key<"order_date">,
                         pt::sharded<5, "order_id", "shard">, pt::when<"status", "OPEN">,
                         pt::include<"order_id", "customer_id", "account_rep_id", "order_items", "total_amount">>,
          pt::attr_index<"OrderByAccountRep", pt::partition_key<"account_rep_id">, pt::sort_key<"order_date">,
                         pt::include<"order_id", "customer_id", "status", "total_amount">>,
          pt::attr_index<"ProductInOrders", pt::partition_key<"product_id">, pt::sort_key<"order_id">,
                         pt::include<"customer_id", "order_date", "quantity">>,
          pt::holds<OrderE, OrderItemE>> {};

struct OrderOfCustomer {
  std::string customer_id;
  pt::date order_date;
  std::string order_id;
  OrderStatus status = OrderStatus::OPEN;
  pt::decimal total_amount;
  std::vector<OrderedProduct> order_items;
  std::optional<int> shard;
  bool operator==(const OrderOfCustomer&) const = default;
};
BOOST_DESCRIBE_STRUCT(OrderOfCustomer, (),
                      (customer_id, order_date, order_id, status, total_amount, order_items, shard))
struct OpenOrder {
  int shard = 0;
  pt::date order_date;
  std::string order_id, customer_id, account_rep_id;
  std::vector<OrderedProduct> order_items;
  pt::decimal total_amount;
  bool operator==(const OpenOrder&) const = default;
};
BOOST_DESCRIBE_STRUCT(OpenOrder, (),
                      (shard, order_date, order_id, customer_id, account_rep_id, order_items, total_amount))
struct OrderOfRep {
  std::string account_rep_id;
  pt::date order_date;
  std::string order_id, customer_id;
  OrderStatus status = OrderStatus::OPEN;
  pt::decimal total_amount;
  bool operator==(const OrderOfRep&) const = default;
};
BOOST_DESCRIBE_STRUCT(OrderOfRep, (), (account_rep_id, order_date, order_id, customer_id, status, total_amount))
struct OrderOfProduct {
  std::string product_id, order_id, customer_id;
  pt::date order_date;
  std::int64_t quantity = 0;
  bool operator==(const OrderOfProduct&) const = default;
};
BOOST_DESCRIBE_STRUCT(OrderOfProduct, (), (product_id, order_id, customer_id, order_date, quantity))

struct OrderWithItems {
  std::vector<OrderItem> items;
  Order order;
  bool operator==(const OrderWithItems&) const = default;
};

using OrdersOfCustomer = pt::pattern<"Get Orders for Customer within Date Range", OrderE, pt::by<"customer_id">,
                                     pt::oldest<"order_date">, pt::as<OrderOfCustomer>>;
using OpenOrders = pt::pattern<"Show all Open Orders within Date Range", OrderE, pt::by<"status">,
                               pt::oldest<"order_date">, pt::as<OpenOrder>>;
using OrdersOfRep = pt::pattern<"Get Orders by Account Rep", OrderE, pt::by<"account_rep_id">, pt::oldest<"order_date">,
                                pt::as<OrderOfRep>>;
using OrdersOfProduct =
    pt::pattern<"Get all Items on Order for Product", OrderItemE, pt::by<"product_id">, pt::as<OrderOfProduct>>;
using WholeOrder =
    pt::collect<"An order with its items", OrderWithItems, pt::many<OrderItemE>, pt::one<OrderE>, pt::by<"order_id">>;

// ---- products

struct Product {
  std::string product_id, product_name, category;
  pt::decimal unit_price;
  std::int64_t total_inventory = 0;  // the sum over all warehouses
  bool operator==(const Product&) const = default;
};
BOOST_DESCRIBE_STRUCT(Product, (), (product_id, product_name, category, unit_price, total_inventory))

struct Inventory {
  std::string product_id, warehouse_id;
  std::int64_t inventory_quantity = 0;
  bool operator==(const Inventory&) const = default;
};
BOOST_DESCRIBE_STRUCT(Inventory, (), (product_id, warehouse_id, inventory_quantity))

// In its sort key, a product's own row has the product's id, and an inventory has the warehouse's id.
struct ProductE : pt::entity<Product, "PRODUCT", pt::key<"{product_id:^prod_}", "{product_id:^prod_}">> {};
struct InventoryE : pt::entity<Inventory, "INVENTORY", pt::key<"{product_id:^prod_}", "{warehouse_id:^wh_}">> {};

struct ProductTable : pt::table<"Product", pt::primary<"product_id", "warehouse_id">, pt::no_type_tag,
                                pt::holds<ProductE, InventoryE>> {};

struct ProductStock {
  std::vector<Inventory> inventories;
  Product product;
  bool operator==(const ProductStock&) const = default;
};

using StockOfProduct = pt::collect<"Get Inventories for Product at all Warehouses", ProductStock, pt::many<InventoryE>,
                                   pt::one<ProductE>, pt::by<"product_id">>;

using OrderEntryDb = pt::db<EmployeeTable, CustomerTable, OrderTable, ProductTable>;

}  // namespace order_entry
