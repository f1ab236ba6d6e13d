#include "order_entry/patterns.h"
#include "order_entry/sample_data.h"
#include "shared/expectations.h"

namespace order_entry {

using namespace pt::literals;
using systems::expect_conflict;
using systems::expect_equal;
using systems::expect_ok;
using systems::expect_text;
using systems::first;
using systems::Wrong;

namespace {

constexpr auto kToday = "2026-02-01"_date;

NewOrder new_order(std::string order_id, std::vector<OrderLine> lines) {
  return {std::move(order_id), "cust_003", kToday, std::move(lines)};
}

// Checks the pieces that the warehouse has left and the total of all warehouses.
Wrong expect_stock(OrderEntry& shop, const std::string& product, const std::string& warehouse, std::int64_t left,
                   std::int64_t total) {
  return first({expect_equal(shop.inventory(product, warehouse), std::optional(Inventory{product, warehouse, left})),
                expect_equal(shop.total_inventory(product), std::optional(total))});
}

Wrong expect_open_today(OrderEntry& shop, std::string_view ids) {
  return expect_text(shop.open_orders(kToday, kToday).transform([](const auto& orders) {
    return systems::joined(orders, &OpenOrder::order_id);
  }),
                     ids);
}

Wrong expect_placed(OrderEntry& shop) {
  const auto order = shop.order_with_items("ord_900");
  if (!order || !*order) return "the order is not there";
  const std::vector<OrderItem> items = {{"ord_900", "prod_100", "cust_003", kToday, 4, "25.00"_dec},
                                        {"ord_900", "prod_101", "cust_003", kToday, 2, "50.00"_dec}};
  if ((*order)->items != items) return "the order has other items";
  if ((*order)->order.total_amount != "200"_dec || (*order)->order.account_rep_id != "rep_002")
    return "the header has another amount or representative";
  if (!(*order)->order.shard) return "the open order has no shard";
  return first({expect_stock(shop, "prod_100", "wh_sea", 196, 496), expect_stock(shop, "prod_101", "wh_pdx", 198, 298),
                expect_open_today(shop, "ord_900")});
}

Wrong expect_not_placed(OrderEntry& shop) {
  return first({expect_equal(shop.order_with_items("ord_901"), std::optional<OrderWithItems>()),
                expect_stock(shop, "prod_100", "wh_sea", 196, 496),
                expect_stock(shop, "prod_101", "wh_pdx", 198, 298)});
}

// The order is closed, is not listed as open, and has lost the shard that the sample gave it.
Wrong expect_closed(OrderEntry& shop) {
  const auto order = shop.order_with_items("ord_002");
  if (!order || !*order) return "the order is not there";
  if ((*order)->order.status != OrderStatus::CLOSED) return "the order is not closed";
  if ((*order)->order.shard) return "the closed order has a shard";
  return expect_equal(shop.open_orders("2025-12-20"_date, "2025-12-20"_date), std::vector<OpenOrder>());
}

Wrong expect_reopened(OrderEntry& shop) {
  return expect_text(shop.open_orders("2025-12-20"_date, "2025-12-20"_date).transform([](const auto& orders) {
    return systems::joined(orders, &OpenOrder::order_id);
  }),
                     "ord_002");
}

Wrong expect_transferred(OrderEntry& shop) {
  using systems::joined;
  return first({expect_text(shop.employees_in_warehouse("wh_pdx").transform(
                                [](const auto& all) { return joined(all, &EmployeeInWarehouse::employee_id); }),
                            "emp_003 emp_004 emp_900"),
                expect_text(shop.employees_in_warehouse("wh_sea").transform(
                                [](const auto& all) { return joined(all, &EmployeeInWarehouse::employee_id); }),
                            "emp_001 emp_002 emp_005"),
                expect_text(shop.employees_with_title("Supervisor").transform([](const auto& all) {
                  return joined(all, &EmployeeWithTitle::employee_id);
                }),
                            "emp_004 emp_900")});
}

std::vector<systems::AccessPattern> order_writes(const Shop& shop) {
  return {
      {.name = "Place an order",
       .method = "place_order",
       .requests = 3,
       .check =
           [=] {
             return expect_ok(
                 shop->place_order(new_order("ord_900", {{"prod_100", "wh_sea", 4}, {"prod_101", "wh_pdx", 2}})));
           },
       .after = [=] { return expect_placed(*shop); }},
      {.name = "Place an order for more than there is",
       .method = "place_order",
       .requests = 3,
       .check =
           [=] {
             return expect_conflict(
                 shop->place_order(new_order("ord_901", {{"prod_101", "wh_pdx", 1}, {"prod_100", "wh_sea", 197}})));
           },
       .after = [=] { return expect_not_placed(*shop); }},
      {.name = "Place an order a second time",
       .method = "place_order",
       .requests = 3,
       .check =
           [=] {
             return expect_conflict(shop->place_order(new_order("ord_900", {{"prod_100", "wh_sea", 1}})));
           },
       .after = [=] { return expect_placed(*shop); }},
      {.name = "Place an order for an unknown product",
       .method = "place_order",
       .requests = 2,
       .check =
           [=] {
             return expect_conflict(shop->place_order(new_order("ord_901", {{"prod_999", "wh_sea", 1}})));
           },
       .after = [=] { return expect_not_placed(*shop); }},
      {.name = "Place an order without lines",
       .method = "place_order",
       .requests = 0,
       .check =
           [=] {
             return systems::expect_error(shop->place_order(new_order("ord_901", {})),
                                          partita::ErrorCode::ValidationException);
           }},
      {.name = "Close an order",
       .method = "close_order",
       .check = [=] { return expect_ok(shop->close_order("ord_002")); },
       .after = [=] { return expect_closed(*shop); }},
      {.name = "Close a closed order",
       .method = "close_order",
       .check = [=] { return expect_conflict(shop->close_order("ord_002")); },
       .after = [=] { return expect_closed(*shop); }},
      {.name = "Reopen an order",
       .method = "reopen_order",
       .check = [=] { return expect_ok(shop->reopen_order("ord_002")); },
       .after = [=] { return expect_reopened(*shop); }},
  };
}

std::vector<systems::AccessPattern> other_writes(const Shop& shop) {
  const Employee employee{"emp_900", "John Smith", {"+1-555-0900"}, "wh_sea", "Associate", "2026-02-01"_date};
  const Customer customer{"cust_900", "New Corp", {}, "new@corp.com", "rep_002"};
  const Product product{"prod_900", "Gizmo C", "Hardware", "9.99"_dec, 0};
  return {
      {.name = "Hire an employee of a name that is taken",
       .method = "hire",
       .check = [=] { return expect_ok(shop->hire(employee)); },
       .after =
           [=] {
             return expect_equal(shop->employees_by_name("John Smith"),
                                 std::vector{sample_data().employees[0], employee});
           }},
      {.name = "Hire an employee of an id that is taken",
       .method = "hire",
       .check = [=] { return expect_conflict(shop->hire(employee)); }},
      {.name = "Transfer an employee",
       .method = "transfer",
       .check = [=] { return expect_ok(shop->transfer("emp_900", "wh_pdx", "Supervisor")); },
       .after = [=] { return expect_transferred(*shop); }},
      {.name = "Transfer an unknown employee",
       .method = "transfer",
       .check = [=] { return expect_conflict(shop->transfer("emp_999", "wh_pdx", "Supervisor")); },
       .after = [=] { return expect_equal(shop->employee("emp_999"), std::optional<Employee>()); }},
      {.name = "Add a customer",
       .method = "add_customer",
       .check = [=] { return expect_ok(shop->add_customer(customer)); },
       .after = [=] { return expect_equal(shop->customer("cust_900"), std::optional(customer)); }},
      {.name = "Give a customer another representative",
       .method = "assign_rep",
       .check = [=] { return expect_ok(shop->assign_rep("cust_900", "rep_003")); },
       .after =
           [=] {
             return expect_text(shop->customers_of_rep("rep_003").transform(
                                    [](const auto& all) { return systems::joined(all, &CustomerOfRep::customer_id); }),
                                "cust_005 cust_900");
           }},
      {.name = "Add a product with its stock",
       .method = "add_product",
       .check =
           [=] {
             return expect_ok(shop->add_product(product, {{"prod_900", "wh_sea", 3}, {"prod_900", "wh_pdx", 4}}));
           },
       .after = [=] { return expect_stock(*shop, "prod_900", "wh_sea", 3, 7); }},
      {.name = "Receive pieces in a new warehouse",
       .method = "receive",
       .check = [=] { return expect_ok(shop->receive("prod_900", "wh_atl", 5)); },
       .after = [=] { return expect_stock(*shop, "prod_900", "wh_atl", 5, 12); }},
      {.name = "Receive pieces of an unknown product",
       .method = "receive",
       .check = [=] { return expect_conflict(shop->receive("prod_999", "wh_atl", 5)); },
       .after = [=] { return expect_equal(shop->inventory("prod_999", "wh_atl"), std::optional<Inventory>()); }},
  };
}

}  // namespace

std::vector<systems::AccessPattern> write_patterns(const Shop& shop) {
  std::vector<systems::AccessPattern> all = order_writes(shop);
  for (systems::AccessPattern& pattern : other_writes(shop)) all.push_back(std::move(pattern));
  return all;
}

}  // namespace order_entry
