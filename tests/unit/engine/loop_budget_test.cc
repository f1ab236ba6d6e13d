// The division between an event loop and the executor must follow the work of a condition, not only its bytes.
#include "engine/loop_budget.h"

#include <gtest/gtest.h>

#include <thread>

#include "engine/pages/page.h"
#include "keys/key_space.h"
#include "ops/prepare.h"
#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace loop_budget_test {

class LoopBudget : public testing::Test {
 protected:
  LoopBudget() {
    EXPECT_TRUE(engine_.create_table(test::create_request("items", "pk:S", "sk:S")));
    for (const std::string sort : {"1", "2", "3"})
      EXPECT_TRUE(engine_.put_item(test::put_request("items", item(sort))));
  }

  static AttributeMap item(const std::string& sort) {
    return {{"pk", "p"}, {"sk", sort}, {"body", std::string(40'000, 'a')}};
  }

  // contains(body, :v) OR contains(body, :v) ..., all of which are false.
  static std::string searches(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text.append(i == 0 ? "" : " OR ").append("contains(body, :v)");
    return text;
  }

  // Whether the operation is answered on the calling thread, which must not wait.
  template <class Request, class Response>
  bool is_answered_here(void (*operation)(Context&, Request, MayWait, Completion<Response>), Request request) {
    std::promise<std::thread::id> answered;
    operation(engine_.context(), std::move(request), MayWait::No,
              [&](Result<Response>) { answered.set_value(std::this_thread::get_id()); });
    return answered.get_future().get() == std::this_thread::get_id();
  }

  test::TestEngine engine_;
};

TEST_F(LoopBudget, a_page_whose_filter_searches_much_goes_on_elsewhere) {
  const auto query = [](int count) {
    auto request = test::query_request("items", "pk = :p", {{":p", "p"}, {":v", "b"}});
    request.filter_expression = searches(count);
    return request;
  };
  EXPECT_TRUE(is_answered_here(engine::query, query(1)));
  EXPECT_FALSE(is_answered_here(engine::query, query(20)));
}

TEST_F(LoopBudget, a_write_whose_condition_searches_much_is_evaluated_elsewhere) {
  const auto put = [](int count) {
    auto request = test::put_request("items", item("1"));
    request.condition_expression = "NOT (" + searches(count) + ")";
    request.expression_attribute_values = AttributeMap{{":v", "b"}};
    return request;
  };
  EXPECT_TRUE(is_answered_here(put_item, put(2)));
  EXPECT_FALSE(is_answered_here(put_item, put(20)));
  engine_.expect_clean();
}

TEST_F(LoopBudget, an_update_with_many_actions_on_a_large_item_is_carried_out_elsewhere) {
  const auto update = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      text.append(i == 0 ? "SET a" : ", a").append(number).append(" = :v");
    }
    return test::update_request("items", {{"pk", "p"}, {"sk", "1"}}, text, {{":v", 1}});
  };
  EXPECT_TRUE(is_answered_here(update_item, update(1)));
  EXPECT_FALSE(is_answered_here(update_item, update(50)));
  engine_.expect_clean();
}

// Operations on many small items, with a budget of the thread that counts the work of each.
class LoopBudgetOfItems : public LoopBudget {
 protected:
  static constexpr int kItems = 4000;

  LoopBudgetOfItems() {
    EXPECT_TRUE(engine_.create_table(test::create_request("tiny", "pk:S", "sk:N")));
    for (int i = 0; i < kItems; ++i) EXPECT_TRUE(engine_.put_item(test::put_request("tiny", key(i))));
  }

  static AttributeMap key(int number) { return {{"pk", "p"}, {"sk", number}}; }

  static std::vector<QueryRequest> long_pages() {
    const auto all = test::query_request("tiny", "pk = :p", {{":p", "p"}});
    auto reverse = all, count = all, filtered = all, limited = all, projected = all;
    reverse.scan_index_forward = false;
    count.select = Select::Count;
    filtered.filter_expression = "attribute_exists(nothing)";
    limited.limit = 2000;
    projected.projection_expression = "sk";
    return {all, reverse, count, filtered, limited, projected};
  }

  // The work that the operation did on the calling thread if the round had `left` for it.
  template <class Request, class Response>
  std::size_t work_here(void (*operation)(Context&, Request, MayWait, Completion<Response>), Request request,
                        std::size_t left = kRound) {
    base::RoundBudget round(kRound, [] {});
    base::RoundBudget::spend(kRound - left);
    std::promise<bool> answered;
    operation(engine_.context(), std::move(request), MayWait::No,
              [&](Result<Response> response) { answered.set_value(response.has_value()); });
    EXPECT_TRUE(answered.get_future().get());
    return left - base::RoundBudget::left(kRound);
  }

  static constexpr std::size_t kRound = 1 << 20;
};

TEST_F(LoopBudgetOfItems, a_page_reads_as_many_items_on_a_loop_as_the_budget_has_and_goes_on_elsewhere) {
  for (const QueryRequest& request : long_pages()) {
    const std::size_t work = work_here(engine::query, request);
    EXPECT_GE(work, kLoopBudgetBytes);
    EXPECT_LE(work, kLoopBudgetBytes + 2 * kItemWork);
    EXPECT_FALSE(is_answered_here(engine::query, request));
  }
  ScanRequest scan;
  scan.table_name = "tiny";
  EXPECT_LE(work_here(engine::scan, scan), kLoopBudgetBytes + 2 * kItemWork);
  ExecuteStatementRequest select;
  select.statement = "SELECT * FROM tiny WHERE pk = 'p'";
  EXPECT_LE(work_here(execute_statement, select), kLoopBudgetBytes + 2 * kItemWork);
  // A short page stays.
  auto page = test::query_request("tiny", "pk = :p", {{":p", "p"}});
  page.limit = 100;
  EXPECT_TRUE(is_answered_here(engine::query, page));
}

TEST_F(LoopBudgetOfItems, all_operations_of_a_round_share_its_budget) {
  // Of these pages each round has time for four.
  for (const QueryRequest& request : long_pages()) {
    const std::size_t left = kRound - 3 * kLoopBudgetBytes;
    EXPECT_EQ(work_here(engine::query, request, left), left);
  }
  auto page = test::query_request("tiny", "pk = :p", {{":p", "p"}});
  page.limit = 500;
  EXPECT_TRUE(is_answered_here(engine::query, page));
  base::RoundBudget round(kRound, [] {});
  base::RoundBudget::spend(kRound);
  EXPECT_FALSE(is_answered_here(engine::query, page)) << "the round has no time left";
  // An operation on few items is not costly, and needs no budget.
  page.limit = 10;
  EXPECT_TRUE(is_answered_here(engine::query, page));
  GetItemRequest get;
  get.table_name = "tiny";
  get.key = key(1);
  EXPECT_TRUE(is_answered_here(get_item, get));
}

TEST_F(LoopBudgetOfItems, a_read_of_many_keys_goes_on_elsewhere_beyond_the_budget) {
  for (int i = 0; i < 20; ++i)
    EXPECT_TRUE(engine_.put_item(test::put_request("items", item("large" + std::to_string(i)))));
  BatchGetItemRequest batch;
  TransactGetItemsRequest transaction;
  BatchExecuteStatementRequest statements;
  ExecuteTransactionRequest selects;
  KeysAndAttributes keys;
  keys.keys.emplace();
  transaction.transact_items.emplace();
  statements.statements.emplace();
  selects.transact_statements.emplace();
  for (int i = 0; i < 20; ++i) {
    const std::string sort = "large" + std::to_string(i);
    const AttributeMap one{{"pk", "p"}, {"sk", sort}};
    const std::string text = "SELECT * FROM items WHERE pk = 'p' AND sk = '" + sort + "'";
    keys.keys->push_back(one);
    TransactGetItem get;
    get.get.emplace();
    get.get->table_name = "items";
    get.get->key = one;
    transaction.transact_items->push_back(get);
    statements.statements->emplace_back().statement = text;
    selects.transact_statements->emplace_back().statement = text;
  }
  batch.request_items.emplace();
  batch.request_items->emplace_back("items", keys);
  EXPECT_FALSE(is_answered_here(batch_get_item, batch));
  EXPECT_FALSE(is_answered_here(transact_get_items, transaction));
  EXPECT_FALSE(is_answered_here(batch_execute_statement, statements));
  EXPECT_FALSE(is_answered_here(execute_transaction, selects));
  batch.request_items->front().second.keys->resize(3);
  transaction.transact_items->resize(3);
  EXPECT_TRUE(is_answered_here(batch_get_item, batch));
  EXPECT_TRUE(is_answered_here(transact_get_items, transaction));
  base::RoundBudget round(kRound, [] {});
  base::RoundBudget::spend(kRound);
  EXPECT_FALSE(is_answered_here(batch_get_item, batch));
}

// The estimate decides how many pages are in memory at once.
TEST_F(LoopBudgetOfItems, the_expected_bytes_of_a_page_are_those_that_its_items_take) {
  const auto expected = [&](QueryRequest request) {
    ops::PreparedPage page = *ops::prepare(request);
    const auto table = engine_.context().catalog.find("tiny");
    PageRange where{.table = table, .range = {}};
    where.range.lower = keys::table_lower(table->id);
    where.range.upper = keys::table_upper(table->id);
    PageReader reader(engine_.context(), page, where);
    EXPECT_EQ(*reader.run(MayWait::No, kLoopBudgetBytes), PageReader::Outcome::OverBudget);
    return reader.expected_bytes();
  };
  auto request = test::query_request("tiny", "pk = :p", {{":p", "p"}});
  const std::size_t whole = expected(request);
  EXPECT_GE(whole, limits::kPageBytes + limits::kPageBytes / 10 * sizeof(Item)) << "an item here has about ten bytes";
  request.limit = 2000;
  EXPECT_GE(expected(request), 2000 * sizeof(Item));
  EXPECT_LE(expected(request), 2000 * 3 * sizeof(Item));
  request.select = Select::Count;
  EXPECT_EQ(expected(request), 0u);
  request = test::query_request("tiny", "pk = :p", {{":p", "p"}});
  request.filter_expression = "attribute_exists(nothing)";
  EXPECT_EQ(expected(request), 0u);
}

TEST(PageRoom, long_pages_wait_for_each_other_and_all_are_answered) {
  test::TestEngine engine(test::TestEngine::Options{.pages_bytes = 1});
  ASSERT_TRUE(engine.create_table(test::create_request("tiny", "pk:S", "sk:N")));
  for (int i = 0; i < 3000; ++i) ASSERT_TRUE(engine.put_item(test::put_request("tiny", {{"pk", "p"}, {"sk", i}})));
  std::vector<std::future<Result<QueryResponse>>> pages;
  for (int i = 0; i < 50; ++i)
    pages.push_back(engine.start_query(test::query_request("tiny", "pk = :p", {{":p", "p"}})));
  for (auto& page : pages) {
    const auto response = page.get();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->count, 3000);
  }
  while (engine.statistics().pages.bytes != 0) std::this_thread::yield();
  EXPECT_EQ(engine.statistics().pages.waiting, 0u);
}

}  // namespace loop_budget_test
}  // namespace partita::engine
