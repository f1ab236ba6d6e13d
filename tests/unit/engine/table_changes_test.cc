// Concurrent changes of one table. The facts that an operation checked must still hold when it changes the table.
#include <gtest/gtest.h>

#include <latch>
#include <thread>

#include "storage/memory/memory_store.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "support/watched_store.h"

namespace partita::engine {
namespace table_changes_test {

using test::create_request;

class TableChanges : public testing::Test {
 protected:
  void open(std::chrono::milliseconds table_delay = {}) {
    engine_ = std::make_unique<test::TestEngine>(
        std::make_unique<test::WatchedStore>(storage::make_memory_store(), watch_),
        test::TestEngine::Options{.sync = storage::Store::Sync::Yes, .table_delay = table_delay});
    ASSERT_TRUE(engine_->create_table(create_request("items", "pk:S")));
    engine_->clock().advance_ms(table_delay.count() + 1);
  }
  Result<UpdateTableResponse> protect() {
    return engine_->update_table({.table_name = "items", .deletion_protection_enabled = true});
  }

  const std::shared_ptr<test::WatchedStore::Watch> watch_ = std::make_shared<test::WatchedStore::Watch>();
  std::unique_ptr<test::TestEngine> engine_;
};

TEST_F(TableChanges, a_table_that_is_protected_while_DeleteTable_is_under_way_stays) {
  for (const int delay_ms : {0, 1000}) {
    open(std::chrono::milliseconds(delay_ms));
    watch_->before_next_get([&] { EXPECT_TRUE(protect()); });  // DeleteTable has found the table, and counts its items
    const auto deleted = engine_->delete_table({.table_name = "items"});
    ASSERT_FALSE(deleted);
    EXPECT_EQ(deleted.error().code, ErrorCode::ValidationException);
    const auto described = engine_->describe_table({.table_name = "items"});
    ASSERT_TRUE(described);
    EXPECT_EQ(described->table.table_status, TableStatus::Active);
    EXPECT_EQ(described->table.deletion_protection_enabled, true);
  }
}

TEST_F(TableChanges, of_two_DeleteTables_that_meet_one_succeeds) {
  open();
  watch_->before_next_get([&] { EXPECT_TRUE(engine_->delete_table({.table_name = "items"})); });
  EXPECT_EQ(engine_->delete_table({.table_name = "items"}).error().code, ErrorCode::ResourceNotFoundException);
}

TEST_F(TableChanges, of_two_DeleteTables_that_meet_and_take_their_time_one_succeeds) {
  open(std::chrono::seconds(1));
  watch_->before_next_get([&] { EXPECT_TRUE(engine_->delete_table({.table_name = "items"})); });
  EXPECT_EQ(engine_->delete_table({.table_name = "items"}).error().code, ErrorCode::ResourceInUseException);
}

// By then the name belongs to another table, which was not the one to delete.
TEST_F(TableChanges, a_table_made_anew_while_DeleteTable_is_under_way_stays) {
  open();
  watch_->before_next_get([&] {
    EXPECT_TRUE(engine_->delete_table({.table_name = "items"}));
    EXPECT_TRUE(engine_->create_table(create_request("items", "other:S")));
  });
  EXPECT_EQ(engine_->delete_table({.table_name = "items"}).error().code, ErrorCode::ResourceNotFoundException);
  EXPECT_TRUE(engine_->describe_table({.table_name = "items"}));
}

// The threads may meet in any order. The answers must agree with each other and with the table.
TEST_F(TableChanges, protection_and_deletion_never_both_succeed) {
  open();
  for (int trial = 0; trial < 300; ++trial) {
    std::latch start(2);
    Result<UpdateTableResponse> updated;
    Result<DeleteTableResponse> deleted;
    std::thread updater([&] {
      start.arrive_and_wait();
      updated = protect();
    });
    start.arrive_and_wait();
    deleted = engine_->delete_table({.table_name = "items"});
    updater.join();
    ASSERT_NE(updated.has_value(), deleted.has_value()) << "trial " << trial;
    ASSERT_EQ(engine_->describe_table({.table_name = "items"}).has_value(), updated.has_value());
    if (updated) {
      ASSERT_TRUE(engine_->update_table({.table_name = "items", .deletion_protection_enabled = false}));
    } else {
      ASSERT_TRUE(engine_->create_table(create_request("items", "pk:S")));
    }
  }
}

// Each name is given once, each tag is kept, and no table has more than 50.
TEST_F(TableChanges, that_come_from_many_threads_are_all_there) {
  constexpr int kThreads = 4, kTables = 20, kTags = 12;
  open();
  std::atomic<int> created = 0;
  std::atomic<int> tags_refused = 0;
  std::latch start(kThreads);
  std::vector<std::thread> threads;
  const std::string arn = "arn:aws:dynamodb:us-east-1:123456789012:table/items";
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      start.arrive_and_wait();
      for (int i = 0; i < kTables; ++i)
        created += engine_->create_table(create_request("table" + std::to_string(i), "pk:S")).has_value();
      for (int i = 0; i < kTags + 1; ++i)
        tags_refused += !engine_->tag_resource(
            {.resource_arn = arn, .tags = {{{.key = std::to_string(thread) + "/" + std::to_string(i), .value = "v"}}}});
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(created, kTables);
  EXPECT_EQ(tags_refused, kThreads * (kTags + 1) - 50);
  EXPECT_EQ(engine_->list_tags_of_resource({.resource_arn = arn})->tags.size(), 50u);
}

TEST_F(TableChanges, tags_of_an_arn_of_another_partition_are_refused) {
  open();
  for (const char* arn :
       {"arn:aws-cn:dynamodb:us-east-1:123456789012:table/items", "arn:AWS:dynamodb:us-east-1:123456789012:table/items",
        "arn:aws:dynamodb:eu-west-1:123456789012:table/items"}) {
    const std::string fault = "Invalid TableArn: Invalid ResourceArn provided as input " + std::string(arn);
    const auto tagged = engine_->tag_resource({.resource_arn = arn, .tags = {{{.key = "k", .value = "v"}}}});
    const auto untagged = engine_->untag_resource({.resource_arn = arn, .tag_keys = {{"k"}}});
    const auto listed = engine_->list_tags_of_resource({.resource_arn = arn});
    ASSERT_FALSE(tagged || untagged || listed) << arn;
    for (const Error& error : {tagged.error(), untagged.error(), listed.error()}) {
      EXPECT_EQ(error.code, ErrorCode::ValidationException);
      EXPECT_EQ(error.message, fault);
    }
  }
}

}  // namespace table_changes_test
}  // namespace partita::engine
