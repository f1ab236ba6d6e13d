// Subscriptions of a remote database: to a server that gives written answers.
#include <partita/subscription.h>

#include "unit/client/remote_fixture.h"

namespace partita::client {
namespace remote_subscription_test {

using Records = std::vector<Record>;

ScriptedAnswer answer(const std::string& body) { return {.body = body}; }
ScriptedAnswer refusal(const std::string& type) { return ScriptedAnswer::error(400, type); }

ScriptedAnswer table() { return answer(R"({"Table":{"TableName":"items","LatestStreamArn":"arn:stream"}})"); }
ScriptedAnswer stream(const std::string& status, const std::string& shards) {
  return answer(R"({"StreamDescription":{"StreamArn":"arn:stream","StreamStatus":")" + status + R"(","Shards":[)" +
                shards + "]}}");
}
const std::string kOpenShard = R"({"ShardId":"one","SequenceNumberRange":{"StartingSequenceNumber":"100"}})";
const std::string kClosedShard =
    R"({"ShardId":"one","SequenceNumberRange":{"StartingSequenceNumber":"100","EndingSequenceNumber":"199"}})";
const std::string kChild =
    R"({"ShardId":"two","ParentShardId":"one","SequenceNumberRange":{"StartingSequenceNumber":"200"}})";
ScriptedAnswer iterator() { return answer(R"({"ShardIterator":"iterator"})"); }
ScriptedAnswer record(const std::string& number) {
  return answer(R"({"Records":[{"eventID":"1","dynamodb":{"SequenceNumber":")" + number +
                R"(","Keys":{"pk":{"S":"a"}}}}],"NextShardIterator":"iterator"})");
}

ScriptedAnswer empty_page() { return answer(R"({"Records":[],"NextShardIterator":"iterator"})"); }
// That of a shard that is closed.
ScriptedAnswer last_page() { return answer(R"({"Records":[]})"); }

std::string number_of(const Result<Records>& records) {
  return records ? records->at(0).dynamodb->sequence_number.value_or("") : records.error().message;
}

class RemoteSubscriptionTest : public RemoteTest {
 protected:
  // Makes a subscription that has read the record 100, then lets its iterator expire.
  void read_one_and_expire() {
    for (const ScriptedAnswer& one :
         {table(), stream("ENABLED", kOpenShard), iterator(), record("100"), refusal("ExpiredIteratorException")})
      server_.add(one);
    subscribe();
    EXPECT_EQ(number_of(subscription_->next()), "100");
  }
  void subscribe() {
    database_ = connect_to(server_);
    auto made = database_->subscribe({.table_name = "items"});
    ASSERT_TRUE(made) << made.error().message;
    subscription_ = std::move(*made);
  }
  ErrorCode code_of_next() {
    const auto records = subscription_->next();
    EXPECT_FALSE(records);
    return records ? ErrorCode::InternalServerError : records.error().code;
  }

  ScriptedServer server_;
  std::unique_ptr<Database> database_;
  std::unique_ptr<Subscription> subscription_;
};

TEST_F(RemoteSubscriptionTest, goes_on_with_the_oldest_record_if_its_place_was_trimmed) {
  read_one_and_expire();
  for (const ScriptedAnswer& one : {refusal("TrimmedDataAccessException"), iterator(), record("150")}) server_.add(one);
  EXPECT_EQ(code_of_next(), ErrorCode::TrimmedDataAccessException);
  EXPECT_EQ(number_of(subscription_->next()), "150");
  const auto seen = server_.seen();
  ASSERT_EQ(seen.size(), 8u);
  EXPECT_NE(seen[5].body.find("AFTER_SEQUENCE_NUMBER"), std::string::npos) << seen[5].body;
  EXPECT_NE(seen[6].body.find("TRIM_HORIZON"), std::string::npos) << seen[6].body;
}

TEST_F(RemoteSubscriptionTest, goes_on_with_the_children_of_a_shard_that_was_trimmed_as_a_whole) {
  read_one_and_expire();
  for (const ScriptedAnswer& one :
       {refusal("ResourceNotFoundException"), stream("ENABLED", kChild), iterator(), record("200")})
    server_.add(one);
  EXPECT_EQ(code_of_next(), ErrorCode::TrimmedDataAccessException);
  EXPECT_EQ(number_of(subscription_->next()), "200");
  EXPECT_EQ(server_.seen().size(), 9u);
}

TEST_F(RemoteSubscriptionTest, reports_a_stream_that_is_gone) {
  read_one_and_expire();
  for (int i = 0; i < 3; ++i) server_.add(refusal("ResourceNotFoundException"));
  EXPECT_EQ(code_of_next(), ErrorCode::ResourceNotFoundException) << "and not that a shard was trimmed";
  EXPECT_EQ(code_of_next(), ErrorCode::ResourceNotFoundException);
}

// The stream ends with its table, and its records are left for a day.
TEST_F(RemoteSubscriptionTest, ends_if_the_table_is_deleted_while_it_polls) {
  for (const ScriptedAnswer& one : {table(), stream("ENABLED", kOpenShard), iterator(), empty_page(), empty_page(),
                                    last_page(), stream("DISABLED", kClosedShard)})
    server_.add(one);
  subscribe();
  const auto end = subscription_->next();
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_TRUE(end->empty());
  EXPECT_TRUE(subscription_->next().value().empty()) << "the end is the end";
  EXPECT_EQ(server_.seen().size(), 7u) << "and makes no request any more";
}

TEST_F(RemoteSubscriptionTest, ends_with_an_error_if_the_stream_goes_while_it_polls) {
  for (const ScriptedAnswer& one : {table(), stream("ENABLED", kOpenShard), iterator(), empty_page(),
                                    refusal("ResourceNotFoundException"), refusal("ResourceNotFoundException")})
    server_.add(one);
  subscribe();
  EXPECT_EQ(code_of_next(), ErrorCode::ResourceNotFoundException);
  EXPECT_EQ(server_.seen().size(), 5u) << "it is not tried again";
  EXPECT_EQ(code_of_next(), ErrorCode::ResourceNotFoundException);
}

TEST_F(RemoteSubscriptionTest, ends_with_an_error_if_the_stream_goes_before_its_shards_are_listed_again) {
  for (const ScriptedAnswer& one :
       {table(), stream("ENABLED", kOpenShard), iterator(), last_page(), refusal("ResourceNotFoundException")})
    server_.add(one);
  subscribe();
  EXPECT_EQ(code_of_next(), ErrorCode::ResourceNotFoundException);
}

// All shards are closed, so next() answers on the caller's thread.
TEST_F(RemoteSubscriptionTest, may_be_destroyed_by_a_completion_of_a_next_that_a_completion_called) {
  for (const ScriptedAnswer& one : {table(), stream("DISABLED", kClosedShard)}) server_.add(one);
  database_ = connect_to(server_);
  subscription_ = database_->subscribe({.table_name = "items", .from = SubscribeFrom::Latest}).value();
  int ends = 0;
  subscription_->next([&](const Result<Records>& outer) {
    ends += outer && outer->empty();
    subscription_->next([&](const Result<Records>& inner) {
      ends += inner && inner->empty();
      subscription_.reset();
    });
  });
  EXPECT_EQ(ends, 2);
  EXPECT_EQ(subscription_, nullptr);
}

}  // namespace remote_subscription_test
}  // namespace partita::client
