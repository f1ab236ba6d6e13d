// The cost of operations in the store. A wrong algorithm shows here long before it shows in a benchmark.
#include <gtest/gtest.h>

#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace work_counts_test {

using test::create_request;
using test::get_request;
using test::put_request;
using test::query_request;

class WorkCounts : public testing::Test {
 protected:
  WorkCounts() {
    EXPECT_TRUE(engine_.create_table(create_request("plain", "pk:S", "sk:N")));
    EXPECT_TRUE(engine_.create_table(
        create_request("indexed", "pk:S", "sk:N",
                       {{.name = "by_owner", .partition = {"owner:S"}, .projection = ProjectionType::KeysOnly}})));
  }

  template <class Call>
  storage::StoreStatistics cost_of(Call call) {
    const auto before = engine_.statistics().store;
    const auto result = call();
    EXPECT_TRUE(result) << result.error().message;
    const auto after = engine_.statistics().store;
    return {.reads = after.reads - before.reads,
            .seeks = after.seeks - before.seeks,
            .bytes_read = after.bytes_read - before.bytes_read,
            .writes = after.writes - before.writes,
            .many_reads = after.many_reads - before.many_reads};
  }
  void put(const std::string& table, const std::string& partition, int sort) {
    ASSERT_TRUE(engine_.put_item(put_request(table, {{"pk", partition}, {"sk", sort}, {"owner", "o"}})));
  }

  test::TestEngine engine_;
};

TEST_F(WorkCounts, GetItem_is_one_read) {
  put("indexed", "a", 1);
  for (int sort : {1, 2}) {
    const auto cost = cost_of([&] { return engine_.get_item(get_request("indexed", {{"pk", "a"}, {"sk", sort}})); });
    EXPECT_EQ(cost.reads, 1u);
    EXPECT_EQ(cost.seeks, 0u);
    EXPECT_EQ(cost.writes, 0u);
  }
}

TEST_F(WorkCounts, PutItem_is_one_read_and_one_write_with_or_without_indexes) {
  for (const char* table : {"plain", "indexed"})
    for (const char* owner : {"first", "second"}) {
      const auto cost = cost_of([&] {
        return engine_.put_item(put_request(table, {{"pk", "a"}, {"sk", 1}, {"owner", owner}}));
      });
      EXPECT_EQ(cost.reads, 1u);
      EXPECT_EQ(cost.seeks, 0u);
      EXPECT_EQ(cost.writes, 1u);
    }
}

TEST_F(WorkCounts, a_transaction_is_a_read_a_member_and_one_write) {
  const auto cost = cost_of([&] {
    return engine_.transact_write_items(
        test::transact_request({test::transact_put("plain", {{"pk", "a"}, {"sk", 1}}),
                                test::transact_put("plain", {{"pk", "b"}, {"sk", 1}})}));
  });
  EXPECT_EQ(cost.reads, 2u);
  EXPECT_EQ(cost.seeks, 0u);
  EXPECT_EQ(cost.writes, 1u);
}

TEST_F(WorkCounts, batches_and_transactions_read_their_items_together) {
  BatchGetItemRequest batch;
  auto& keys = batch.request_items.emplace().emplace_back("plain", KeysAndAttributes()).second.keys.emplace();
  std::vector<AttributeMap> members;
  for (int sort = 0; sort < 25; ++sort) {
    put("plain", "a", sort);
    keys.push_back(AttributeMap{{"pk", "a"}, {"sk", sort}});
    members.push_back({{"pk", "a"}, {"sk", sort}});
  }
  for (const auto& cost : {cost_of([&] { return engine_.batch_get_item(batch); }), cost_of([&] {
                             return engine_.transact_get_items(test::transact_get_request("plain", members));
                           })}) {
    EXPECT_EQ(cost.reads, 25u);
    EXPECT_EQ(cost.many_reads, 1u);
  }
}

TEST(BatchGet, of_large_items_ends_where_the_answer_is_full_and_reads_little_beyond) {
  test::TestEngine engine({.batch_get_bytes = 1 << 20});
  ASSERT_TRUE(engine.create_table(test::create_request("items", "pk:S")));
  BatchGetItemRequest batch;
  auto& keys = batch.request_items.emplace().emplace_back("items", KeysAndAttributes()).second.keys.emplace();
  for (int i = 0; i < 20; ++i) {
    keys.push_back(AttributeMap{{"pk", std::to_string(i)}});
    ASSERT_TRUE(
        engine.put_item(put_request("items", {{"pk", std::to_string(i)}, {"text", std::string(399 << 10, 'x')}})));
  }
  const auto before = engine.statistics().store.bytes_read;
  const auto answer = engine.batch_get_item(batch);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->responses.front().second.size(), 2u);
  EXPECT_EQ(answer->unprocessed_keys.front().second.keys->size(), 18u);
  EXPECT_LE(engine.statistics().store.bytes_read - before, 2u << 20);
}

TEST(BatchGet, answers_one_item_at_least) {
  test::TestEngine engine({.batch_get_bytes = 100});
  ASSERT_TRUE(engine.create_table(test::create_request("items", "pk:S")));
  ASSERT_TRUE(engine.put_item(put_request("items", {{"pk", "a"}, {"text", std::string(1000, 'x')}})));
  ASSERT_TRUE(engine.put_item(put_request("items", {{"pk", "b"}, {"text", std::string(1000, 'x')}})));
  BatchGetItemRequest batch;
  auto& keys = batch.request_items.emplace().emplace_back("items", KeysAndAttributes()).second.keys.emplace();
  for (const char* key : {"a", "b"}) keys.push_back(AttributeMap{{"pk", key}});
  const auto answer = engine.batch_get_item(batch);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->responses.front().second.size(), 1u);
  EXPECT_EQ(answer->unprocessed_keys.front().second.keys->size(), 1u);
}

TEST_F(WorkCounts, a_condition_that_fails_writes_nothing) {
  auto request = put_request("plain", {{"pk", "a"}, {"sk", 1}});
  request.condition_expression = "attribute_exists(pk)";
  const auto before = engine_.statistics();
  EXPECT_EQ(engine_.put_item(request).error().code, ErrorCode::ConditionalCheckFailedException);
  EXPECT_EQ(engine_.statistics().store.writes, before.store.writes);
  EXPECT_EQ(engine_.statistics().commits, before.commits);
}

TEST_F(WorkCounts, a_page_is_one_seek) {
  for (int i = 0; i < 50; ++i) put("indexed", "a", i);
  auto on_table = query_request("indexed", "pk = :p", {{":p", "a"}});
  auto on_index = query_request("indexed", "#o = :o", {{":o", "o"}});
  on_index.index_name = "by_owner";
  on_index.expression_attribute_names.emplace()["#o"] = "owner";
  auto nothing = on_table;
  nothing.filter_expression = "#o = :nobody";
  nothing.expression_attribute_names.emplace()["#o"] = "owner";
  nothing.expression_attribute_values->set(":nobody", "nobody");
  for (const QueryRequest& request : {on_table, on_index, nothing})
    for (bool forward : {true, false}) {
      QueryRequest page = request;
      page.scan_index_forward = forward;
      const auto cost = cost_of([&] { return engine_.query(page); });
      EXPECT_EQ(cost.seeks, 1u);
      EXPECT_EQ(cost.reads, 0u);
    }
  const auto scan = cost_of([&] { return engine_.scan(test::scan_request("indexed")); });
  EXPECT_EQ(scan.seeks, 1u);
  EXPECT_EQ(scan.reads, 0u);
}

TEST_F(WorkCounts, Limit_reads_no_more_of_a_large_partition_than_of_a_small_one) {
  constexpr int kLarge = 100'000;
  BatchWriteItemRequest batch;
  for (int i = 0; i < kLarge; ++i) {
    if (!batch.request_items) batch.request_items = {{"plain", std::vector<WriteRequest>{}}};
    auto& writes = batch.request_items->front().second;
    writes.push_back({.put_request = PutRequest{AttributeMap{{"pk", "large"}, {"sk", i}, {"owner", "o"}}}});
    if (writes.size() < 25) continue;
    ASSERT_TRUE(engine_.batch_write_item(std::move(batch)));
    batch = {};
  }
  for (int i = 0; i < 10; ++i) put("plain", "small", i);
  for (bool forward : {true, false}) {
    const auto bytes_read = [&](const char* partition, int first) {
      auto request = query_request("plain", "pk = :p AND sk >= :s", {{":p", partition}, {":s", first}});
      request.limit = 1;
      request.scan_index_forward = forward;
      return cost_of([&] { return engine_.query(request); }).bytes_read;
    };
    EXPECT_LE(bytes_read("large", 5), bytes_read("small", 5) + 4);  // the key's own number is longer
    EXPECT_LE(bytes_read("large", kLarge - 1), bytes_read("small", 5) + 4);
  }
}

}  // namespace work_counts_test
}  // namespace partita::engine
