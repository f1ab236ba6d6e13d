#include "order_entry/sample_data.h"

#include "shared/load.h"

namespace order_entry {

using namespace pt::literals;
using partita::Result;

namespace {

using enum OrderStatus;

// The ids of the items that the patterns add.
constexpr std::string_view kNewEmployees[] = {"emp_900"};
constexpr std::string_view kNewCustomers[] = {"cust_900"};
constexpr std::string_view kNewOrders[] = {"ord_900", "ord_901"};
constexpr std::string_view kNewProducts[] = {"prod_900"};

SampleData make_sample() {
  return {
      .employees =
          {
              {"emp_001", "John Smith", {"+1-555-0101"}, "wh_sea", "Manager", "2024-03-15"_date},
              {"emp_002", "Jane Doe", {"+1-555-0102", "+1-555-0103"}, "wh_sea", "Associate", "2025-01-10"_date},
              {"emp_003", "Bob Wilson", {"+1-555-0104"}, "wh_pdx", "Associate", "2025-06-20"_date},
              {"emp_004", "Alice Brown", {"+1-555-0105"}, "wh_pdx", "Supervisor", "2023-11-05"_date},
              {"emp_005", "Charlie Davis", {"+1-555-0106"}, "wh_sea", "Associate", "2025-12-01"_date},
          },
      .customers =
          {
              {"cust_001", "Acme Corp", {"+1-555-1001"}, "contact@acme.com", "rep_001"},
              {"cust_002", "TechStart Inc", {"+1-555-1002", "+1-555-1003"}, "info@techstart.com", "rep_001"},
              {"cust_003", "Global Traders", {"+1-555-1004"}, "sales@globaltraders.com", "rep_002"},
              {"cust_004", "BuildRight LLC", {"+1-555-1005"}, "orders@buildright.com", "rep_002"},
              {"cust_005", "FastShip Co", {"+1-555-1006"}, "support@fastship.com", "rep_003"},
          },
      .orders =
          {
              {"ord_001", "cust_001", "2025-11-15"_date, CLOSED, "rep_001", {{"prod_100", 5}}, "225.00"_dec, {}},
              {"ord_002", "cust_001", "2025-12-20"_date, OPEN, "rep_001", {{"prod_101", 10}}, "150.00"_dec, 0},
              {"ord_003", "cust_002", "2026-01-05"_date, OPEN, "rep_001", {{"prod_100", 3}}, "175.00"_dec, 2},
              {"ord_004", "cust_003", "2025-10-10"_date, CLOSED, "rep_002", {{"prod_101", 5}}, "250.00"_dec, {}},
              {"ord_005", "cust_004", "2026-01-03"_date, OPEN, "rep_002", {{"prod_100", 20}}, "200.00"_dec, 1},
          },
      .order_items =
          {
              {"ord_001", "prod_100", "cust_001", "2025-11-15"_date, 5, "25.00"_dec},
              {"ord_002", "prod_101", "cust_001", "2025-12-20"_date, 10, "15.00"_dec},
              {"ord_003", "prod_100", "cust_002", "2026-01-05"_date, 3, "25.00"_dec},
          },
      .products =
          {
              {"prod_100", "Widget A", "Hardware", "25.00"_dec, 500},
              {"prod_101", "Gadget B", "Electronics", "50.00"_dec, 300},
          },
      .inventories =
          {
              {"prod_100", "wh_sea", 200},
              {"prod_100", "wh_pdx", 150},
              {"prod_100", "wh_atl", 150},
              {"prod_101", "wh_sea", 100},
              {"prod_101", "wh_pdx", 200},
          },
  };
}

// Removes the items of several partitions of one table. The first error ends it.
class Clearing {
 public:
  Clearing(OrderEntry& shop, const pt::TableInfo& table)
      : database_(shop.db().database()),
        name_(pt::table_name(*shop.db().session(), table)),
        partition_(table.partition),
        sort_(table.sort) {}

  template <class List, class T>
  Clearing& items(const List& list, std::string T::*id) {
    for (const T& item : list) clear(item.*id);
    return *this;
  }
  template <class List>
  Clearing& ids(const List& list) {
    for (const std::string_view id : list) clear(id);
    return *this;
  }
  Result<void> done() { return done_; }

 private:
  void clear(std::string_view id) {
    if (done_) done_ = systems::clear_partition(database_, name_, partition_, sort_, partita::AttributeValue(id));
  }

  partita::Database& database_;
  const std::string name_, partition_, sort_;
  Result<void> done_;
};

Result<void> clear_sample(OrderEntry& shop) {
  const SampleData& sample = sample_data();
  Result<void> done =
      Clearing(shop, EmployeeTable::info()).items(sample.employees, &Employee::employee_id).ids(kNewEmployees).done();
  if (done)
    done =
        Clearing(shop, CustomerTable::info()).items(sample.customers, &Customer::customer_id).ids(kNewCustomers).done();
  if (done) done = Clearing(shop, OrderTable::info()).items(sample.orders, &Order::order_id).ids(kNewOrders).done();
  if (done)
    done = Clearing(shop, ProductTable::info()).items(sample.products, &Product::product_id).ids(kNewProducts).done();
  return done;
}

Result<void> put_all(OrderEntry& shop, const SampleData& data) {
  const OrderEntryDb& db = shop.db();
  Result<void> done = systems::put_all(db, data.employees);
  if (done) done = systems::put_all(db, data.customers);
  if (done) done = systems::put_all(db, data.orders);
  if (done) done = systems::put_all(db, data.order_items);
  if (done) done = systems::put_all(db, data.products);
  if (done) done = systems::put_all(db, data.inventories);
  return done;
}

pt::date day_of(int year, int number) { return *pt::date::from(year, 1 + number / 28 % 12, 1 + number % 28); }

constexpr int kOtherEmployees = 150, kOtherCustomers = 100, kOtherOrders = 400, kOtherItems = 200, kOtherProducts = 75;
static_assert(kOtherEmployees + kOtherCustomers + kOtherOrders + kOtherItems + 2 * kOtherProducts == 1000);

SampleData make_unrelated() {
  SampleData data;
  for (int i = 0; i < kOtherEmployees; ++i) {
    const std::string n = std::to_string(i);
    data.employees.push_back({"emp_0010" + n, "John Smith" + n, {}, "wh_sea" + n, "Manager" + n, day_of(2024, i)});
  }
  for (int i = 0; i < kOtherCustomers; ++i) {
    const std::string n = std::to_string(i);
    data.customers.push_back({"cust_0010" + n, "Acme Corp" + n, {}, "none@acme.com", "rep_0010"});
  }
  for (int i = 0; i < kOtherOrders; ++i) {
    const int year = i % 2 == 0 ? 2024 : 2027;
    const auto status = i % 4 == 0 ? CLOSED : OPEN;
    data.orders.push_back({"ord_0010" + std::to_string(i), "cust_001", day_of(year, i), status, "rep_0010", {}, 1, {}});
  }
  for (int i = 0; i < kOtherItems; ++i)
    data.order_items.push_back({data.orders[i].order_id, "prod_1000", "cust_001", data.orders[i].order_date, 1, 1});
  for (int i = 0; i < kOtherProducts; ++i) {
    const std::string id = "prod_1000" + std::to_string(i);
    data.products.push_back({id, "Widget A", "Hardware", 1, 7});
    data.inventories.push_back({id, "wh_sea", 7});
  }
  return data;
}

}  // namespace

const SampleData& sample_data() {
  static const SampleData sample = make_sample();
  return sample;
}

Result<void> load_sample(OrderEntry& shop) {
  if (auto cleared = clear_sample(shop); !cleared) return cleared;
  return put_all(shop, sample_data());
}

Result<void> load_unrelated(OrderEntry& shop) { return put_all(shop, make_unrelated()); }

}  // namespace order_entry
