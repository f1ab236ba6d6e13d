// The shop's counts of orders by day and status, which a handler of the stream keeps.
#include <gtest/gtest.h>
#include <partita/open.h>

#include "commerce/order_counts.h"
#include "commerce/repository.h"
#include "systems/crashing_database.h"

namespace commerce {
namespace commerce_order_counts_test {

using namespace partita;
using namespace pt::literals;

constexpr auto kDay = "2026-03-01"_date;

class CommerceOrderCounts : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(shop.create_table_if_missing());
    ASSERT_TRUE(shop.db().enable_stream<Commerce>().run());
  }

  // Four orders of one day and one of another, three of which change their status, and one that is removed.
  void trade() {
    for (int n = 0; n < 4; ++n) ASSERT_TRUE(shop.put_order(order("O" + std::to_string(n), "2026-03-01T09:30:00Z"_utc)));
    ASSERT_TRUE(shop.put_order(order("X", "2026-03-02T00:00:00Z"_utc)));
    ASSERT_TRUE(shop.put_customer({"C1", "Ada", ""}));
    for (const char* id : {"O0", "O1", "X"}) ASSERT_TRUE(shop.update_order_status("C1", id, OrderStatus::PAID, {}));
    ASSERT_TRUE(shop.update_order_status("C1", "O0", OrderStatus::REFUNDED, {}));
    ASSERT_TRUE(shop.db().remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O3").any_version().run());
  }
  static Order order(const std::string& id, pt::utc_ms created) {
    return {"C1", id, created, OrderStatus::CREATED, 5, 1};
  }
  static std::vector<StatusCount> expected() {
    return {{kDay, OrderStatus::CREATED, 1}, {kDay, OrderStatus::PAID, 1}, {kDay, OrderStatus::REFUNDED, 1}};
  }

  std::string checkpoint() {
    const pt::db<OrderCounts> counts{database};
    const auto stored = counts.get<CheckpointE>("handler"_f = "orders per day and status").run();
    return stored && *stored ? (*stored)->position : "";
  }
  // Counts until the handler has seen every change that the shop has made.
  void catch_up(const std::shared_ptr<Database>& on) {
    auto counter = OrderCounter::start(on);
    ASSERT_TRUE(counter) << counter.error().message;
    const std::string last = shop.db().subscribe<Commerce>().value().next().value().back().checkpoint;
    while (checkpoint() != last) ASSERT_TRUE(counter->count_next());
    EXPECT_EQ(counter->counts_of(kDay).value(), expected());
    EXPECT_EQ(counter->counts_of("2026-03-02"_date).value(),
              (std::vector<StatusCount>{{"2026-03-02"_date, OrderStatus::PAID, 1}}));
  }

  const std::shared_ptr<Database> database = partita::open("", {.in_memory = true}).value();
  CommerceRepository shop{database};
};

TEST_F(CommerceOrderCounts, every_change_counts_once_over_a_restart_of_the_handler) {
  trade();
  catch_up(database);
  const std::string before = checkpoint();
  ASSERT_TRUE(shop.put_customer({"C2", "Bob", ""}));
  catch_up(database);
  EXPECT_GT(checkpoint(), before);
}

TEST_F(CommerceOrderCounts, a_waiting_handler_is_woken_by_the_shop) {
  auto counter = OrderCounter::start(database).value();
  ASSERT_TRUE(shop.put_order(order("O1", "2026-03-01T09:30:00Z"_utc)));
  ASSERT_TRUE(counter.count_next());
  EXPECT_EQ(counter.counts_of(kDay).value(), (std::vector<StatusCount>{{kDay, OrderStatus::CREATED, 1}}));
}

TEST_F(CommerceOrderCounts, deleted_counts_are_made_again_from_the_stream) {
  trade();
  catch_up(database);
  ASSERT_TRUE(database->delete_table({.table_name = "commerce_order_counts"}));
  catch_up(database);
}

TEST_F(CommerceOrderCounts, a_second_handler_cannot_count_a_change_again) {
  trade();
  auto first = OrderCounter::start(database).value();
  auto second = OrderCounter::start(database).value();
  ASSERT_TRUE(first.count_next());
  EXPECT_EQ(second.count_next().error().code, ErrorCode::ConditionalCheckFailedException);
  catch_up(database);
}

// The handler ends at each of its requests, before the request is carried out and after it, without an answer.
TEST_F(CommerceOrderCounts, a_crash_at_any_request_counts_no_change_twice_and_loses_none) {
  trade();
  bool crashed = true;
  for (int left = 0; crashed; ++left)
    for (const bool carries_out : {false, true}) {
      (void)database->delete_table({.table_name = "commerce_order_counts"});
      const auto crashing = std::make_shared<test::CrashingDatabase>(*database, left, carries_out);
      if (auto counter = OrderCounter::start(crashing)) (void)counter->count_next();
      crashed = crashing->crashed();
      catch_up(database);
      ASSERT_FALSE(HasFatalFailure()) << left << " requests, the last one carried out: " << carries_out;
    }
}

}  // namespace commerce_order_counts_test
}  // namespace commerce
