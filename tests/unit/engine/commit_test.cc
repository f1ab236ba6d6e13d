// Commits: many writers share a sync, and a thread that must not wait never does.
#include <gtest/gtest.h>

#include <thread>

#include "base/late_wakes.h"
#include "storage/memory/memory_store.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "support/watched_store.h"

namespace partita::engine {
namespace commit_test {

using test::create_request;
using test::get_request;
using test::put_request;
using test::transact_put;
using test::update_request;

class Commit : public testing::Test {
 protected:
  explicit Commit(storage::Store::Sync sync = storage::Store::Sync::Yes, std::size_t large_writes_bytes = 64 << 20)
      : engine_(std::make_unique<test::WatchedStore>(storage::make_memory_store(), watch_),
                {.sync = sync, .large_writes_bytes = large_writes_bytes}) {
    const auto created = engine_.create_table(create_request("items", "pk:S"));
    EXPECT_TRUE(created) << created.error().message;
  }

  template <class Response>
  static void expect_all(std::vector<std::future<Result<Response>>>& answers) {
    for (auto& answer : answers) {
      const auto result = answer.get();
      EXPECT_TRUE(result) << result.error().message;
    }
  }

  const std::shared_ptr<test::WatchedStore::Watch> watch_ = std::make_shared<test::WatchedStore::Watch>();
  test::TestEngine engine_;
};

TEST_F(Commit, of_many_writers_in_flight_takes_few_writes_of_the_store) {
  constexpr int kWriters = 64;
  const auto before = watch_->write_calls.load();
  const auto commits_before = engine_.statistics().commits;
  watch_->close_gate();
  std::vector<std::future<Result<PutItemResponse>>> answers;
  for (int i = 0; i < kWriters; ++i)
    answers.push_back(engine_.start_put_item(put_request("items", {{"pk", std::to_string(i)}})));
  watch_->open_gate();
  expect_all(answers);
  EXPECT_EQ(engine_.statistics().commits - commits_before, std::uint64_t{kWriters});
  // One write to the store takes the first batch, and one takes all batches that came during the first.
  EXPECT_LE(watch_->write_calls - before, 2u);
  EXPECT_EQ(engine_.statistics().locks.waits, 0u);
}

// An event loop gathers its wakes, so the thread that commits is woken once for all writes of a round.
TEST_F(Commit, of_a_round_of_an_event_loop_is_begun_at_its_end) {
  std::vector<std::future<Result<PutItemResponse>>> answers;
  int gathered = 0;
  {
    const base::LateWakes round(base::LateWakes::Of::Work, [&] { ++gathered; });
    for (int i = 0; i < 64; ++i)
      answers.push_back(engine_.start_put_item(put_request("items", {{"pk", std::to_string(i)}})));
    EXPECT_EQ(gathered, 1);
  }
  expect_all(answers);
}

// A write that is waited for begins the writes of the round that it depends on, and itself.
TEST_F(Commit, that_is_waited_for_does_not_wait_for_the_end_of_a_round) {
  for (int i = 0; i < 200; ++i) {
    // The commit thread waits for work before the round begins.
    ASSERT_TRUE(engine_.start_put_item(put_request("items", {{"pk", "before"}})).get());
    const base::LateWakes round(base::LateWakes::Of::Work);
    auto started = engine_.start_put_item(put_request("items", {{"pk", "a"}}));
    EXPECT_TRUE(engine_.update_item(update_request("items", {{"pk", "a"}}, "ADD n :one", {{":one", 1}})));
    EXPECT_TRUE(started.get());
    started = engine_.start_put_item(put_request("items", {{"pk", "a"}}));
    EXPECT_TRUE(engine_.transact_write_items(test::transact_request({transact_put("items", {{"pk", "a"}})})));
    EXPECT_TRUE(started.get());
  }
}

UpdateItemRequest add_one(const std::string& key) {
  return update_request("items", {{"pk", key}}, "ADD n :one", {{":one", 1}});
}
template <class Answer>
bool is_ready(const Answer& answer) {
  return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

// Each writer starts from the result of the one before, although that is not durable yet.
TEST_F(Commit, of_many_writers_of_one_item_takes_few_writes_of_the_store) {
  constexpr int kWriters = 64;
  const auto before = watch_->write_calls.load();
  watch_->close_gate();
  std::vector<std::future<Result<UpdateItemResponse>>> answers;
  for (int i = 0; i < kWriters; ++i) {
    auto request = add_one("a");
    request.return_values = ReturnValue::AllNew;
    answers.push_back(engine_.start_update_item(request));
  }
  for (const auto& answer : answers) EXPECT_FALSE(is_ready(answer));
  EXPECT_FALSE(engine_.get_item(get_request("items", {{"pk", "a"}}))->item);
  watch_->open_gate();
  for (int i = 0; i < kWriters; ++i) EXPECT_EQ(test::number_in(*answers[std::size_t(i)].get()->attributes, "n"), i + 1);
  EXPECT_LE(watch_->write_calls - before, 2u);
  EXPECT_EQ(test::number_in(*engine_.get_item(get_request("items", {{"pk", "a"}}))->item, "n"), kWriters);
  EXPECT_EQ(engine_.statistics().locks.entries, 0u);
}

TEST_F(Commit, of_writers_of_one_item_on_threads_that_wait_loses_no_update) {
  constexpr int kThreads = 4, kEach = 200;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&] {
      for (int i = 0; i < kEach; ++i) {
        EXPECT_TRUE(engine_.update_item(add_one("a")));
        EXPECT_TRUE(engine_.start_update_item(add_one("a")).get());
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(test::number_in(*engine_.get_item(get_request("items", {{"pk", "a"}}))->item, "n"), 2 * kThreads * kEach);
}

// This holds for deletions too, and for puts, whose conditions see the write that is under way.
TEST_F(Commit, conditions_are_asked_of_what_the_writer_before_leaves) {
  auto create = put_request("items", {{"pk", "a"}});
  create.condition_expression = "attribute_not_exists(pk)";
  watch_->close_gate();
  auto created = engine_.start_put_item(create);
  auto refused = engine_.start_put_item(create);
  auto deleted = engine_.start_delete_item(test::delete_request("items", {{"pk", "a"}}));
  auto created_again = engine_.start_put_item(create);
  auto transacted = engine_.start_transact_write_items(test::transact_request(
      {test::transact_check("items", {{"pk", "a"}}, "attribute_exists(pk)"), transact_put("items", {{"pk", "b"}})}));
  // The write on which this refusal depends is not durable yet, so no client may learn of it.
  EXPECT_FALSE(is_ready(refused));
  watch_->open_gate();
  EXPECT_TRUE(created.get());
  EXPECT_EQ(refused.get().error().code, ErrorCode::ConditionalCheckFailedException);
  EXPECT_TRUE(deleted.get());
  EXPECT_TRUE(created_again.get());
  EXPECT_TRUE(transacted.get());
}

// If the write on which a writer depends fails, the writer fails too, even if it only refused.
TEST_F(Commit, that_fails_fails_all_that_is_built_upon_it_and_nothing_else) {
  ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", "a"}, {"n", 10}})));
  const auto calls = watch_->write_calls.load();
  watch_->close_gate();
  auto base = engine_.start_update_item(add_one("a"));
  // The first write is at the gate by itself, so the following ones are in the queue.
  while (watch_->write_calls.load() == calls) std::this_thread::yield();
  auto next = engine_.start_update_item(add_one("a"));
  auto other = engine_.start_update_item(add_one("b"));
  auto pair = engine_.start_transact_write_items(
      test::transact_request({test::transact_update("items", {{"pk", "a"}}, "ADD n :one", {{":one", 1}}),
                              test::transact_update("items", {{"pk", "c"}}, "ADD n :one", {{":one", 1}})},
                             "token"));
  auto upon_the_pair = engine_.start_update_item(add_one("c"));
  auto check = update_request("items", {{"pk", "a"}}, "SET x = :one", {{":one", 1}});
  check.condition_expression = "n = :one";
  auto refused = engine_.start_update_item(check);
  watch_->writes_to_fail = 1;
  watch_->open_gate();
  EXPECT_EQ(base.get().error().code, ErrorCode::InternalServerError);
  EXPECT_EQ(next.get().error().code, ErrorCode::InternalServerError);
  EXPECT_EQ(pair.get().error().code, ErrorCode::InternalServerError);
  EXPECT_EQ(upon_the_pair.get().error().code, ErrorCode::InternalServerError);
  EXPECT_EQ(refused.get().error().code, ErrorCode::InternalServerError);
  EXPECT_TRUE(other.get());
  EXPECT_EQ(test::number_in(*engine_.get_item(get_request("items", {{"pk", "a"}}))->item, "n"), 10);
  EXPECT_EQ(test::number_in(*engine_.get_item(get_request("items", {{"pk", "b"}}))->item, "n"), 1);
  EXPECT_FALSE(engine_.get_item(get_request("items", {{"pk", "c"}}))->item);
  // No trace of the failed writes is left, so the next writers start from the stored item, and the token is free.
  EXPECT_TRUE(engine_.start_update_item(add_one("a")).get());
  EXPECT_EQ(test::number_in(*engine_.get_item(get_request("items", {{"pk", "a"}}))->item, "n"), 11);
  EXPECT_TRUE(engine_.transact_write_items(test::transact_request({transact_put("items", {{"pk", "d"}})}, "token")));
  EXPECT_EQ(engine_.statistics().locks.entries, 0u);
  engine_.expect_clean();
}

// One item is written all the time, and every third write of the store fails. Each failure costs the writes under way,
// and then the writers succeed again.
TEST_F(Commit, that_fails_does_not_poison_an_item_that_is_always_on_its_way) {
  constexpr int kThreads = 3, kEach = 300;
  std::atomic<int> succeeded = 0;
  std::atomic<bool> stop = false;
  std::thread disk([&] {
    for (auto seen = watch_->write_calls.load(); !stop;) {
      if (watch_->write_calls.load() < seen + 3)
        std::this_thread::yield();
      else
        seen = watch_->write_calls.load(), watch_->writes_to_fail = 1;
    }
  });
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&] {
      for (int done = 0; done < kEach;) {
        std::vector<std::future<Result<UpdateItemResponse>>> answers;
        for (int i = 0; i < 4; ++i) answers.push_back(engine_.start_update_item(add_one("a")));
        for (auto& answer : answers)
          if (answer.get()) ++succeeded, ++done;
      }
    });
  for (std::thread& thread : threads) thread.join();
  stop = true;
  disk.join();
  EXPECT_EQ(test::number_in(*engine_.get_item(get_request("items", {{"pk", "a"}}))->item, "n"), succeeded);
  EXPECT_EQ(engine_.statistics().locks.entries, 0u);
}

// 32 clients make transactions of 100 items, and no two clients share an item.
TEST_F(Commit, disjoint_transactions_never_wait_for_each_other) {
  constexpr int kClients = 32;
  const auto before = watch_->write_calls.load();
  watch_->close_gate();
  std::vector<std::future<Result<TransactWriteItemsResponse>>> answers;
  for (int client = 0; client < kClients; ++client) {
    std::vector<TransactWriteItem> members;
    for (int i = 0; i < 100; ++i)
      members.push_back(transact_put("items", {{"pk", std::to_string(client) + "/" + std::to_string(i)}}));
    answers.push_back(engine_.start_transact_write_items(test::transact_request(std::move(members))));
  }
  EXPECT_EQ(engine_.statistics().locks.waits, 0u);
  watch_->open_gate();
  expect_all(answers);
  EXPECT_LE(watch_->write_calls - before, 2u);
}

// Its batch holds only the token's record.
TEST_F(Commit, a_transaction_of_conditions_with_a_token_leaves_no_writer_behind) {
  auto checked = engine_.start_transact_write_items(
      test::transact_request({test::transact_check("items", {{"pk", "a"}}, "attribute_not_exists(pk)")}, "token"));
  EXPECT_TRUE(checked.get());
  EXPECT_TRUE(engine_.start_put_item(put_request("items", {{"pk", "a"}})).get());
  engine_.context().locks.wait_for_writers();
  engine_.context().locks.wait_for_writers();
  EXPECT_EQ(engine_.statistics().locks.entries, 0u);
}

// All threads that read pages and the disk are busy. A writer that had to wait for its item must succeed all the same.
TEST_F(Commit, a_writer_that_waited_for_its_item_never_stands_behind_pages) {
  ASSERT_TRUE(engine_.update_table(test::add_index_request("items", {.name = "by_owner", .partition = {"o:S"}})));
  std::promise<void> pages_end;
  std::shared_future<void> pages = pages_end.get_future().share();
  for (int i = 0; i < 64; ++i) engine_.context().executor.post([pages] { pages.wait(); });
  watch_->close_gate();
  // While an index is being made, a writer keeps its lock until its write is durable.
  auto first = engine_.start_update_item(add_one("a"));
  auto second = engine_.start_update_item(add_one("a"));
  watch_->open_gate();
  EXPECT_TRUE(first.get());
  EXPECT_TRUE(second.get());
  pages_end.set_value();
  EXPECT_EQ(test::number_in(*engine_.get_item(get_request("items", {{"pk", "a"}}))->item, "n"), 2);
}

TEST_F(Commit, an_item_is_not_visible_before_it_is_durable) {
  watch_->close_gate();
  auto answer = engine_.start_put_item(put_request("items", {{"pk", "a"}}));
  EXPECT_FALSE(engine_.get_item(get_request("items", {{"pk", "a"}}))->item);
  watch_->open_gate();
  EXPECT_TRUE(answer.get());
  EXPECT_TRUE(engine_.get_item(get_request("items", {{"pk", "a"}}))->item);
}

// Other commits must not wait until a large answer is written out.
TEST_F(Commit, large_answers_are_not_made_on_the_thread_that_commits) {
  ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", "large"}, {"text", std::string(200'000, 'x')}})));
  ASSERT_TRUE(engine_.put_item(put_request("items", {{"pk", "small"}, {"text", "x"}})));
  const auto answering_thread = [&](const char* key) {
    auto request = put_request("items", {{"pk", key}});
    request.return_values = ReturnValue::AllOld;
    std::promise<std::thread::id> answered;
    put_item(engine_.context(), std::move(request), MayWait::No, [&](Result<PutItemResponse> response) {
      EXPECT_TRUE(response && response->attributes);
      answered.set_value(std::this_thread::get_id());
    });
    return answered.get_future().get();
  };
  const auto committing = answering_thread("small");
  EXPECT_NE(committing, std::this_thread::get_id());
  EXPECT_NE(answering_thread("large"), committing);
}

// Every operation runs on a thread that must not wait. No part of it on that thread may read a disk or sync.
TEST_F(Commit, no_operation_waits_for_the_disk_on_a_thread_that_must_not) {
  ASSERT_TRUE(engine_.create_table(create_request(
      "local", "pk:S", "sk:N", {{.name = "by_n", .partition = {"pk:S"}, .sort = {"n:N"}, .local = true}})));
  ASSERT_TRUE(engine_.update_table(test::add_index_request("items", {.name = "by_owner", .partition = {"o:S"}})));
  watch_->loop = std::this_thread::get_id();
  const auto expect_no_wait = [&](const char* what, auto answer) {
    const auto result = answer.get();
    EXPECT_TRUE(result) << what << ": " << result.error().message;
    EXPECT_EQ(watch_->waits.exchange(0), 0u) << what;
  };
  const AttributeMap item{{"pk", "a"}, {"sk", 1}, {"n", 2}};
  const AttributeMap key{{"pk", "a"}, {"sk", 1}};
  expect_no_wait("PutItem beside a backfill", engine_.start_put_item(put_request("items", {{"pk", "a"}, {"o", "b"}})));
  expect_no_wait("PutItem beside a backfill", engine_.start_put_item(put_request("items", {{"pk", "a"}, {"o", "c"}})));
  expect_no_wait("PutItem", engine_.start_put_item(put_request("local", item)));
  expect_no_wait("UpdateItem", engine_.start_update_item(update_request("local", key, "ADD n :n", {{":n", 1}})));
  expect_no_wait("GetItem", engine_.start_get_item(get_request("local", key)));
  expect_no_wait("TransactWriteItems",
                 engine_.start_transact_write_items(test::transact_request({transact_put("local", item)}, "token")));
  expect_no_wait("TransactGetItems", engine_.start_transact_get_items(test::transact_get_request("local", {key})));
  BatchGetItemRequest get;
  get.request_items = {{"local", KeysAndAttributes{.keys = {{key}}}}};
  expect_no_wait("BatchGetItem", engine_.start_batch_get_item(get));
  BatchWriteItemRequest write;
  write.request_items = {{"local", {WriteRequest{.delete_request = DeleteRequest{key}}}}};
  expect_no_wait("BatchWriteItem", engine_.start_batch_write_item(write));
  expect_no_wait("Query", engine_.start_query(test::query_request("local", "pk = :p", {{":p", "a"}})));
  expect_no_wait("Scan", engine_.start_scan(test::scan_request("local")));
  expect_no_wait("DeleteItem", engine_.start_delete_item(test::delete_request("local", key)));
  expect_no_wait("CreateTable", engine_.start_create_table(create_request("users", "pk:S")));
  expect_no_wait("DescribeTable", engine_.start_describe_table({.table_name = "users"}));
  expect_no_wait("UpdateTable",
                 engine_.start_update_table({.table_name = "users", .deletion_protection_enabled = true}));
  expect_no_wait("UpdateTable",
                 engine_.start_update_table({.table_name = "users", .deletion_protection_enabled = false}));
  expect_no_wait("ListTables", engine_.start_list_tables({}));
  const std::string arn = "arn:aws:dynamodb:us-east-1:123456789012:table/users";
  expect_no_wait("TagResource",
                 engine_.start_tag_resource({.resource_arn = arn, .tags = {{{.key = "k", .value = "v"}}}}));
  expect_no_wait("ListTagsOfResource", engine_.start_list_tags_of_resource({.resource_arn = arn}));
  expect_no_wait("UntagResource", engine_.start_untag_resource({.resource_arn = arn, .tag_keys = {{"k"}}}));
  expect_no_wait("UpdateTimeToLive", engine_.start_update_time_to_live(test::time_to_live_request("users", "x", true)));
  expect_no_wait("DescribeTimeToLive", engine_.start_describe_time_to_live({.table_name = "users"}));
  expect_no_wait("DeleteTable", engine_.start_delete_table({.table_name = "users"}));
}

// A write that needs no sync still waits for a disk that is slow with earlier ones.
class CommitWithoutSync : public Commit {
 protected:
  CommitWithoutSync() : Commit(storage::Store::Sync::No) {}
};

TEST_F(CommitWithoutSync, no_write_waits_for_the_store_on_a_thread_that_must_not) {
  watch_->loop = std::this_thread::get_id();
  watch_->close_gate();
  auto put = engine_.start_put_item(put_request("items", {{"pk", "a"}}));
  auto update = engine_.start_update_item(update_request("items", {{"pk", "b"}}, "ADD n :one", {{":one", 1}}));
  auto transaction = engine_.start_transact_write_items(test::transact_request({transact_put("items", {{"pk", "c"}})}));
  EXPECT_TRUE(engine_.start_get_item(get_request("items", {{"pk", "other"}})).get());
  watch_->open_gate();
  EXPECT_TRUE(put.get());
  EXPECT_TRUE(update.get());
  EXPECT_TRUE(transaction.get());
  EXPECT_EQ(watch_->waits, 0u);
}

// Each write makes one copy of its item, to which its batch refers.
class CommitInLittleRoom : public Commit {
 protected:
  static constexpr std::size_t kLarge = 399 << 10, kRoom = 4 << 20;
  CommitInLittleRoom() : Commit(storage::Store::Sync::Yes, kRoom) {}
  std::future<Result<PutItemResponse>> put_large(const std::string& key) {
    return engine_.start_put_item(put_request("items", {{"pk", key}, {"text", std::string(kLarge, 'x')}}));
  }
  UpdateItemRequest append(const std::string& key, const std::string& text) {
    return update_request("items", {{"pk", key}}, "SET l = list_append(if_not_exists(l, :none), :one), filler = :f",
                          {{":one", AttributeValue::list({text})},
                           {":none", AttributeValue::list()},
                           {":f", std::string(300 << 10, 'f')}});
  }
};

TEST_F(CommitInLittleRoom, large_writes_wait_and_all_succeed_and_small_ones_pass_them) {
  watch_->close_gate();
  constexpr int kWriters = 8 * static_cast<int>(kRoom / kLarge);
  std::vector<std::future<Result<PutItemResponse>>> answers;
  for (int i = 0; i < kWriters; ++i) answers.push_back(put_large(std::to_string(i)));
  const auto load = engine_.statistics().large_writes;
  EXPECT_LE(load.bytes, kRoom);
  EXPECT_GE(load.waiting, std::uint64_t{kWriters} - kRoom / kLarge);
  EXPECT_LE(engine_.statistics().queued.bytes, kRoom);
  auto small = engine_.start_put_item(put_request("items", {{"pk", "small"}}));
  EXPECT_EQ(engine_.statistics().large_writes.waiting, load.waiting);
  watch_->open_gate();
  EXPECT_TRUE(small.get());
  expect_all(answers);
  EXPECT_EQ(engine_.statistics().large_writes.waiting, 0u);
  // A writer may not have left its lock yet when the commit thread has answered.
  while (engine_.statistics().locks.entries != 0) std::this_thread::yield();
  engine_.expect_clean();
}

TEST_F(CommitInLittleRoom, large_writes_of_one_item_are_made_in_the_order_in_which_they_came) {
  watch_->close_gate();
  std::vector<std::future<Result<PutItemResponse>>> others;
  for (int i = 0; i < 20; ++i) others.push_back(put_large(std::to_string(i)));
  std::vector<std::future<Result<UpdateItemResponse>>> updates;
  AttributeValue::List expected;
  for (int i = 0; i < 20; ++i) {
    expected.emplace_back(std::to_string(i));
    updates.push_back(engine_.start_update_item(append("a", std::to_string(i))));
  }
  watch_->open_gate();
  expect_all(others);
  expect_all(updates);
  const auto item = engine_.get_item(get_request("items", {{"pk", "a"}}))->item;
  EXPECT_EQ(item->to_map().find("l")->l(), expected);
}

TEST_F(CommitInLittleRoom, a_write_of_more_than_the_room_is_made_alone) {
  auto batch = test::transact_request({});
  for (int i = 0; i < 12; ++i)
    batch.transact_items->push_back(
        transact_put("items", {{"pk", std::to_string(i)}, {"text", std::string(300 << 10, 'x')}}));
  auto large = engine_.start_transact_write_items(batch);
  auto after = put_large("after");
  EXPECT_TRUE(large.get());
  EXPECT_TRUE(after.get());
  EXPECT_EQ(engine_.statistics().large_writes.waiting, 0u);
}

// The limit is for the bytes that the store copies and keeps in one memtable at a time.
TEST_F(Commit, of_much_that_waits_is_written_in_parts) {
  watch_->close_gate();
  constexpr std::size_t kLarge = 399 << 10;
  std::vector<std::future<Result<PutItemResponse>>> answers;
  for (std::size_t i = 0; i < 3 * CommitPipeline::kGroupBytes / kLarge; ++i)
    answers.push_back(
        engine_.start_put_item(put_request("items", {{"pk", std::to_string(i)}, {"text", std::string(kLarge, 'x')}})));
  const auto before = watch_->write_calls.load();
  watch_->open_gate();
  expect_all(answers);
  EXPECT_GE(watch_->write_calls - before, 2u);
}

// The refused write was evaluated on a write under way, and must not hide that write from the next writer of the item.
TEST_F(Commit, that_is_refused_for_lack_of_a_place_loses_no_update_before_it) {
  watch_->close_gate();
  auto first = engine_.start_update_item(add_one("a"));
  std::vector<std::future<Result<PutItemResponse>>> others;
  while (engine_.engine().statistics().queued.batches < CommitPipeline::kQueuedBatches)
    others.push_back(engine_.start_put_item(put_request("items", {{"pk", std::to_string(others.size())}})));
  auto refused = engine_.start_put_item(put_request("items", {{"pk", "a"}}));
  auto second = engine_.start_get_item(get_request("items", {{"pk", "a"}}));
  EXPECT_EQ(refused.get().error().code, ErrorCode::ThrottlingException);
  EXPECT_TRUE(second.get());
  watch_->open_gate();
  EXPECT_TRUE(first.get());
  expect_all(others);
  EXPECT_TRUE(engine_.update_item(add_one("a")));
  EXPECT_EQ(test::number_in(*engine_.get_item(get_request("items", {{"pk", "a"}}))->item, "n"), 2);
  EXPECT_EQ(engine_.statistics().locks.entries, 0u);
  engine_.expect_clean();
}

}  // namespace commit_test
}  // namespace partita::engine
