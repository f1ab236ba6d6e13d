// Background jobs: time to live, backfills at the same time as writes, dropped tables; and reopening in the middle of
// them.
#include "engine/jobs/jobs.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "keys/system_keys.h"
#include "support/power_cut_file_system.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "value/limits.h"

namespace partita::engine {
namespace jobs_test {

using test::create_request;
using test::get_request;
using test::kStartMs;
using test::put_request;
using test::time_to_live_request;

constexpr std::int64_t kNow = kStartMs / 1000;
const test::IndexShape kByOwner{
    .name = "by_owner", .partition = {"owner:S"}, .sort = {"n:N"}, .projection = ProjectionType::KeysOnly};

class JobsTest : public testing::Test {
 protected:
  JobsTest() { EXPECT_TRUE(engine_.create_table(create_request("items", "pk:S"))); }

  void put(const std::string& key, AttributeValue expires) {
    ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", key}, {"expires", std::move(expires)}})));
  }
  bool has(const std::string& key) { return engine_.get_item(get_request("items", {{"pk", key}}))->item.has_value(); }
  TimeToLiveStatus status() {
    return engine_.describe_time_to_live({.table_name = "items"})
        ->time_to_live_description.time_to_live_status->value();
  }
  std::size_t expiry_entries() {
    const auto id = engine_.context().catalog.find("items")->id;
    return test::keys_between(engine_.engine().store(), keys::index_lower(id, keys::kExpiryIndex),
                              keys::index_upper(id, keys::kExpiryIndex));
  }
  std::size_t keys_of(keys::TableId table) {
    return test::keys_between(engine_.engine().store(), keys::table_lower(table), keys::table_upper(table));
  }

  test::TestEngine engine_;
};

TEST_F(JobsTest, items_expire_by_the_rules_of_the_service) {
  ASSERT_TRUE(engine_.update_time_to_live(time_to_live_request("items", "expires", true)));
  ASSERT_TRUE(engine_.run_jobs());
  ASSERT_EQ(status(), TimeToLiveStatus::Enabled);
  put("past", kNow - 1);
  put("now", kNow);
  put("future", kNow + 100);
  put("ancient", kNow - limits::kTimeToLivePastSeconds - 1);
  put("almost ancient", kNow - limits::kTimeToLivePastSeconds);
  put("text", std::to_string(kNow - 1));
  put("negative", -5);
  put("moved on", kNow - 1);
  put("moved on", kNow + 50);
  put("removed", kNow - 1);
  ASSERT_TRUE(engine_.update_item(test::update_request("items", {{"pk", "removed"}}, "REMOVE expires")));
  ASSERT_TRUE(engine_.run_jobs());
  for (const char* gone : {"past", "almost ancient"}) EXPECT_FALSE(has(gone)) << gone;
  for (const char* stays : {"now", "future", "ancient", "text", "negative", "moved on", "removed"})
    EXPECT_TRUE(has(stays)) << stays;
  engine_.expect_clean();
  engine_.clock().advance_ms(60'000);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_FALSE(has("now"));
  EXPECT_FALSE(has("moved on"));
  EXPECT_TRUE(has("future"));
  engine_.expect_clean();
}

TEST_F(JobsTest, enabling_time_to_live_reaches_items_that_are_there_and_disabling_forgets_them) {
  for (int i = 0; i < 300; ++i) put("k" + std::to_string(i), kNow + i);
  ASSERT_TRUE(engine_.update_time_to_live(time_to_live_request("items", "expires", true)));
  EXPECT_EQ(status(), TimeToLiveStatus::Enabling);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(expiry_entries(), 300u);
  engine_.expect_clean();
  engine_.clock().advance_ms(100'000);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_FALSE(has("k99"));
  EXPECT_TRUE(has("k100"));
  ASSERT_TRUE(engine_.update_time_to_live(time_to_live_request("items", "expires", false)));
  EXPECT_EQ(status(), TimeToLiveStatus::Disabling);
  engine_.clock().advance_ms(100'000);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(status(), TimeToLiveStatus::Disabled);
  EXPECT_EQ(expiry_entries(), 0u);
  EXPECT_TRUE(has("k100"));
}

TEST_F(JobsTest, a_backfill_beside_writers_ends_with_a_clean_index) {
  const auto write = [&](std::mt19937& random) {
    const std::string key = "k" + std::to_string(random() % 400);
    if (random() % 4 == 0) {
      (void)engine_.delete_item(test::delete_request("items", {{"pk", key}}));
      return;
    }
    AttributeMap item{{"pk", key}, {"n", random() % 50}};
    if (random() % 5 != 0) item.set("owner", "o" + std::to_string(random() % 4));
    ASSERT_TRUE(engine_.put_item(put_request("items", item)));
  };
  std::mt19937 first(1);
  for (int i = 0; i < 600; ++i) write(first);
  std::atomic<bool> stop = false;
  std::vector<std::thread> writers;
  for (unsigned seed : {2u, 3u})
    writers.emplace_back([&, seed] {
      std::mt19937 random(seed);
      while (!stop) write(random);
    });
  for (int round = 0; round < 8; ++round) {
    EXPECT_TRUE(engine_.update_table(test::add_index_request("items", kByOwner)));
    EXPECT_TRUE(engine_.run_jobs());
    EXPECT_EQ(engine_.describe_table({.table_name = "items"})->table.global_secondary_indexes->front().index_status,
              IndexStatus::Active);
    if (round == 7) break;
    EXPECT_TRUE(engine_.update_table(test::drop_index_request("items", "by_owner")));
    EXPECT_TRUE(engine_.run_jobs());
  }
  stop = true;
  for (std::thread& writer : writers) writer.join();
  engine_.expect_clean();
}

// The items are older than the index, and a key attribute has a type that the index refuses.
TEST_F(JobsTest, a_backfill_skips_items_whose_key_attributes_have_another_type) {
  ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", "a"}, {"owner", 1}, {"n", 1}})));
  ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", "b"}, {"owner", "o"}, {"n", "text"}})));
  ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", "c"}, {"owner", "o"}, {"n", 1}})));
  ASSERT_TRUE(engine_.update_table(test::add_index_request("items", kByOwner)));
  auto scan = test::scan_request("items");
  scan.index_name = "by_owner";
  EXPECT_FALSE(engine_.scan(scan)) << "read before the backfill";
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(engine_.scan(scan)->count, 1);
  engine_.expect_clean();
}

// Index ids are never reused, and the highest ones are reserved for the system.
TEST_F(JobsTest, a_table_whose_index_ids_are_used_up_takes_no_more_indexes) {
  const auto table = engine_.context().catalog.find("items");
  ASSERT_TRUE(engine_.context().catalog.update(table->id, [](catalog::TableInfo& now) -> Result<void> {
    now.next_index_id = keys::kFirstSystemIndex;
    return {};
  }));
  const auto added = engine_.update_table(test::add_index_request("items", kByOwner));
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, ErrorCode::LimitExceededException);
}

TEST_F(JobsTest, a_table_deleted_under_writers_leaves_no_key) {
  std::atomic<bool> stop = false;
  std::vector<std::thread> writers;
  for (int number : {1, 2})
    writers.emplace_back([&, number] {
      for (int i = 0; !stop; ++i)
        (void)engine_.put_item(put_request("victim", {{"pk", std::to_string(i % 100)}, {"owner", "o"}, {"n", number}}));
    });
  for (int round = 0; round < 20; ++round) {
    ASSERT_TRUE(engine_.create_table(create_request("victim", "pk:S", "", {kByOwner})));
    const auto id = engine_.context().catalog.find("victim")->id;
    while (keys_of(id) == 0) std::this_thread::yield();
    ASSERT_TRUE(engine_.delete_table({.table_name = "victim"}));
    ASSERT_TRUE(engine_.run_jobs());
    EXPECT_EQ(keys_of(id), 0u);
  }
  stop = true;
  for (std::thread& writer : writers) writer.join();
}

}  // namespace jobs_test
}  // namespace partita::engine
