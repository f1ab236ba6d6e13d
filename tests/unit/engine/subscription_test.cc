// Subscriptions: their records, their waits and their ends.
#include "engine/streams/subscription.h"

#include <gtest/gtest.h>

#include <future>
#include <set>
#include <thread>

#include "engine/streams/settings.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "value/limits.h"

namespace partita::engine {
namespace subscription_test {

using test::create_request;
using test::put_request;
using test::TestEngine;
using Records = std::vector<Record>;

UpdateTableRequest disabling(const std::string& table) {
  UpdateTableRequest request{.table_name = table};
  request.stream_specification = StreamSpecification{.stream_enabled = false, .stream_view_type = {}};
  return request;
}

std::vector<std::string> keys_of(const Result<Records>& records) {
  std::vector<std::string> keys;
  if (!records) return {records.error().message};
  for (const Record& record : *records) keys.push_back(record.dynamodb->keys->get("pk")->s());
  return keys;
}

// The answer of a next() with a completion.
std::future<Result<Records>> start_next(Subscription& subscription) {
  auto answer = std::make_shared<std::promise<Result<Records>>>();
  auto future = answer->get_future();
  subscription.next([answer](Result<Records> records) { answer->set_value(std::move(records)); });
  return future;
}

class SubscriptionTest : public testing::Test {
 protected:
  SubscriptionTest() {
    CreateTableRequest request = create_request("items", "pk:S");
    request.stream_specification =
        StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewAndOldImages};
    EXPECT_TRUE(engine_.create_table(request));
  }

  void put(const std::string& key, int n = 1) {
    ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", key}, {"n", n}})));
  }
  std::unique_ptr<Subscription> subscribed(const SubscribeRequest& request = {.table_name = "items"}) {
    auto made = subscribe(engine_.context(), request);
    EXPECT_TRUE(made) << made.error().message;
    return made ? std::move(*made) : nullptr;
  }
  // Whether writes of the stream find a reader that waits. Outside of the reader it has no other sign.
  void await_wait() {
    while (engine_.context().executor.queued() > 0) std::this_thread::yield();
  }

  TestEngine engine_;
};

TEST_F(SubscriptionTest, it_begins_at_the_oldest_record_at_the_next_one_or_after_a_number) {
  put("a");
  put("b");
  const auto latest = subscribed({.table_name = "items", .from = SubscribeFrom::Latest});
  const auto all = subscribed();
  const auto first = all->next();
  EXPECT_EQ(keys_of(first), (std::vector<std::string>{"a", "b"}));
  const auto after = subscribed({.table_name = "items",
                                 .from = SubscribeFrom::AfterSequenceNumber,
                                 .sequence_number = first->front().dynamodb->sequence_number});
  EXPECT_EQ(keys_of(after->next()), (std::vector<std::string>{"b"}));
  put("c");
  for (Subscription* one : {latest.get(), all.get(), after.get()})
    EXPECT_EQ(keys_of(one->next()), (std::vector<std::string>{"c"}));
}

TEST_F(SubscriptionTest, a_next_that_waits_is_woken_by_the_write) {
  const auto one = subscribed();
  const auto other = subscribed();
  auto waiting = start_next(*one);
  std::thread blocked([&] { EXPECT_EQ(keys_of(other->next()), (std::vector<std::string>{"a"})); });
  await_wait();
  put("a");
  EXPECT_EQ(keys_of(waiting.get()), (std::vector<std::string>{"a"}));
  blocked.join();
}

TEST_F(SubscriptionTest, nothing_is_read_before_the_program_asks) {
  const auto slow = subscribed({.table_name = "items", .limit = 2});
  for (int i = 0; i < 5; ++i) put("k" + std::to_string(i));
  const auto read = [&] { return engine_.statistics().stream_records_read.records; };
  EXPECT_EQ(read(), 0u);
  EXPECT_EQ(slow->next()->size(), 2u);
  EXPECT_EQ(read(), 2u);
  EXPECT_EQ(slow->next()->size(), 2u);
  EXPECT_EQ(slow->next()->size(), 1u);
}

TEST_F(SubscriptionTest, it_goes_over_shards_and_ends_with_the_stream) {
  put("a");
  ASSERT_TRUE(engine_.roll_stream({.table_name = "items"}));
  put("b");
  const auto one = subscribed();
  EXPECT_EQ(keys_of(one->next()), (std::vector<std::string>{"a", "b"}));
  auto waiting = start_next(*one);
  await_wait();
  ASSERT_TRUE(engine_.roll_stream({.table_name = "items"}));
  put("c");
  EXPECT_EQ(keys_of(waiting.get()), (std::vector<std::string>{"c"}));
  waiting = start_next(*one);
  await_wait();
  ASSERT_TRUE(engine_.update_table(disabling("items")));
  put("d");
  EXPECT_EQ(waiting.get()->size(), 0u) << "the stream has ended";
  EXPECT_EQ(one->next()->size(), 0u);
  engine_.clock().advance_ms(limits::kStreamRetentionMs + 1);
  EXPECT_EQ(one->next().error().code, ErrorCode::ResourceNotFoundException);
}

TEST_F(SubscriptionTest, a_deleted_table_ends_it) {
  const auto one = subscribed();
  auto waiting = start_next(*one);
  await_wait();
  ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
  EXPECT_EQ(waiting.get()->size(), 0u);
}

TEST_F(SubscriptionTest, one_next_is_under_way_at_a_time) {
  const auto one = subscribed();
  auto waiting = start_next(*one);
  EXPECT_EQ(one->next().error().message, "Another next() of this subscription is under way");
  EXPECT_EQ(start_next(*one).get().error().code, ErrorCode::ValidationException);
  put("a");
  EXPECT_EQ(keys_of(waiting.get()), (std::vector<std::string>{"a"}));
}

TEST_F(SubscriptionTest, its_destructor_cancels_a_next) {
  auto one = subscribed();
  auto waiting = start_next(*one);
  one.reset();
  ASSERT_EQ(waiting.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  EXPECT_EQ(waiting.get().error().code, ErrorCode::Cancelled);
  put("a");
}

TEST_F(SubscriptionTest, a_completion_may_ask_again_and_may_destroy_its_subscription) {
  auto one = subscribed({.table_name = "items", .limit = 1});
  put("a");
  put("b");
  std::vector<std::string> seen;
  std::promise<void> destroyed;
  std::function<void(Result<Records>)> handle = [&](Result<Records> records) {
    for (std::string& key : keys_of(records)) seen.push_back(std::move(key));
    EXPECT_EQ(one->next().error().code, ErrorCode::ValidationException) << "a completion must not wait";
    if (seen.size() < 2) return one->next(handle);
    one.reset();
    destroyed.set_value();
  };
  one->next(handle);
  destroyed.get_future().wait();
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "b"}));
}

TEST_F(SubscriptionTest, records_that_were_lost_are_an_error_and_an_idle_day_is_none) {
  put("a");
  const auto one = subscribed();
  EXPECT_EQ(one->next()->size(), 1u);
  engine_.clock().advance_ms(2 * limits::kStreamRetentionMs);
  put("b");
  EXPECT_EQ(keys_of(one->next()), (std::vector<std::string>{"b"}));
  put("c");
  engine_.clock().advance_ms(2 * limits::kStreamRetentionMs);
  put("d");
  EXPECT_EQ(one->next().error().code, ErrorCode::TrimmedDataAccessException) << "c was not read in time";
  EXPECT_EQ(keys_of(one->next()), (std::vector<std::string>{"d"}));
}

TEST_F(SubscriptionTest, a_request_that_does_not_fit_is_refused) {
  ASSERT_TRUE(engine_.create_table(create_request("plain", "pk:S")));
  put("a");
  const std::string number = *subscribed()->next()->front().dynamodb->sequence_number;
  const auto code = [&](const SubscribeRequest& request) {
    const auto made = subscribe(engine_.context(), request);
    return made ? std::optional<ErrorCode>() : made.error().code;
  };
  constexpr auto kAfter = SubscribeFrom::AfterSequenceNumber;
  EXPECT_EQ(code({}), ErrorCode::ValidationException);
  EXPECT_EQ(code({.table_name = "none"}), ErrorCode::ResourceNotFoundException);
  EXPECT_EQ(code({.table_name = "plain"}), ErrorCode::ValidationException);
  EXPECT_EQ(code({.table_name = "items", .limit = 1001}), ErrorCode::ValidationException);
  EXPECT_EQ(code({.table_name = "items", .sequence_number = number}), ErrorCode::ValidationException);
  EXPECT_EQ(code({.table_name = "items", .from = kAfter}), ErrorCode::ValidationException);
  EXPECT_EQ(code({.table_name = "items", .from = kAfter, .sequence_number = "x"}), ErrorCode::ValidationException);
  const auto empty = subscribe(engine_.context(), {.table_name = "items", .from = kAfter, .sequence_number = ""});
  EXPECT_EQ(empty.error().message,
            "Invalid SequenceNumber: \"\". A subscription begins after the sequence number of a record that it gave "
            "before");
  EXPECT_EQ(code({.table_name = "items", .from = kAfter, .sequence_number = number}), std::nullopt);
  engine_.clock().advance_ms(limits::kStreamRetentionMs + 1);
  EXPECT_EQ(code({.table_name = "items", .from = kAfter, .sequence_number = number}),
            ErrorCode::TrimmedDataAccessException);
}

// A write that is not settled hides later ones, which wake no reader until then.
TEST_F(SubscriptionTest, it_waits_for_the_oldest_write_under_way) {
  const auto one = subscribed();
  auto waiting = start_next(*one);
  await_wait();
  SequenceNumbers::Ticket slow(engine_.context().numbers);
  slow.draw(engine_.context().catalog.find("items")->stream->id);
  put("a");
  await_wait();
  EXPECT_EQ(waiting.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  slow.settle();
  EXPECT_EQ(keys_of(waiting.get()), (std::vector<std::string>{"a"}));
}

// Every record reaches each subscriber once and in order, while shards roll and other streams are written.
TEST_F(SubscriptionTest, subscribers_under_writers_miss_no_record) {
  constexpr int kThreads = 3, kWrites = 300, kSubscribers = 3;
  CreateTableRequest other = create_request("other", "pk:S");
  other.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::KeysOnly};
  ASSERT_TRUE(engine_.create_table(other));
  std::vector<std::unique_ptr<Subscription>> subscriptions;
  for (int i = 0; i < kSubscribers; ++i) subscriptions.push_back(subscribed({.table_name = "items", .limit = 10 + i}));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < kWrites; ++i) {
        put("k" + std::to_string((i + t) % 7), t * kWrites + i);
        EXPECT_TRUE(engine_.put_item(put_request("other", {{"pk", "x"}, {"n", i}})));
        const bool rolls = t == 0 && i % 100 == 50;
        EXPECT_TRUE(!rolls || engine_.roll_stream({.table_name = "items"}));
      }
    });
  for (const auto& subscription : subscriptions)
    threads.emplace_back([&subscription] {
      std::set<std::string> numbers;
      while (numbers.size() < std::size_t{kThreads} * kWrites) {
        const auto records = subscription->next();
        ASSERT_TRUE(records) << records.error().message;
        for (const Record& record : *records) {
          EXPECT_TRUE(numbers.empty() || *record.dynamodb->sequence_number > *numbers.rbegin());
          EXPECT_TRUE(numbers.insert(*record.dynamodb->sequence_number).second);
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace subscription_test
}  // namespace partita::engine
