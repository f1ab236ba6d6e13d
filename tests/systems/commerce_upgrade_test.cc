// Version 2 of the commerce system's model on the live table of version 1. Its three new access patterns must find the
// old orders.
#include <gmock/gmock.h>
#include <partita/open.h>

#include "commerce/model_v1.h"
#include "commerce/patterns.h"
#include "commerce/sample_data.h"
#include "commerce/system.h"
#include "shared/load.h"
#include "shared/measure.h"
#include "support/test_database.h"

namespace commerce {
namespace commerce_upgrade_test {

using namespace partita;
using namespace pt::literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Earlier = pt::db<v1::Commerce>;

// The data that a program of version 1 has written: the sample, with the last status of each order.
void load(const Earlier& shop) {
  ASSERT_TRUE(systems::put_all(shop, sample_customers()));
  for (const SampleOrder& sample : sample_orders()) {
    Order order = sample.order;
    if (!sample.history.empty()) order.status = OrderStatus::CREATED;
    ASSERT_TRUE(shop.create(order).run());
    ASSERT_TRUE(systems::put_all(shop, sample.items));
    for (const StatusEvent& event : sample.history)
      ASSERT_TRUE(shop.transact(pt::update<v1::OrderE>("customerId"_f = order.customerId, "orderId"_f = order.orderId)
                                    .set("status"_f = event.newStatus)
                                    .expect_version(event.newVersion - 1),
                                pt::create(event))
                      .run());
  }
}

class CommerceUpgrade : public testing::TestWithParam<test::Combination> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(earlier.create_table_if_missing().run());
    load(earlier);
  }

  // The database's background jobs run while the upgrade waits.
  Result<void> upgraded() {
    return shop->upgrade([this](const pt::UpgradeReport&) {
      EXPECT_TRUE(database.run_due());
      return true;
    });
  }
  // The faults in the answers, requests and reads of the patterns.
  std::vector<std::string> wrong(const std::vector<systems::AccessPattern>& patterns) {
    std::vector<std::string> all;
    for (const systems::AccessPattern& pattern : patterns)
      if (const auto measured = systems::measure(pattern, *recorder); measured.wrong)
        all.push_back(pattern.name + ": " + *measured.wrong);
    return all;
  }

  test::TestDatabase database{GetParam()};
  const std::shared_ptr<systems::RecordingDatabase> recorder =
      std::make_shared<systems::RecordingDatabase>(database.database());
  const Earlier earlier{recorder};
  const std::shared_ptr<CommerceRepository> shop = std::make_shared<CommerceRepository>(recorder);
};
INSTANTIATE_TEST_SUITE_P(Everywhere, CommerceUpgrade,
                         testing::Values(test::Combination{test::Access::Embedded, test::Storage::Memory},
                                         test::Combination{test::Access::Embedded, test::Storage::Rocks},
                                         test::Combination{test::Access::Http, test::Storage::Memory}),
                         [](const auto& combination) { return name_of(combination.param); });

TEST_P(CommerceUpgrade, the_plan_says_what_has_to_happen) {
  const auto plan = shop->db().plan_upgrade().value();
  EXPECT_EQ(to_text(plan),
            "commerce_single_table: rewrite 16 items\n"
            "commerce_single_table: add index gsi_orders_by_day (GSI4PK HASH, GSI4SK RANGE; ALL)\n"
            "commerce_single_table: add index gsi_items_by_sku (GSI5PK HASH, GSI5SK RANGE; ALL)\n"
            "commerce_single_table: add index gsi_items_by_status (GSI6PK HASH, GSI6SK RANGE; ALL)\n");
  EXPECT_EQ(plan.items.read, 22);
  const auto refused = shop->create_table_if_missing();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("db.upgrade() adds the index"));
}

TEST_P(CommerceUpgrade, all_patterns_answer_on_what_version_1_wrote) {
  const auto done = upgraded();
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_THAT(shop->db().plan_upgrade().value().steps, IsEmpty());
  EXPECT_THAT(shop->db().verify().value().findings, IsEmpty());
  EXPECT_THAT(wrong(read_patterns(shop)), IsEmpty());
  EXPECT_THAT(wrong(feed_patterns(shop)), IsEmpty());
  EXPECT_THAT(wrong(write_patterns(shop)), IsEmpty());
}

// Programs of version 1 continue to run until they are replaced. The next upgrade must find the rows that they write
// later.
TEST_P(CommerceUpgrade, what_version_1_writes_later_is_found_by_another_upgrade) {
  ASSERT_TRUE(upgraded());
  const Order late{"C1", "O99", "2026-03-20T12:00:00Z"_utc, OrderStatus::CREATED, 100, 1};
  ASSERT_TRUE(earlier.create(late).run());
  ASSERT_TRUE(earlier
                  .run(pt::update<v1::LineItemE>("customerId"_f = "C1", "orderId"_f = "O1", "itemId"_f = "I1")
                           .set("itemStatus"_f = ItemStatus::SHIPPED))
                  .run());
  const auto day = [&] {
    return shop->list_orders_between_newest_first("2026-03-20T00:00:00Z"_utc, "2026-03-20T23:59:59Z"_utc, 10).value();
  };
  EXPECT_THAT(day(), IsEmpty());
  EXPECT_EQ(to_text(shop->db().plan_upgrade().value()), "commerce_single_table: rewrite 2 items\n");
  ASSERT_TRUE(upgraded());
  EXPECT_THAT(day(), ElementsAre(late));
  EXPECT_EQ(shop->list_items_by_status(ItemStatus::SHIPPED, 10).value().size(), 3u);
}

// The demo runs on a table that an earlier demo has left.
TEST(CommerceDemo, starts_on_a_table_of_version_1) {
  const std::shared_ptr<Database> database = open("", {.in_memory = true}).value();
  const Earlier earlier(database);
  ASSERT_TRUE(earlier.create_table_if_missing().run());
  load(earlier);
  const auto started = system().start(database);
  ASSERT_TRUE(started) << started.error().message;
  for (const systems::AccessPattern& pattern : feed_patterns(std::make_shared<CommerceRepository>(database)))
    EXPECT_EQ(pattern.check(), std::nullopt) << pattern.name;
}

}  // namespace commerce_upgrade_test
}  // namespace commerce
