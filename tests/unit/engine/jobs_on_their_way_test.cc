// Background jobs at the same time as writers whose batches are under way. The store lags behind the writers' agreed
// state.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "keys/system_keys.h"
#include "storage/memory/memory_store.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "support/watched_store.h"

namespace partita::engine {
namespace jobs_on_their_way_test {

using test::create_request;
using test::put_request;

constexpr std::int64_t kNow = test::kStartMs / 1000;
const test::IndexShape kByOwner{.name = "by_owner", .partition = {"owner:S"}, .sort = {"n:N"}};

class JobsOnTheirWay : public testing::Test {
 protected:
  JobsOnTheirWay()
      : engine_(std::make_unique<test::WatchedStore>(storage::make_memory_store(), watch_),
                {.sync = storage::Store::Sync::Yes}) {
    EXPECT_TRUE(engine_.create_table(create_request("items", "pk:S")));
  }

  // Keeps some writes of a few items under way together, until `stop`.
  void keep_writing(const std::string& table, unsigned seed, const std::atomic<bool>& stop) {
    std::mt19937 random(seed);
    while (!stop) {
      std::vector<std::future<Result<PutItemResponse>>> puts;
      std::vector<std::future<Result<DeleteItemResponse>>> deletions;
      std::vector<std::future<Result<UpdateItemResponse>>> updates;
      for (int i = 0; i < 16; ++i) {
        const AttributeMap key{{"pk", "k" + std::to_string(random() % 30)}};
        switch (random() % 4) {
          case 0:
            deletions.push_back(engine_.start_delete_item(test::delete_request(table, key)));
            break;
          case 1:
            updates.push_back(engine_.start_update_item(
                test::update_request(table, key, "ADD n :one REMOVE expires", {{":one", 1}})));
            break;
          default: {
            AttributeMap item = key;
            item.set("n", random() % 50);
            item.set("expires", kNow + std::int64_t(random() % 2000));
            if (random() % 5 != 0) item.set("owner", "o" + std::to_string(random() % 4));
            puts.push_back(engine_.start_put_item(put_request(table, std::move(item))));
          }
        }
      }
      for (auto& answer : puts) (void)answer.get();
      for (auto& answer : deletions) (void)answer.get();
      for (auto& answer : updates) (void)answer.get();
    }
  }
  template <class Work>
  void beside_writers(const std::string& table, Work work) {
    std::atomic<bool> stop = false;
    std::vector<std::thread> writers;
    for (unsigned seed : {1u, 2u}) writers.emplace_back([&, seed] { keep_writing(table, seed, stop); });
    work();
    stop = true;
    for (std::thread& writer : writers) writer.join();
  }

  const std::shared_ptr<test::WatchedStore::Watch> watch_ = std::make_shared<test::WatchedStore::Watch>();
  test::TestEngine engine_;
};

TEST_F(JobsOnTheirWay, backfills_and_dropped_indexes_leave_a_clean_table) {
  beside_writers("items", [&] {
    for (int round = 0; round < 12; ++round) {
      EXPECT_TRUE(engine_.update_table(test::add_index_request("items", kByOwner)));
      EXPECT_TRUE(engine_.run_jobs());
      EXPECT_TRUE(engine_.update_table(test::drop_index_request("items", "by_owner")));
      EXPECT_TRUE(engine_.run_jobs());
    }
    EXPECT_TRUE(engine_.update_table(test::add_index_request("items", kByOwner)));
    EXPECT_TRUE(engine_.run_jobs());
  });
  engine_.expect_clean();
  EXPECT_EQ(engine_.statistics().locks.entries, 0u);
}

TEST_F(JobsOnTheirWay, expired_items_are_deleted_and_those_given_another_time_stay) {
  ASSERT_TRUE(engine_.update_table(test::add_index_request("items", kByOwner)));
  ASSERT_TRUE(engine_.run_jobs());
  beside_writers("items", [&] {
    for (int round = 0; round < 6; ++round) {
      EXPECT_TRUE(engine_.update_time_to_live(test::time_to_live_request("items", "expires", true)));
      for (int sweep = 0; sweep < 10; ++sweep) {
        EXPECT_TRUE(engine_.run_jobs());
        engine_.clock().advance_ms(20'000);
      }
      EXPECT_TRUE(engine_.update_time_to_live(test::time_to_live_request("items", "expires", false)));
      EXPECT_TRUE(engine_.run_jobs());
    }
    EXPECT_TRUE(engine_.update_time_to_live(test::time_to_live_request("items", "expires", true)));
    EXPECT_TRUE(engine_.run_jobs());
  });
  engine_.expect_clean();
}

TEST_F(JobsOnTheirWay, a_table_deleted_under_writers_leaves_no_key) {
  beside_writers("victim", [&] {
    for (int round = 0; round < 20; ++round) {
      ASSERT_TRUE(engine_.create_table(create_request("victim", "pk:S", "", {kByOwner})));
      const auto id = engine_.context().catalog.find("victim")->id;
      const auto keys_left = [&] {
        return test::keys_between(engine_.engine().store(), keys::table_lower(id), keys::table_upper(id));
      };
      while (keys_left() == 0) std::this_thread::yield();
      ASSERT_TRUE(engine_.delete_table({.table_name = "victim"}));
      ASSERT_TRUE(engine_.run_jobs());
      EXPECT_EQ(keys_left(), 0u);
    }
  });
}

// The sweep must see the item as the earlier writer made it, although the store does not have it yet.
TEST_F(JobsOnTheirWay, an_item_whose_new_time_is_on_its_way_does_not_expire) {
  ASSERT_TRUE(engine_.update_time_to_live(test::time_to_live_request("items", "expires", true)));
  ASSERT_TRUE(engine_.run_jobs());
  ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", "a"}, {"expires", kNow - 1}})));
  watch_->close_gate();
  auto later = engine_.start_update_item(
      test::update_request("items", {{"pk", "a"}}, "SET expires = :later", {{":later", kNow + 100}}));
  std::thread jobs([&] { EXPECT_TRUE(engine_.run_jobs()); });
  watch_->open_gate();
  EXPECT_TRUE(later.get());
  jobs.join();
  EXPECT_TRUE(engine_.get_item(test::get_request("items", {{"pk", "a"}}))->item);
  engine_.expect_clean();
}

}  // namespace jobs_on_their_way_test
}  // namespace partita::engine
