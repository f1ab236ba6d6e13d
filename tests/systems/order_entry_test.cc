// Tests beyond the access patterns: rows and indexes as in the tables of the page "Example of modeling relational data
// in DynamoDB" of the Amazon DynamoDB Developer Guide, and many buyers at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/open.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <thread>

#include "order_entry/sample_data.h"

namespace order_entry {
namespace order_entry_test {

using namespace pt::literals;
using partita::AttributeMap;
using partita::AttributeValue;
using partita::ErrorCode;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class OrderEntryTest : public testing::Test {
 protected:
  OrderEntryTest() {
    must(shop.create_tables());
    must(load_sample(shop));
  }

  static void must(const partita::Result<void>& done) {
    if (!done) throw std::runtime_error(done.error().message);
  }

  partita::Database& database() { return shop.db().database(); }

  // For each item of an index, the names of its attributes, sorted: "customer_id order_date ...".
  std::multiset<std::string> shapes(const std::string& table, const std::string& index) {
    std::multiset<std::string> all;
    const auto answer = database().scan({.table_name = table, .index_name = index}).value();
    for (const auto& item : answer.items.value()) {
      std::vector<std::string> names;
      for (const auto& [name, value] : item.to_map()) names.push_back(name);
      std::sort(names.begin(), names.end());
      std::string text;
      for (const auto& name : names) text += (text.empty() ? "" : " ") + name;
      all.insert(text);
    }
    return all;
  }
  static std::multiset<std::string> times(std::size_t count, const std::string& shape) {
    std::multiset<std::string> all;
    while (all.size() < count) all.insert(shape);
    return all;
  }

  AttributeMap row(const std::string& table, std::initializer_list<std::pair<const char*, const char*>> key) {
    partita::GetItemRequest request{.table_name = table};
    request.key.emplace();
    for (const auto& [name, value] : key) request.key->set(name, value);
    const auto answer = database().get_item(request).value();
    return answer.item ? answer.item->to_map() : AttributeMap();
  }
  void expect_sound() {
    const auto report = shop.db().verify().value();
    EXPECT_GT(report.items, 0);
    for (const auto& finding : report.findings) ADD_FAILURE() << finding.entity << ": " << finding.detail;
  }

  OrderEntry shop{std::shared_ptr<partita::Database>(partita::open("", {.in_memory = true}).value())};
};

TEST_F(OrderEntryTest, rows_are_those_of_the_document) {
  EXPECT_EQ(row("Employee", {{"employee_id", "emp_002"}}),
            (AttributeMap{{"employee_id", "emp_002"},
                          {"name", "Jane Doe"},
                          {"phone_numbers", AttributeValue::list({"+1-555-0102", "+1-555-0103"})},
                          {"warehouse_id", "wh_sea"},
                          {"job_title", "Associate"},
                          {"hire_date", "2025-01-10"},
                          {"entity_type", "EMPLOYEE"}}));
  EXPECT_EQ(row("Customer", {{"customer_id", "cust_005"}}),
            (AttributeMap{{"customer_id", "cust_005"},
                          {"name", "FastShip Co"},
                          {"phone_numbers", AttributeValue::list({"+1-555-1006"})},
                          {"email", "support@fastship.com"},
                          {"account_rep_id", "rep_003"}}));
  const AttributeValue items =
      AttributeValue::list({AttributeValue::map(AttributeMap{{"product_id", "prod_101"}, {"qty", 10}})});
  EXPECT_EQ(row("Order", {{"PK", "ord_002"}, {"SK", "ord_002"}}), (AttributeMap{{"PK", "ord_002"},
                                                                                {"SK", "ord_002"},
                                                                                {"order_id", "ord_002"},
                                                                                {"customer_id", "cust_001"},
                                                                                {"order_date", "2025-12-20"},
                                                                                {"status", "OPEN"},
                                                                                {"account_rep_id", "rep_001"},
                                                                                {"order_items", items},
                                                                                {"total_amount", 150},
                                                                                {"shard", 0}}));
  EXPECT_EQ(row("Order", {{"PK", "ord_002"}, {"SK", "prod_101"}}), (AttributeMap{{"PK", "ord_002"},
                                                                                 {"SK", "prod_101"},
                                                                                 {"order_id", "ord_002"},
                                                                                 {"product_id", "prod_101"},
                                                                                 {"customer_id", "cust_001"},
                                                                                 {"order_date", "2025-12-20"},
                                                                                 {"quantity", 10},
                                                                                 {"price", 15}}));
  EXPECT_EQ(row("Product", {{"product_id", "prod_101"}, {"warehouse_id", "prod_101"}}),
            (AttributeMap{{"product_id", "prod_101"},
                          {"warehouse_id", "prod_101"},
                          {"product_name", "Gadget B"},
                          {"category", "Electronics"},
                          {"unit_price", 50},
                          {"total_inventory", 300}}));
  EXPECT_EQ(row("Product", {{"product_id", "prod_101"}, {"warehouse_id", "wh_pdx"}}),
            (AttributeMap{{"product_id", "prod_101"}, {"warehouse_id", "wh_pdx"}, {"inventory_quantity", 200}}));
}

// The rows that have an entry in an index, and the attributes that the entry has, table keys included.
TEST_F(OrderEntryTest, indexes_hold_what_the_document_shows) {
  const struct {
    const char *table, *index;
    std::size_t count;
    const char* shape;
  } kIndexes[] = {
      {"Employee", "EmployeeByName", 5, "employee_id hire_date job_title name phone_numbers warehouse_id"},
      {"Employee", "EmployeeByWarehouse", 5, "employee_id hire_date job_title name warehouse_id"},
      {"Employee", "EmployeeByJobTitle", 5, "employee_id hire_date job_title name warehouse_id"},
      {"Employee", "EmployeeByHireDate", 5, "employee_id entity_type hire_date name warehouse_id"},
      {"Customer", "CustomerByAccountRep", 5, "account_rep_id customer_id email name"},
      {"Order", "OpenOrdersByDate", 3,
       "PK SK account_rep_id customer_id order_date order_id order_items shard status total_amount"},
      {"Order", "OrderByAccountRep", 5, "PK SK account_rep_id customer_id order_date order_id status total_amount"},
      {"Order", "ProductInOrders", 3, "PK SK customer_id order_date order_id product_id quantity"},
  };
  for (const auto& [table, index, count, shape] : kIndexes)
    EXPECT_EQ(shapes(table, index), times(count, shape)) << index;
  const std::string closed = "PK SK customer_id order_date order_id order_items status total_amount";
  const std::string open = "PK SK customer_id order_date order_id order_items shard status total_amount";
  const std::multiset<std::string> of_customers = {closed, closed, open, open, open};
  EXPECT_EQ(shapes("Order", "OrderByCustomerDate"), of_customers);
}

TEST_F(OrderEntryTest, open_orders_is_keyed_by_two_attributes) {
  const auto table = database().describe_table({.table_name = "Order"}).value().table;
  const auto& indexes = table.global_secondary_indexes.value();
  const auto open = std::find_if(indexes.begin(), indexes.end(),
                                 [](const auto& index) { return index.index_name == "OpenOrdersByDate"; });
  ASSERT_NE(open, indexes.end());
  std::vector<std::string> keys;
  for (const auto& key : open->key_schema.value()) keys.push_back(key.attribute_name.value());
  EXPECT_THAT(keys, ElementsAre("status", "shard", "order_date"));
}

TEST_F(OrderEntryTest, two_orders_of_a_customer_on_one_day_are_both_found) {
  for (const char* id : {"ord_100", "ord_101"})
    shop.place_order({id, "cust_005", "2026-02-01"_date, {{"prod_100", "wh_sea", 1}}}).value();
  EXPECT_EQ(shop.orders_of_customer("cust_005", "2026-02-01"_date, "2026-02-01"_date).value().size(), 2u);
  expect_sound();
}

TEST_F(OrderEntryTest, placed_orders_spread_over_the_shards) {
  std::set<int> shards;
  for (int i = 100; i < 140; ++i)
    shop.place_order({"ord_" + std::to_string(i), "cust_005", "2026-02-01"_date, {{"prod_100", "wh_sea", 1}}}).value();
  const auto open = shop.open_orders("2026-02-01"_date, "2026-02-01"_date).value();
  for (const OpenOrder& order : open) shards.insert(order.shard);
  EXPECT_EQ(open.size(), 40u);
  EXPECT_THAT(shards, ElementsAre(0, 1, 2, 3, 4));
  expect_sound();
}

TEST_F(OrderEntryTest, an_order_that_cannot_be_placed_leaves_nothing) {
  const auto before = shop.stock("prod_100").value();
  const struct {
    const char* what;
    NewOrder order;
    ErrorCode code;
  } kCases[] = {
      {"no customer",
       {"ord_100", "cust_999", "2026-02-01"_date, {{"prod_100", "wh_sea", 1}}},
       ErrorCode::ConditionalCheckFailedException},
      {"no such warehouse",
       {"ord_100", "cust_001", "2026-02-01"_date, {{"prod_100", "wh_xxx", 1}}},
       ErrorCode::ConditionalCheckFailedException},
      {"a product twice",
       {"ord_100", "cust_001", "2026-02-01"_date, {{"prod_100", "wh_sea", 1}, {"prod_100", "wh_pdx", 1}}},
       ErrorCode::ValidationException},
      {"no pieces",
       {"ord_100", "cust_001", "2026-02-01"_date, {{"prod_100", "wh_sea", 0}}},
       ErrorCode::ValidationException},
      {"fewer than none",
       {"ord_100", "cust_001", "2026-02-01"_date, {{"prod_100", "wh_sea", -1}}},
       ErrorCode::ValidationException},
      {"an id of another kind",
       {"order_100", "cust_001", "2026-02-01"_date, {{"prod_100", "wh_sea", 1}}},
       ErrorCode::ValidationException},
      {"the last line fails",
       {"ord_100", "cust_001", "2026-02-01"_date, {{"prod_100", "wh_sea", 1}, {"prod_101", "wh_pdx", 201}}},
       ErrorCode::ConditionalCheckFailedException},
  };
  for (const auto& [what, order, code] : kCases) {
    const auto placed = shop.place_order(order);
    ASSERT_FALSE(placed) << what;
    EXPECT_EQ(placed.error().code, code) << what << ": " << placed.error().message;
    EXPECT_EQ(shop.order_with_items("ord_100").value(), std::nullopt) << what;
    EXPECT_EQ(shop.stock("prod_100").value(), before) << what;
  }
}

TEST_F(OrderEntryTest, what_stopped_an_order_is_said_in_words_of_the_shop) {
  const auto message = [&](const NewOrder& order) {
    const auto placed = shop.place_order(order);
    return placed ? "placed" : placed.error().message;
  };
  EXPECT_EQ(message({"ord_100", "cust_001", "2026-02-01"_date, {{"prod_100", "wh_sea", 201}}}),
            "wh_sea has 200 of prod_100 left");
  EXPECT_EQ(message({"ord_001", "cust_001", "2026-02-01"_date, {{"prod_100", "wh_sea", 1}}}),
            "there is an order ord_001 already");
  EXPECT_EQ(message({"ord_100", "cust_001", "2026-02-01"_date, {{"prod_999", "wh_sea", 1}}}),
            "there is no product prod_999");
}

TEST_F(OrderEntryTest, the_last_piece_is_sold_once) {
  constexpr int kBuyers = 8;
  must(shop.add_product({"prod_900", "Gizmo", "Hardware", "9.99"_dec, 0}, {{"prod_900", "wh_sea", 1}}));
  std::vector<std::thread> buyers;
  std::vector<std::optional<ErrorCode>> outcomes(kBuyers);
  for (int i = 0; i < kBuyers; ++i)
    buyers.emplace_back([&, i] {
      const auto placed =
          shop.place_order({"ord_90" + std::to_string(i), "cust_001", "2026-02-01"_date, {{"prod_900", "wh_sea", 1}}});
      if (!placed) outcomes[i] = placed.error().code;
    });
  for (std::thread& buyer : buyers) buyer.join();
  EXPECT_EQ(std::count(outcomes.begin(), outcomes.end(), std::nullopt), 1);
  EXPECT_EQ(std::count(outcomes.begin(), outcomes.end(), ErrorCode::ConditionalCheckFailedException), kBuyers - 1);
  EXPECT_EQ(shop.orders_of_product("prod_900").value().size(), 1u);
  EXPECT_EQ(shop.inventory("prod_900", "wh_sea").value()->inventory_quantity, 0);
  EXPECT_EQ(shop.total_inventory("prod_900").value(), 0);
}

// There are two warehouses and two products, so that orders take their items in crossing sets.
TEST_F(OrderEntryTest, what_many_buyers_take_is_what_is_gone) {
  constexpr int kBuyers = 6, kOrders = 12, kStart = 40;
  for (const char* id : {"prod_900", "prod_901"})
    must(shop.add_product({id, "Gizmo", "Hardware", "1"_dec, 0}, {{id, "wh_sea", kStart}, {id, "wh_pdx", kStart}}));
  std::vector<std::thread> buyers;
  std::vector<std::string> unexpected(kBuyers);
  for (int buyer = 0; buyer < kBuyers; ++buyer)
    buyers.emplace_back([&, buyer] {
      for (int n = 0; n < kOrders; ++n) {
        const std::int64_t quantity = 1 + (buyer + n) % 4;
        const std::string first = (buyer + n) % 2 ? "wh_sea" : "wh_pdx", second = n % 3 ? "wh_sea" : "wh_pdx";
        std::vector<OrderLine> lines = {{"prod_900", first, quantity}, {"prod_901", second, quantity}};
        if (buyer % 2) std::swap(lines[0], lines[1]);
        const auto placed = shop.place_order({"ord_9" + std::to_string(buyer) + "_" + std::to_string(n), "cust_001",
                                              "2026-02-01"_date, std::move(lines)});
        if (!placed && placed.error().code != ErrorCode::ConditionalCheckFailedException)
          unexpected[buyer] = placed.error().message;
      }
    });
  for (std::thread& buyer : buyers) buyer.join();
  EXPECT_THAT(unexpected, testing::Each(IsEmpty()));
  std::int64_t left = 0;
  for (const std::string id : {"prod_900", "prod_901"}) {
    const auto stock = shop.stock(id).value().value();
    std::int64_t sold = 0, sum = 0;
    const std::vector<OrderOfProduct> items = shop.orders_of_product(id).value();
    for (const OrderOfProduct& item : items) sold += item.quantity;
    for (const Inventory& inventory : stock.inventories) {
      EXPECT_GE(inventory.inventory_quantity, 0);
      sum += inventory.inventory_quantity;
    }
    EXPECT_EQ(sold + sum, 2 * kStart);
    EXPECT_EQ(stock.product.total_inventory, sum);
    left += sum;
  }
  // The buyers ask for 180 of each, which is more than the stock.
  EXPECT_LT(left, 4 * kStart);
  expect_sound();
}

TEST_F(OrderEntryTest, the_data_is_sound_after_the_sample) { expect_sound(); }

TEST_F(OrderEntryTest, reopening_keeps_an_order_findable_however_often) {
  for (int i = 0; i < 3; ++i) {
    must(shop.close_order("ord_005"));
    EXPECT_FALSE(row("Order", {{"PK", "ord_005"}, {"SK", "ord_005"}}).contains("shard"));
    must(shop.reopen_order("ord_005"));
  }
  EXPECT_EQ(shop.open_orders("2026-01-03"_date, "2026-01-03"_date).value().size(), 1u);
  expect_sound();
}

}  // namespace order_entry_test
}  // namespace order_entry
