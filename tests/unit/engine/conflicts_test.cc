// Conflicts of transactions that fail as on the service (--transactions conflict). A closed gate of the store holds
// commits back, so that a transaction is under way for as long as a test wants.
#include <gtest/gtest.h>

#include "storage/memory/memory_store.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "support/watched_store.h"

namespace partita::engine {
namespace conflicts_test {

using test::create_request;
using test::get_request;
using test::put_request;
using test::transact_check;
using test::transact_put;
using test::transact_request;

constexpr const char* kText = "Transaction is ongoing for the item";

class ConflictsTest : public testing::Test {
 protected:
  explicit ConflictsTest(OnConflict on_conflict = OnConflict::Fail)
      : engine_(std::make_unique<test::WatchedStore>(storage::make_memory_store(), watch_),
                {.sync = storage::Store::Sync::Yes, .on_conflict = on_conflict}) {
    EXPECT_TRUE(engine_.create_table(create_request("items", "pk:S")));
    EXPECT_TRUE(engine_.put_item(put_request("items", {{"pk", "c"}, {"n", 1}})));
  }
  // A gate that stays closed would block the engine's end.
  ~ConflictsTest() override { watch_->open_gate(); }

  // A transaction that writes a and b and checks c. It is under way until the gate opens.
  std::future<Result<TransactWriteItemsResponse>> begin() {
    watch_->close_gate();
    return engine_.start_transact_write_items(
        transact_request({transact_put("items", {{"pk", "a"}, {"by", "transaction"}}),
                          transact_put("items", {{"pk", "b"}, {"by", "transaction"}}),
                          transact_check("items", {{"pk", "c"}}, "attribute_exists(pk)")}));
  }
  void end(std::future<Result<TransactWriteItemsResponse>>& transaction) {
    watch_->open_gate();
    const auto answer = transaction.get();
    EXPECT_TRUE(answer) << answer.error().message;
  }
  static std::vector<std::string> codes(const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::TransactionCanceledException) << error.message;
    std::vector<std::string> all;
    for (const CancellationReason& reason : error.cancellation_reasons) {
      all.push_back(reason.code);
      EXPECT_EQ(reason.message.value_or(""), reason.code == "None" ? "" : kText);
    }
    return all;
  }
  std::string by(const std::string& key) {
    const auto read = engine_.get_item(get_request("items", {{"pk", key}}));
    return read && read->item && read->item->get("by") ? read->item->get("by")->s() : "nobody";
  }

  const std::shared_ptr<test::WatchedStore::Watch> watch_ = std::make_shared<test::WatchedStore::Watch>();
  test::TestEngine engine_;
};

TEST_F(ConflictsTest, a_single_write_fails_on_each_item_of_a_transaction) {
  auto transaction = begin();
  for (const char* key : {"a", "b", "c"}) {
    const auto put = engine_.start_put_item(put_request("items", {{"pk", key}, {"by", "put"}})).get();
    ASSERT_FALSE(put) << key;
    EXPECT_EQ(put.error().code, ErrorCode::TransactionConflictException);
    EXPECT_EQ(put.error().message, kText);
  }
  const auto statement = engine_.start_execute_statement({.statement = "UPDATE items SET note='s' WHERE pk='a'"}).get();
  ASSERT_FALSE(statement);
  EXPECT_EQ(statement.error().code, ErrorCode::TransactionConflictException);
  // Reads never conflict, and see the durable items.
  EXPECT_EQ(by("a"), "nobody");
  EXPECT_EQ(engine_.scan(test::scan_request("items"))->count, 1);
  end(transaction);
  EXPECT_EQ(by("a"), "transaction");
  EXPECT_TRUE(engine_.put_item(put_request("items", {{"pk", "a"}, {"by", "put"}})));
  EXPECT_EQ(by("a"), "put");
}

TEST_F(ConflictsTest, a_transaction_is_cancelled_with_a_reason_for_each_shared_item) {
  auto transaction = begin();
  const auto second = engine_
                          .start_transact_write_items(transact_request({transact_put("items", {{"pk", "b"}}),
                                                                        transact_put("items", {{"pk", "own"}}),
                                                                        transact_put("items", {{"pk", "a"}})}))
                          .get();
  ASSERT_FALSE(second);
  EXPECT_EQ(codes(second.error()), (std::vector<std::string>{"TransactionConflict", "None", "TransactionConflict"}));
  EXPECT_EQ(second.error().message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict, None, "
            "TransactionConflict]");
  end(transaction);
  // Its locks are free again.
  EXPECT_TRUE(engine_.transact_write_items(
      transact_request({transact_put("items", {{"pk", "own"}}), transact_put("items", {{"pk", "a"}})})));
  EXPECT_EQ(engine_.statistics().locks.entries, 0u);
}

TEST_F(ConflictsTest, a_transaction_that_reads_conflicts_with_every_write) {
  auto transaction = begin();
  auto put = engine_.start_put_item(put_request("items", {{"pk", "d"}}));
  const auto read =
      engine_.transact_get_items(test::transact_get_request("items", {{{"pk", "a"}}, {{"pk", "none"}}, {{"pk", "d"}}}));
  ASSERT_FALSE(read);
  EXPECT_EQ(codes(read.error()), (std::vector<std::string>{"TransactionConflict", "None", "TransactionConflict"}));
  end(transaction);
  EXPECT_TRUE(put.get());
  EXPECT_TRUE(engine_.transact_get_items(test::transact_get_request("items", {{{"pk", "a"}}, {{"pk", "d"}}})));
}

TEST_F(ConflictsTest, a_transaction_waits_for_a_single_write) {
  watch_->close_gate();
  auto put = engine_.start_put_item(put_request("items", {{"pk", "a"}, {"n", 1}}));
  auto transaction = engine_.start_transact_write_items(
      transact_request({test::transact_update("items", {{"pk", "a"}}, "SET n = n + :one", {{":one", 1}})}));
  watch_->open_gate();
  EXPECT_TRUE(put.get());
  const auto answer = transaction.get();
  EXPECT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(test::number_in(*engine_.get_item(get_request("items", {{"pk", "a"}}))->item, "n"), 2);
}

TEST_F(ConflictsTest, a_batch_leaves_out_the_items_of_a_transaction) {
  auto transaction = begin();
  const auto batch = [](const std::vector<std::string>& keys) {
    std::vector<WriteRequest> writes;
    for (const std::string& key : keys)
      writes.push_back({.put_request = PutRequest{.item = AttributeMap{{"pk", key}, {"by", "batch"}}}});
    return BatchWriteItemRequest{.request_items = NamedList<std::vector<WriteRequest>>{{"items", writes}}};
  };
  const auto none = engine_.start_batch_write_item(batch({"a", "b"})).get();
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::TransactionConflictException);
  auto some = engine_.start_batch_write_item(batch({"x", "a", "0"}));
  end(transaction);
  const auto answer = some.get();
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->unprocessed_items.size(), 1u);
  ASSERT_EQ(answer->unprocessed_items[0].second.size(), 1u);
  EXPECT_EQ(answer->unprocessed_items[0].second[0].put_request->item->find("pk")->s(), "a");
  EXPECT_EQ(by("a"), "transaction");
  EXPECT_EQ(by("x"), "batch");
  EXPECT_EQ(by("0"), "batch");
  engine_.context().locks.wait_for_writers();  // returns only if each set has left its shard
  EXPECT_EQ(engine_.statistics().locks.entries, 0u);
}

TEST_F(ConflictsTest, expired_items_wait_for_a_transaction) {
  EXPECT_TRUE(engine_.update_time_to_live(test::time_to_live_request("items", "ttl", true)));
  EXPECT_TRUE(engine_.put_item(put_request("items", {{"pk", "a"}, {"ttl", test::kStartMs / 1000 - 10}})));
  auto transaction = begin();
  auto sweep = std::async(std::launch::async, [this] { return engine_.run_jobs(); });
  end(transaction);
  const auto swept = sweep.get();
  EXPECT_TRUE(swept) << swept.error().message;
  EXPECT_EQ(by("a"), "transaction");
}

class WaitingTest : public ConflictsTest {
 protected:
  WaitingTest() : ConflictsTest(OnConflict::Wait) {}
};

TEST_F(WaitingTest, nothing_fails_by_default) {
  auto transaction = begin();
  auto put = engine_.start_put_item(put_request("items", {{"pk", "a"}, {"by", "put"}}));
  auto second = engine_.start_transact_write_items(transact_request({transact_put("items", {{"pk", "b"}})}));
  end(transaction);
  EXPECT_TRUE(put.get());
  EXPECT_TRUE(second.get());
  EXPECT_EQ(by("a"), "put");
}

}  // namespace conflicts_test
}  // namespace partita::engine
