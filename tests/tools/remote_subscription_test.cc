// Subscriptions of a remote database: to a server in this process.
#include <gtest/gtest.h>
#include <partita/connect.h>

#include <future>

#include "client/stream_follower.h"
#include "served_database.h"

namespace partita {
namespace remote_subscription_test {

using Records = std::vector<Record>;

std::vector<std::string> keys_of(const Result<Records>& records) {
  std::vector<std::string> keys;
  if (!records) return {records.error().message};
  for (const Record& record : *records) keys.push_back(record.dynamodb->keys->get("pk")->s());
  return keys;
}

class RemoteSubscriptionTest : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    CreateTableRequest request{.table_name = "items", .billing_mode = BillingMode::PayPerRequest};
    request.attribute_definitions = {{"pk", ScalarAttributeType::S}};
    request.key_schema = {{"pk", KeyType::Hash}};
    request.stream_specification = StreamSpecification{.stream_enabled = true, .stream_view_type = {}};
    request.stream_specification->stream_view_type = StreamViewType::NewAndOldImages;
    ASSERT_TRUE(database_->create_table(request));
    remote_ = connect(server_->url()).value();
  }
  void TearDown() override {
    remote_.reset();
    ServedDatabase::TearDown();
  }
  void put(const std::string& key) {
    ASSERT_TRUE(database_->put_item({.table_name = "items", .item = {{{"pk", key}}}}));
  }
  // The keys of this number of records.
  static std::vector<std::string> keys_of_next(Subscription& subscription, std::size_t count) {
    std::vector<std::string> all;
    while (all.size() < count)
      for (std::string& key : keys_of(subscription.next())) all.push_back(std::move(key));
    return all;
  }

  std::unique_ptr<Database> remote_;
};

TEST_F(RemoteSubscriptionTest, ItFollowsShardsToTheEndOfTheStream) {
  put("a");
  const auto latest = remote_->subscribe({.table_name = "items", .from = SubscribeFrom::Latest}).value();
  const auto all = remote_->subscribe({.table_name = "items"}).value();
  ASSERT_TRUE(remote_->roll_stream({.table_name = "items"}));
  put("b");
  ASSERT_TRUE(remote_->roll_stream({.table_name = "items"}));
  put("c");
  EXPECT_EQ(keys_of_next(*all, 3), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(keys_of_next(*latest, 2), (std::vector<std::string>{"b", "c"}));
  UpdateTableRequest disabling{.table_name = "items"};
  disabling.stream_specification = StreamSpecification{.stream_enabled = false, .stream_view_type = {}};
  ASSERT_TRUE(remote_->update_table(disabling));
  EXPECT_EQ(keys_of(all->next()), std::vector<std::string>());
}

TEST_F(RemoteSubscriptionTest, ItGoesOnAfterANumberOfAnyShard) {
  put("a");
  ASSERT_TRUE(remote_->roll_stream({.table_name = "items"}));
  put("b");
  put("c");
  const auto all = remote_->subscribe({.table_name = "items", .limit = 1}).value();
  for (const auto& rest : {std::vector<std::string>{"b", "c"}, std::vector<std::string>{"c"}}) {
    const auto number = all->next().value().front().dynamodb->sequence_number;
    const auto after = remote_->subscribe(
        {.table_name = "items", .from = SubscribeFrom::AfterSequenceNumber, .sequence_number = number});
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_EQ(keys_of_next(**after, rest.size()), rest);
  }
}

TEST_F(RemoteSubscriptionTest, ANextThatWaitsGetsTheWriteAndIsCancelledByTheDestructor) {
  auto one = remote_->subscribe({.table_name = "items"}).value();
  const auto start = [&] {
    auto answer = std::make_shared<std::promise<Result<Records>>>();
    one->next([answer](Result<Records> records) { answer->set_value(std::move(records)); });
    return answer->get_future();
  };
  auto waiting = start();
  EXPECT_EQ(one->next().error().code, ErrorCode::ValidationException);
  put("a");
  EXPECT_EQ(keys_of(waiting.get()), (std::vector<std::string>{"a"}));
  waiting = start();
  one.reset();
  EXPECT_EQ(waiting.get().error().code, ErrorCode::Cancelled);
}

TEST_F(RemoteSubscriptionTest, ItEndsIfTheTableIsDeletedWhileItWaits) {
  put("a");
  const auto changes = remote_->subscribe({.table_name = "items"}).value();
  EXPECT_EQ(keys_of(changes->next()), std::vector<std::string>{"a"});
  std::promise<Result<Records>> promised;
  changes->next([&](Result<Records> records) { promised.set_value(std::move(records)); });
  ASSERT_TRUE(database_->delete_table({.table_name = "items"}));
  const Result<Records> end = promised.get_future().get();
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_TRUE(end->empty());
}

TEST_F(RemoteSubscriptionTest, ATableWithoutAStreamIsRefused) {
  EXPECT_EQ(remote_->subscribe({.table_name = "none"}).error().code, ErrorCode::ResourceNotFoundException);
  EXPECT_EQ(remote_->subscribe({}).error().code, ErrorCode::ValidationException);
}

Shard shard(const std::string& id, const std::string& parent, const std::string& first, const std::string& last) {
  Shard made{.shard_id = id};
  if (!parent.empty()) made.parent_shard_id = parent;
  made.sequence_number_range.emplace().starting_sequence_number = first;
  if (!last.empty()) made.sequence_number_range->ending_sequence_number = last;
  return made;
}

// Partita's streams have one open shard. Amazon's may have several.
TEST(StreamFollowerTest, ParallelShardsTakeTurnsAndWaitForTheirParents) {
  client::StreamFollower follower;
  follower.add({shard("p", "gone", "100", "199"), shard("q", "", "110", ""), shard("c", "p", "200", "")});
  EXPECT_EQ(follower.readable(), 2u);
  EXPECT_EQ(follower.next()->shard, "q");
  client::StreamFollower::Place* parent = follower.next();
  EXPECT_EQ(parent->shard, "p");
  EXPECT_EQ(follower.next()->shard, "q");
  parent->done = true;
  EXPECT_EQ(follower.next()->shard, "c");
  EXPECT_EQ(follower.begin_after("205").error().code, ErrorCode::ValidationException) << "q or c may have it";
}

TEST(StreamFollowerTest, ANumberBeforeTheOldestShardIsTrimmed) {
  client::StreamFollower follower;
  follower.add({shard("p", "", "100", "199"), shard("c", "p", "200", "")});
  EXPECT_EQ(follower.begin_after("99").error().code, ErrorCode::TrimmedDataAccessException);
  ASSERT_TRUE(follower.begin_after("1000"));
  EXPECT_EQ(follower.next()->shard, "c");
}

}  // namespace remote_subscription_test
}  // namespace partita
