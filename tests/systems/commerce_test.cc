// The commerce system's promises beyond its access patterns: its keys, its locks, its table.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/open.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "commerce/patterns.h"
#include "commerce/sample_data.h"
#include "shared/expectations.h"
#include "shared/recording_database.h"
#include "support/test_database.h"

namespace commerce {
namespace commerce_test {

using namespace partita;
using namespace pt::literals;

class CommerceSystem : public testing::Test {
 protected:
  void SetUp() override {
    const auto created = shop.create_table_if_missing();
    ASSERT_TRUE(created) << created.error().message;
  }
  // The stored form of the item.
  AttributeMap stored(const std::string& partition, const std::string& sort) {
    const auto got = database->get_item(
        {.table_name = "commerce_single_table", .key = AttributeMap{{"PK", partition}, {"SK", sort}}});
    return got && got->item ? got->item->to_map() : AttributeMap();
  }
  static Order order(const std::string& id) {
    return {"C1", id, "2026-03-01T09:30:00.007Z"_utc, OrderStatus::PAID, 5, 1};
  }

  const std::shared_ptr<Database> database = partita::open("", {.in_memory = true}).value();
  CommerceRepository shop{database};
};

TEST_F(CommerceSystem, keys_are_the_documents) {
  ASSERT_TRUE(shop.put_customer({"C1", "Ada", ""}));
  ASSERT_TRUE(shop.put_order(order("O100")));
  ASSERT_TRUE(shop.put_order_item({"C1", "O100", "I1", "SKU", 1, 5}));
  ASSERT_TRUE(shop.update_order_status("C1", "O100", OrderStatus::PARTIALLY_FULFILLED, {}));
  EXPECT_FALSE(stored("CUST#C1", "PROFILE#C1").empty());
  EXPECT_FALSE(stored("CUST#C1", "ORDER#O100#ITEM#I1").empty());
  const AttributeMap header = stored("CUST#C1", "ORDER#O100");
  const std::pair<const char*, const char*> keys[] = {
      {"GSI1PK", "CUST#C1"},
      {"GSI1SK", "ORDER#2026-03-01T09:30:00.007Z#O100"},
      {"GSI2PK", "STATUS#PARTIALLY_FULFILLED"},
      {"GSI2SK", "ORDER#2026-03-01T09:30:00.007Z#CUST#C1#O100"},
      {"GSI3PK", "CUST#C1#STATUS#PARTIALLY_FULFILLED"},
      {"GSI3SK", "ORDER#2026-03-01T09:30:00.007Z#O100"},
  };
  for (const auto& [attribute, value] : keys) {
    ASSERT_TRUE(header.contains(attribute)) << attribute;
    EXPECT_EQ(header.find(attribute)->s(), value);
  }
  // Events have no entry in any index.
  const AttributeMap event = stored("CUST#C1", "ORDER_STATUS_EVT#O100#V#0000000000000000002");
  EXPECT_FALSE(event.empty());
  for (const auto& [attribute, value] : keys) EXPECT_FALSE(event.contains(attribute)) << attribute;
}

TEST_F(CommerceSystem, the_eight_statuses_are_stored_by_their_names) {
  using enum OrderStatus;
  const std::pair<OrderStatus, const char*> statuses[] = {{CREATED, "CREATED"},
                                                          {AWAITING_PAYMENT, "AWAITING_PAYMENT"},
                                                          {PAID, "PAID"},
                                                          {IN_FULFILLMENT, "IN_FULFILLMENT"},
                                                          {PARTIALLY_FULFILLED, "PARTIALLY_FULFILLED"},
                                                          {FULFILLED, "FULFILLED"},
                                                          {CANCELLED, "CANCELLED"},
                                                          {REFUNDED, "REFUNDED"}};
  ASSERT_TRUE(shop.put_order(order("O1")));
  std::int64_t version = 1;
  for (const auto& [status, text] : statuses) {
    ASSERT_EQ(shop.update_order_status_with_history("C1", "O1", status, version, {}).value(), version + 1);
    ++version;
    EXPECT_EQ(stored("CUST#C1", "ORDER#O1").find("status")->s(), text);
    EXPECT_EQ(shop.get_order_header("C1", "O1").value()->status, status);
    EXPECT_EQ(shop.list_orders_by_status_newest_first(status, 10).value().size(), 1u);
  }
}

TEST_F(CommerceSystem, history_is_in_the_order_of_numbers) {
  ASSERT_TRUE(shop.put_order(order("O1")));
  for (std::int64_t version = 1; version < 12; ++version)
    ASSERT_TRUE(shop.update_order_status_with_history("C1", "O1", OrderStatus::PAID, version, {}));
  const auto history = shop.list_order_status_history_newest_first("C1", "O1", 4).value();
  EXPECT_EQ(systems::joined(history, [](const StatusEvent& event) { return std::to_string(event.newVersion); }),
            "12 11 10 9");
}

TEST_F(CommerceSystem, an_id_cannot_reach_into_another_key) {
  const std::string sly = "O1#ITEM#I1";
  ASSERT_TRUE(shop.put_order(order("O1")));
  ASSERT_TRUE(shop.put_order(order(sly)));
  ASSERT_TRUE(shop.put_order_item({"C1", "O1", "I1", "SKU", 1, 5}));
  EXPECT_EQ(shop.get_order_with_items("C1", "O1").value()->items.size(), 1u);
  EXPECT_EQ(shop.get_order_header("C1", sly).value()->orderId, sly);
  EXPECT_FALSE(shop.get_order_item("C1", "O1", "I1").value() == std::nullopt);
}

TEST_F(CommerceSystem, a_page_token_is_good_for_its_customer_only) {
  for (const char* id : {"O1", "O2", "O3"}) ASSERT_TRUE(shop.put_order(order(id)));
  const auto page = shop.list_orders_for_customer_newest_first_page("C1", 2, std::nullopt);
  ASSERT_TRUE(page && page->next);
  const auto foreign = shop.list_orders_for_customer_newest_first_page("C2", 2, page->next);
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error().code, ErrorCode::ValidationException);
}

TEST_F(CommerceSystem, bad_arguments_are_refused) {
  EXPECT_FALSE(shop.list_orders_for_customer_newest_first("C1", 0));
  EXPECT_FALSE(shop.put_order(order(std::string(2000, 'O'))));
  const auto foreign_item = shop.create_order_with_items_atomic(order("O1"), {{"C1", "O2", "I1", "SKU", 1, 5}});
  ASSERT_FALSE(foreign_item);
  EXPECT_EQ(foreign_item.error().message, "item I1 is not of order O1");
  EXPECT_FALSE(shop.get_order_header("C1", "O1").value());
}

TEST_F(CommerceSystem, a_range_of_dates_is_refused_backwards_or_too_long) {
  for (const auto& [begin, end] : {std::pair("2026-03-02T00:00:00Z"_utc, "2026-03-01T00:00:00Z"_utc),
                                   std::pair("2025-03-01T00:00:00Z"_utc, "2026-03-02T00:00:00Z"_utc)}) {
    const auto orders = shop.list_orders_between_newest_first(begin, end, 1);
    ASSERT_FALSE(orders);
    EXPECT_EQ(orders.error().message, "orders are listed of 1 to 366 days");
  }
}

TEST_F(CommerceSystem, a_table_of_another_shape_is_refused) {
  const auto other = std::shared_ptr(partita::open("", {.in_memory = true}).value());
  CreateTableRequest request = create_table_request(*shop.db().session(), Commerce::info());
  request.global_secondary_indexes->back().projection->projection_type = ProjectionType::KeysOnly;
  const auto created = other->create_table(request);
  ASSERT_TRUE(created) << created.error().message;
  const auto refused = CommerceRepository(other).create_table_if_missing();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("gsi_items_by_status"), std::string::npos) << refused.error().message;
}

TEST_F(CommerceSystem, every_item_has_the_keys_that_its_members_say) {
  ASSERT_TRUE(load_sample(shop));
  const auto shared = std::make_shared<CommerceRepository>(database);
  for (const auto& patterns : {feed_patterns(shared), write_patterns(shared)})
    for (const auto& pattern : patterns) {
      if (pattern.before) {
        ASSERT_FALSE(pattern.before());
      }
      EXPECT_EQ(pattern.check(), std::nullopt) << pattern.name;
    }
  const auto report = shop.db().verify().value();
  EXPECT_GT(report.items, 10);
  EXPECT_TRUE(report.findings.empty()) << report.findings.front().detail;
}

TEST_F(CommerceSystem, the_nineteen_methods_are_all_shown) {
  const auto shared = std::make_shared<CommerceRepository>(database);
  std::vector<std::string> methods;
  for (const auto& patterns : {read_patterns(shared), write_patterns(shared)})
    for (const auto& pattern : patterns) methods.push_back(pattern.method);
  std::sort(methods.begin(), methods.end());
  EXPECT_EQ(std::unique(methods.begin(), methods.end()) - methods.begin(), 19);
}

// ---- many writers of one order

constexpr int kThreads = 8;
constexpr int kChangesOfEach = 25;

StatusChange change_by(int thread) { return {"2026-03-01T00:00:00Z"_utc, "thread " + std::to_string(thread), ""}; }

// Each thread changes the status until it has succeeded kChangesOfEach times. `change` returns whether it succeeded.
template <class Change>
void race(Change change) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([thread, &change] {
      for (int done = 0; done < kChangesOfEach;) done += change(thread) ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
}

void expect_complete_history(const CommerceRepository& shop) {
  const auto order = shop.get_order_header("C1", "O1").value();
  const auto history = shop.list_order_status_history_newest_first("C1", "O1", 10'000).value();
  constexpr int kChanges = kThreads * kChangesOfEach;
  EXPECT_EQ(order->version, 1 + kChanges);
  ASSERT_EQ(history.size(), std::size_t(kChanges));
  std::vector<int> changes_of(kThreads);
  for (int i = 0; i < kChanges; ++i) {
    EXPECT_EQ(history[std::size_t(i)].newVersion, 1 + kChanges - i);
    ++changes_of[std::size_t(history[std::size_t(i)].changedBy.back() - '0')];
  }
  for (const int changes : changes_of) EXPECT_EQ(changes, kChangesOfEach);
  EXPECT_EQ(order->status, history.front().newStatus);
  EXPECT_EQ(shop.list_orders_by_status_newest_first(order->status, 10).value().size(), 1u);
}

bool succeeded(const Result<std::int64_t>& version) {
  EXPECT_TRUE(version || systems::is_conflict(version.error()) ||
              version.error().code == ErrorCode::TransactionConflictException)
      << version.error().message;
  return version.has_value();
}

// Runs over HTTP too, because there the answers of the writers cross each other.
class CommerceRace : public testing::TestWithParam<test::Combination> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(shop.create_table_if_missing());
    ASSERT_TRUE(shop.put_order({"C1", "O1", "2026-03-01T09:30:00Z"_utc, OrderStatus::CREATED, 5, 1}));
  }

  test::TestDatabase database{GetParam()};
  CommerceRepository shop{std::make_shared<systems::RecordingDatabase>(database.database())};
};

TEST_P(CommerceRace, concurrent_changes_of_one_order_lose_nothing) {
  race([this](int thread) {
    const auto status = OrderStatus(thread % 8);
    return succeeded(shop.update_order_status("C1", "O1", status, change_by(thread)));
  });
  expect_complete_history(shop);
}

// Each version is the one that the threads saw last, so many of them try to change the same one. Exactly one of them
// succeeds.
TEST_P(CommerceRace, concurrent_changes_from_one_version_have_one_winner) {
  std::atomic<std::int64_t> version = 1;
  race([&](int thread) {
    std::int64_t seen = version;
    const auto changed =
        shop.update_order_status_with_history("C1", "O1", OrderStatus(thread % 8), seen, change_by(thread));
    if (!succeeded(changed)) return false;
    EXPECT_TRUE(version.compare_exchange_strong(seen, *changed));
    return true;
  });
  expect_complete_history(shop);
}

INSTANTIATE_TEST_SUITE_P(Everywhere, CommerceRace,
                         testing::Values(test::Combination{test::Access::Embedded, test::Storage::Memory},
                                         test::Combination{test::Access::Embedded, test::Storage::Rocks},
                                         test::Combination{test::Access::Http, test::Storage::Memory}),
                         [](const auto& combination) { return name_of(combination.param); });

}  // namespace commerce_test
}  // namespace commerce
