// The customer orders system's promises beyond its access patterns: its keys, and the winner among concurrent writers.
#include <gtest/gtest.h>
#include <partita/open.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "customer_orders/sample_data.h"
#include "shared/recording_database.h"

namespace customer_orders {
namespace customer_orders_test {

using namespace partita;
using namespace pt::literals;

constexpr int kThreads = 8;

class CustomerOrdersSystem : public testing::Test {
 protected:
  void SetUp() override {
    const auto created = all.create_tables_if_missing();
    ASSERT_TRUE(created) << created.error().message;
    const auto loaded = load_sample(all);
    ASSERT_TRUE(loaded) << loaded.error().message;
  }
  // The whole stored partition, in the order of its keys.
  std::vector<Item> partition(const std::string& table, const std::string& key) {
    return database
        ->query({.table_name = table,
                 .key_condition_expression = "PK = :p",
                 .expression_attribute_values = AttributeMap{{":p", key}}})
        .value()
        .items.value();
  }
  template <class Work>
  static void on_threads(Work work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back([&work, i] { work(i); });
    for (std::thread& thread : threads) thread.join();
  }

  const std::shared_ptr<Database> database = partita::open("", {.in_memory = true}).value();
  const Repositories all{database};
};

TEST_F(CustomerOrdersSystem, rows_are_the_documents_byte_for_byte) {
  const std::vector<AttributeMap> wanted = {
      {{"PK", "CUSTOMER#123"},
       {"SK", "#ORDER#2020-11-25"},
       {"Type", "Order"},
       {"CustomerId", "123"},
       {"OrderId", "2020-11-25"}},
      {{"PK", "CUSTOMER#123"},
       {"SK", "#ORDER#2020-12-01"},
       {"Type", "Order"},
       {"CustomerId", "123"},
       {"OrderId", "2020-12-01"}},
      {{"PK", "CUSTOMER#123"},
       {"SK", "#ORDER#2020-12-06"},
       {"Type", "Order"},
       {"CustomerId", "123"},
       {"OrderId", "2020-12-06"}},
      {{"PK", "CUSTOMER#123"}, {"SK", "A"}, {"Type", "Customer"}, {"CustomerId", "123"}},
  };
  const auto rows = partition("customer_orders", "CUSTOMER#123");
  ASSERT_EQ(rows.size(), wanted.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i], Item(wanted[i])) << i;
}

TEST_F(CustomerOrdersSystem, the_newest_orders_are_one_query_of_one_item_more_from_the_end) {
  const auto explained =
      all.orders.db().load<CustomerWithNewestOrders>("customer_id"_f = kCustomerId).take(1).explain().value();
  EXPECT_EQ(explained.operation, "Query");
  EXPECT_EQ(explained.index, "");
  EXPECT_NE(explained.request_json.find("\"Limit\":2"), std::string::npos) << explained.request_json;
  EXPECT_NE(explained.request_json.find("\"ScanIndexForward\":false"), std::string::npos) << explained.request_json;
}

// A collection may grow. The cost of its newest orders must not depend on their number.
TEST_F(CustomerOrdersSystem, the_newest_orders_cost_the_same_however_many_there_are) {
  const auto recorder = std::make_shared<systems::RecordingDatabase>(*database);
  const OrdersRepository recorded(recorder);
  const auto cost = [&] {
    const auto got = recorded.get_customer_with_newest_orders(kCustomerId, 2);
    EXPECT_EQ((*got)->orders[1].order_id, "2020-12-01"_date);
    const auto requests = recorder->take();
    EXPECT_EQ(requests.size(), 1u);
    EXPECT_EQ(requests[0].evaluated_count, 3);
    return requests[0].capacity_units;
  };
  const double before = cost();
  ASSERT_TRUE(load_unrelated(all));
  EXPECT_EQ(cost(), before);
}

TEST_F(CustomerOrdersSystem, a_collection_of_more_than_a_page_is_read_to_its_end) {
  std::vector<Order> orders;
  const auto first = "1980-01-01"_date.days();
  for (int i = 0; i < 15'000; ++i) orders.push_back({"125", *pt::date::from(first + std::chrono::days(i))});
  ASSERT_TRUE(all.orders.db().replace_many(orders).run());
  const auto recorder = std::make_shared<systems::RecordingDatabase>(*database);
  const auto got = OrdersRepository(recorder).get_item_collection("125");
  ASSERT_TRUE(got && *got);
  EXPECT_GT(recorder->take().size(), 1u);
  std::reverse(orders.begin(), orders.end());
  EXPECT_EQ((*got)->orders, orders);
}

TEST_F(CustomerOrdersSystem, of_threads_that_place_an_order_on_one_date_exactly_one_wins) {
  for (int day = 1; day <= 9; ++day) {
    const pt::date date = *pt::date::from(2021, 1, day);
    std::atomic<int> won = 0, refused = 0;
    on_threads([&](int) {
      const auto placed = all.orders.place_order(kCustomerId, date);
      if (placed)
        ++won;
      else if (placed.error().code == ErrorCode::ConditionalCheckFailedException)
        ++refused;
      else
        ADD_FAILURE() << placed.error().message;
    });
    EXPECT_EQ(won, 1);
    EXPECT_EQ(refused, kThreads - 1);
  }
  EXPECT_EQ((*all.orders.get_item_collection(kCustomerId))->orders.size(), 3u + 9u);
}

TEST_F(CustomerOrdersSystem, a_refused_order_says_why) {
  const auto again = all.orders.place_order(kCustomerId, "2020-12-06"_date);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, "Customer 123 has an order of 2020-12-06 already");
  const auto nobody = all.orders.place_order(kNoCustomerId, "2020-12-06"_date);
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error().message, "There is no customer 9");
}

TEST_F(CustomerOrdersSystem, ulid_orders_of_threads_are_all_there_in_order) {
  constexpr int kOrders = 50;
  // The clock does not move, so all ids are of one millisecond.
  const UlidOrdersRepository orders(
      database, std::make_shared<pt::ulid_generator>([] { return "2021-01-01T00:00:00Z"_utc.ms(); }));
  std::vector<std::vector<pt::ulid>> placed(kThreads);
  on_threads([&](int thread) {
    for (int i = 0; i < kOrders; ++i) placed[std::size_t(thread)].push_back(orders.place_order(kCustomerId).value());
  });
  std::vector<pt::ulid> wanted;
  for (const auto& ids : placed) {
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    wanted.insert(wanted.end(), ids.begin(), ids.end());
  }
  for (const UlidOrder& order : sample_ulid_orders()) wanted.push_back(order.order_id);
  std::sort(wanted.rbegin(), wanted.rend());
  const auto got = orders.get_item_collection(kCustomerId);
  ASSERT_TRUE(got && *got);
  std::vector<pt::ulid> read;
  for (const UlidOrder& order : (*got)->orders) read.push_back(order.order_id);
  EXPECT_EQ(read, wanted);
}

TEST_F(CustomerOrdersSystem, bills_of_threads_add_up) {
  ASSERT_TRUE(all.orders.place_order("124", "2021-02-01"_date));
  std::atomic<int> won = 0;
  on_threads([&](int thread) {
    // Each thread has its own order, and all threads share one.
    const pt::date own = *pt::date::from(2021, 3, 1 + thread);
    EXPECT_TRUE(all.orders.place_order("124", own));
    EXPECT_TRUE(all.orders.bill_order("124", own, 10));
    if (all.orders.bill_order("124", "2021-02-01"_date, 1000)) ++won;
  });
  EXPECT_EQ(won, 1);
  EXPECT_EQ((*all.orders.get_customer("124"))->balance_cents, 1000 + 10 * kThreads);
}

TEST_F(CustomerOrdersSystem, an_unknown_customer_has_no_collection) {
  EXPECT_EQ(all.orders.get_item_collection(kNoCustomerId).value(), std::nullopt);
  EXPECT_EQ(all.orders.get_customer_with_newest_orders(kNoCustomerId, 5).value(), std::nullopt);
}

TEST_F(CustomerOrdersSystem, its_tables_verify) {
  ASSERT_TRUE(load_unrelated(all));
  EXPECT_TRUE(all.appointments.db().verify().value().findings.empty());
  EXPECT_TRUE(all.ulid_orders.db().verify().value().findings.empty());
}

}  // namespace customer_orders_test
}  // namespace customer_orders
