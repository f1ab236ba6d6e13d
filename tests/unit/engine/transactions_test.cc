// Transactions do all or nothing, read in one snapshot, and happen once for each token.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "engine/jobs/jobs.h"
#include "storage/memory/memory_store.h"
#include "storage/open_store.h"
#include "support/power_cut_file_system.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "support/watched_store.h"
#include "value/limits.h"

namespace partita::engine {
namespace transactions_test {

using test::create_request;
using test::number_in;
using test::transact_request;
using test::transact_update;

constexpr int kAccounts = 8;
constexpr std::int64_t kEach = 100;

AttributeMap account(int i) { return {{"pk", "bank"}, {"sk", i}}; }

TransactWriteItemsRequest transfer(int from, int to, std::int64_t amount, const std::string& token = "") {
  auto take = transact_update("accounts", account(from), "SET balance = balance - :a", {{":a", amount}});
  take.update->condition_expression = "balance >= :a";
  return transact_request(
      {take, transact_update("accounts", account(to), "SET balance = balance + :a", {{":a", amount}})}, token);
}

class Transactions : public testing::Test {
 protected:
  static void fill(test::TestEngine& engine) {
    ASSERT_TRUE(engine.create_table(create_request(
        "accounts", "pk:S", "sk:N", {{.name = "by_balance", .partition = {"pk:S"}, .sort = {"balance:N"}}})));
    for (int i = 0; i < kAccounts; ++i) {
      AttributeMap item = account(i);
      item.set("balance", kEach);
      ASSERT_TRUE(engine.put_item(test::put_request("accounts", item)));
    }
  }
  static std::int64_t balance(test::TestEngine& engine, int i) {
    return number_in(*engine.get_item(test::get_request("accounts", account(i)))->item, "balance");
  }
};

TEST_F(Transactions, readers_see_the_same_sum_whatever_writers_do) {
  test::TestEngine engine;
  fill(engine);
  std::atomic<int> writing = 2;
  std::vector<std::thread> writers;
  for (unsigned seed : {1u, 2u})
    writers.emplace_back([&, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 1500; ++i) {
        const int from = static_cast<int>(random() % kAccounts);
        (void)engine.transact_write_items(
            transfer(from, (from + 1 + static_cast<int>(random() % (kAccounts - 1))) % kAccounts,
                     static_cast<std::int64_t>(random() % 30)));
      }
      --writing;
    });
  std::vector<AttributeMap> all;
  for (int i = 0; i < kAccounts; ++i) all.push_back(account(i));
  auto on_index = test::query_request("accounts", "pk = :p", {{":p", "bank"}});
  on_index.index_name = "by_balance";
  const auto sum_of = [](const std::vector<Item>& items) {
    std::int64_t sum = 0;
    for (const Item& item : items) sum += number_in(item, "balance");
    return sum;
  };
  while (writing > 0) {
    std::int64_t sum = 0;
    const auto got = engine.transact_get_items(test::transact_get_request("accounts", all));
    ASSERT_TRUE(got);
    for (const ItemResponse& response : got->responses) sum += number_in(*response.item, "balance");
    EXPECT_EQ(sum, kAccounts * kEach);
    EXPECT_EQ(sum_of(*engine.query(test::query_request("accounts", "pk = :p", {{":p", "bank"}}))->items),
              kAccounts * kEach);
    EXPECT_EQ(sum_of(*engine.query(on_index)->items), kAccounts * kEach);
    EXPECT_EQ(sum_of(*engine.scan(test::scan_request("accounts"))->items), kAccounts * kEach);
  }
  for (std::thread& writer : writers) writer.join();
  engine.expect_clean();
}

TEST_F(Transactions, one_failed_condition_stops_all_members) {
  test::TestEngine engine;
  fill(engine);
  const auto refused = engine.transact_write_items(transfer(0, 1, kEach + 1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::TransactionCanceledException);
  ASSERT_EQ(refused.error().cancellation_reasons.size(), 2u);
  EXPECT_EQ(refused.error().cancellation_reasons[0].code, "ConditionalCheckFailed");
  EXPECT_EQ(refused.error().cancellation_reasons[1].code, "None");
  EXPECT_EQ(balance(engine, 0), kEach);
  EXPECT_EQ(balance(engine, 1), kEach);
}

TEST_F(Transactions, a_token_carries_out_its_transaction_once_within_ten_minutes) {
  test::TestEngine engine;
  fill(engine);
  ASSERT_TRUE(engine.transact_write_items(transfer(0, 1, 10, "token")));
  ASSERT_TRUE(engine.transact_write_items(transfer(0, 1, 10, "token")));
  EXPECT_EQ(balance(engine, 0), kEach - 10);
  EXPECT_EQ(engine.transact_write_items(transfer(0, 1, 11, "token")).error().code,
            ErrorCode::IdempotentParameterMismatchException);
  engine.clock().advance_ms(limits::kIdempotencyWindowMs - 1);
  ASSERT_TRUE(engine.run_jobs());
  ASSERT_TRUE(engine.transact_write_items(transfer(0, 1, 10, "token")));
  EXPECT_EQ(balance(engine, 0), kEach - 10);
  engine.clock().advance_ms(1);
  ASSERT_TRUE(engine.transact_write_items(transfer(0, 1, 10, "token")));
  EXPECT_EQ(balance(engine, 0), kEach - 20);
}

TEST_F(Transactions, a_token_of_a_transaction_that_failed_is_free) {
  test::TestEngine engine;
  fill(engine);
  ASSERT_FALSE(engine.transact_write_items(transfer(0, 1, kEach + 1, "token")));
  ASSERT_TRUE(engine.transact_write_items(transfer(0, 1, 1, "token")));
  EXPECT_EQ(balance(engine, 0), kEach - 1);
}

TEST_F(Transactions, tokens_survive_reopening) {
  const auto files = std::make_shared<test::PowerCutFileSystem>();
  const auto open = [&] {
    storage::StoreOptions options;
    options.file_system = files;
    return std::make_unique<test::TestEngine>(storage::open_store("/data", options).value(),
                                              test::TestEngine::Options{.sync = storage::Store::Sync::Yes});
  };
  auto engine = open();
  fill(*engine);
  ASSERT_TRUE(engine->transact_write_items(transfer(0, 1, 10, "token")));
  engine.reset();
  engine = open();
  ASSERT_TRUE(engine->transact_write_items(transfer(0, 1, 10, "token")));
  EXPECT_EQ(balance(*engine, 0), kEach - 10);
}

TEST_F(Transactions, a_token_whose_transaction_is_under_way_is_told_so) {
  const auto watch = std::make_shared<test::WatchedStore::Watch>();
  test::TestEngine engine(std::make_unique<test::WatchedStore>(storage::make_memory_store(), watch),
                          {.sync = storage::Store::Sync::Yes});
  fill(engine);
  watch->close_gate();
  auto first = engine.start_transact_write_items(transfer(0, 1, 10, "token"));
  EXPECT_EQ(engine.start_transact_write_items(transfer(0, 1, 10, "token")).get().error().code,
            ErrorCode::TransactionInProgressException);
  watch->open_gate();
  EXPECT_TRUE(first.get());
  EXPECT_EQ(balance(engine, 0), kEach - 10);
}

std::size_t system_keys(test::TestEngine& engine) {
  return test::keys_between(engine.engine().store(), keys::index_lower(keys::kSystemTable, 4),
                            keys::index_upper(keys::kSystemTable, 5));
}

TEST_F(Transactions, old_tokens_are_forgotten) {
  test::TestEngine engine;
  fill(engine);
  constexpr int kTokens = 1200;  // more than are erased at once
  for (int i = 0; i < kTokens; ++i)
    ASSERT_TRUE(engine.transact_write_items(transfer(0, 1, 0, "token" + std::to_string(i))));
  EXPECT_EQ(system_keys(engine), std::size_t{2 * kTokens});
  engine.clock().advance_ms(limits::kIdempotencyWindowMs + 1);
  ASSERT_TRUE(engine.transact_write_items(transfer(0, 1, 0, "token0")));  // used again, so its new record stays
  ASSERT_TRUE(engine.run_jobs());
  EXPECT_EQ(system_keys(engine), 2u);
  ASSERT_TRUE(engine.transact_write_items(transfer(0, 1, 0, "token0")));
  EXPECT_EQ(engine.transact_write_items(transfer(0, 1, 1, "token0")).error().code,
            ErrorCode::IdempotentParameterMismatchException);
}

// Erasing the old record must not erase the one that the transaction under way is about to write.
TEST_F(Transactions, the_old_record_of_a_token_in_use_is_left_alone) {
  test::TestEngine engine;
  fill(engine);
  ASSERT_TRUE(engine.transact_write_items(transfer(0, 1, 0, "token")));
  engine.clock().advance_ms(limits::kIdempotencyWindowMs + 1);
  ASSERT_TRUE(engine.context().running_tokens.start("token"));
  ASSERT_TRUE(engine.run_jobs());
  EXPECT_EQ(system_keys(engine), 2u);
  engine.context().running_tokens.end("token");
  ASSERT_TRUE(engine.run_jobs());
  EXPECT_EQ(system_keys(engine), 0u);
}

}  // namespace transactions_test
}  // namespace partita::engine
