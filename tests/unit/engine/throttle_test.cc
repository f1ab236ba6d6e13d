// Throttled operations, to the unit, on the manual clock.
#include "engine/throttle/throttle.h"

#include <gtest/gtest.h>

#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace throttle_test {

using test::create_request;
using test::get_request;
using test::put_request;
using test::query_request;
using test::update_request;

constexpr const char* kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/items";
constexpr const char* kTableText =
    "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning "
    "level with the UpdateTable API.";

ProvisionedThroughput units(std::int64_t reads, std::int64_t writes) {
  return {.read_capacity_units = reads, .write_capacity_units = writes};
}

// An item of exactly 1 KB, with a number by which the index "by_g" has it.
AttributeMap item_of_1_kb(const std::string& key, const std::string& group = "") {
  AttributeMap item{{"pk", key}};
  std::size_t bytes = 2 + key.size() + 4;
  if (!group.empty()) {
    item.set("g", group);
    bytes += 1 + group.size();
  }
  item.set("fill", std::string(1024 - bytes, 'x'));
  return item;
}

class ThrottleTest : public testing::Test {
 protected:
  // 5 units of each kind a second, and the index has `index_writes`.
  void create(std::int64_t reads = 5, std::int64_t writes = 5, std::int64_t index_writes = 1000) {
    CreateTableRequest request = create_request("items", "pk:S", "", {{.name = "by_g", .partition = {"g:S"}}});
    request.billing_mode = BillingMode::Provisioned;
    request.provisioned_throughput = units(reads, writes);
    request.global_secondary_indexes->front().provisioned_throughput = units(3, index_writes);
    const auto created = engine_.create_table(request);
    ASSERT_TRUE(created) << created.error().message;
  }
  void set_units(std::int64_t reads, std::int64_t writes) {
    UpdateTableRequest request;
    request.table_name = "items";
    request.provisioned_throughput = units(reads, writes);
    const auto updated = engine_.update_table(request);
    ASSERT_TRUE(updated) << updated.error().message;
  }
  // The number of writes of 1 KB, from one on, that are admitted now.
  int writes_admitted(const std::string& group = "") {
    int admitted = 0;
    while (admitted < 10'000 && engine_.put_item(put_request("items", item_of_1_kb("a", group)))) ++admitted;
    return admitted;
  }
  template <class Response>
  static void expect_throttled(const Result<Response>& answer, const std::string& reason,
                               const std::string& resource = kArn) {
    ASSERT_FALSE(answer);
    EXPECT_TRUE(answer.error().code == ErrorCode::ProvisionedThroughputExceededException ||
                answer.error().code == ErrorCode::ThrottlingException)
        << answer.error().message;
    ASSERT_EQ(answer.error().throttling_reasons.size(), 1u);
    EXPECT_EQ(answer.error().throttling_reasons[0].reason, reason);
    EXPECT_EQ(answer.error().throttling_reasons[0].resource, resource);
  }
  BatchWriteItemRequest batch_of(int first, int count) {
    std::vector<WriteRequest> writes;
    for (int i = first; i < first + count; ++i)
      writes.push_back({.put_request = PutRequest{.item = item_of_1_kb("b" + std::to_string(i))}});
    return {.request_items = NamedList<std::vector<WriteRequest>>{{"items", std::move(writes)}}};
  }

  test::TestEngine engine_{test::TestEngine::Options{.throttle = true}};
};

TEST_F(ThrottleTest, writes_of_a_kilobyte_at_five_units_a_second_are_admitted_to_the_unit) {
  create();
  EXPECT_EQ(writes_admitted(), 5);
  const auto sixth = engine_.put_item(put_request("items", item_of_1_kb("a")));
  expect_throttled(sixth, "TableWriteProvisionedThroughputExceeded");
  EXPECT_EQ(sixth.error().message, kTableText);
  // Each 200 ms bring one unit, but the first unit may begin a write.
  engine_.clock().advance_ms(1);
  EXPECT_EQ(writes_admitted(), 1);
  engine_.clock().advance_ms(198);
  EXPECT_EQ(writes_admitted(), 0);
  engine_.clock().advance_ms(2);
  EXPECT_EQ(writes_admitted(), 1);
  engine_.clock().advance_ms(3'600'000);
  EXPECT_EQ(writes_admitted(), 5);
  // Reads have a capacity of their own.
  EXPECT_TRUE(engine_.get_item(get_request("items", {{"pk", "a"}})));
}

TEST_F(ThrottleTest, an_index_throttles_the_writes_that_change_it_and_no_others) {
  create(5, 1000, 5);
  // A write that moves the entry costs 2 units of the index.
  int groups = 0;
  const auto move = [&] {
    return engine_.put_item(put_request("items", item_of_1_kb("a", "g" + std::to_string(groups++))));
  };
  ASSERT_TRUE(move());  // 1 unit: the entry did not exist
  ASSERT_TRUE(move());
  ASSERT_TRUE(move());
  const auto refused = move();
  expect_throttled(refused, "IndexWriteProvisionedThroughputExceeded", std::string(kArn) + "/index/by_g");
  EXPECT_EQ(refused.error().message,
            "The level of configured provisioned throughput for one or more global secondary indexes of the table was "
            "exceeded. Consider increasing your provisioning level for the under-provisioned global secondary indexes "
            "with the UpdateTable API.");
  // The item is as the last admitted write left it.
  auto read = get_request("items", {{"pk", "a"}});
  EXPECT_EQ(engine_.get_item(read)->item->get("g")->s(), "g2");
  EXPECT_TRUE(engine_.put_item(put_request("items", item_of_1_kb("other"))));
  // The same entry again costs nothing.
  EXPECT_TRUE(engine_.put_item(put_request("items", item_of_1_kb("a", "g2"))));
  engine_.clock().advance_ms(1);
  EXPECT_TRUE(move());
  EXPECT_FALSE(move());
  engine_.expect_clean();
}

TEST_F(ThrottleTest, a_failed_condition_costs_what_its_write_would) {
  create();
  AttributeMap item = item_of_1_kb("a");
  item.set("more", std::string(1500, 'x'));  // 3 units
  auto put = put_request("items", item);
  put.condition_expression = "attribute_exists(pk)";
  const auto failed = engine_.put_item(put);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::ConditionalCheckFailedException);
  EXPECT_EQ(writes_admitted(), 2);
}

TEST_F(ThrottleTest, reads_cost_half_if_they_are_eventually_consistent) {
  create();
  const auto read = get_request("items", {{"pk", "none"}});
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(engine_.get_item(read)) << i;
  expect_throttled(engine_.get_item(read), "TableReadProvisionedThroughputExceeded");
  engine_.clock().advance_ms(1000);
  auto consistent = read;
  consistent.consistent_read = true;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(engine_.get_item(consistent)) << i;
  EXPECT_FALSE(engine_.get_item(consistent));
}

TEST_F(ThrottleTest, a_large_request_is_paid_by_the_ones_after_it) {
  create();
  AttributeMap item{{"pk", "large"}, {"fill", std::string(40 * 1024 - 15, 'x')}};  // 40 units
  ASSERT_TRUE(engine_.put_item(put_request("items", item)));
  engine_.clock().advance_ms(7000);  // 35 of the 35 that are owed
  EXPECT_EQ(writes_admitted(), 0);
  engine_.clock().advance_ms(1);
  EXPECT_EQ(writes_admitted(), 1);
}

TEST_F(ThrottleTest, a_batch_gives_back_the_members_that_found_no_units) {
  create();
  const auto answer = engine_.batch_write_item(batch_of(0, 8));
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->unprocessed_items.size(), 1u);
  ASSERT_EQ(answer->unprocessed_items[0].second.size(), 3u);
  EXPECT_EQ(answer->unprocessed_items[0].second[0].put_request->item, item_of_1_kb("b5"));
  const auto refused = engine_.batch_write_item(batch_of(5, 3));
  expect_throttled(refused, "TableWriteProvisionedThroughputExceeded");
  set_units(1000, 1000);
  EXPECT_EQ(engine_.scan(test::scan_request("items"))->count, 5);
  engine_.expect_clean();
}

TEST_F(ThrottleTest, a_batch_of_reads_gives_back_the_keys_that_found_no_units) {
  create();
  std::vector<AttributeMap> keys;
  for (int i = 0; i < 14; ++i) keys.push_back({{"pk", "b" + std::to_string(i)}});
  BatchGetItemRequest request;
  request.request_items = NamedList<KeysAndAttributes>{{"items", KeysAndAttributes{.keys = keys}}};
  const auto answer = engine_.batch_get_item(request);
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->unprocessed_keys.size(), 1u);
  EXPECT_EQ(answer->unprocessed_keys[0].second.keys, (std::vector<AttributeMap>(keys.begin() + 10, keys.end())));
  expect_throttled(engine_.batch_get_item(request), "TableReadProvisionedThroughputExceeded");
}

TEST_F(ThrottleTest, a_page_ends_when_the_units_are_used_up) {
  create(5, 1000);
  for (int i = 0; i < 60; ++i)
    ASSERT_TRUE(engine_.put_item(put_request("items", item_of_1_kb("s" + std::to_string(i)))));
  // Each 4 items cost half a unit, and the 37th begins the tenth half.
  auto scan = test::scan_request("items");
  scan.return_consumed_capacity = ReturnConsumedCapacity::Total;
  auto page = engine_.scan(scan);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_EQ(page->count, 37);
  EXPECT_EQ(page->consumed_capacity->capacity_units, 5);
  ASSERT_TRUE(page->last_evaluated_key);
  scan.exclusive_start_key = page->last_evaluated_key;
  expect_throttled(engine_.scan(scan), "TableReadProvisionedThroughputExceeded");
  engine_.clock().advance_ms(1000);
  page = engine_.scan(scan);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->count, 23);
  EXPECT_FALSE(page->last_evaluated_key);
}

TEST_F(ThrottleTest, the_reads_of_an_index_have_its_capacity) {
  create(5, 1000);
  auto query = query_request("items", "g = :g", {{":g", "x"}});
  query.index_name = "by_g";
  for (int i = 0; i < 6; ++i) EXPECT_TRUE(engine_.query(query)) << i;
  const auto refused = engine_.query(query);
  expect_throttled(refused, "IndexReadProvisionedThroughputExceeded", std::string(kArn) + "/index/by_g");
  EXPECT_TRUE(engine_.get_item(get_request("items", {{"pk", "a"}})));
}

TEST_F(ThrottleTest, a_transaction_costs_twice_and_is_cancelled_with_reasons) {
  create(4, 5);
  const auto transaction = test::transact_request(
      {test::transact_put("items", item_of_1_kb("t1")), test::transact_put("items", item_of_1_kb("t2"))}, "token");
  ASSERT_TRUE(engine_.transact_write_items(transaction));
  EXPECT_EQ(writes_admitted(), 1);
  const auto refused =
      engine_.transact_write_items(test::transact_request({test::transact_put("items", item_of_1_kb("t3"))}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::TransactionCanceledException);
  ASSERT_EQ(refused.error().cancellation_reasons.size(), 1u);
  EXPECT_EQ(refused.error().cancellation_reasons[0].code, "ProvisionedThroughputExceeded");
  EXPECT_EQ(refused.error().cancellation_reasons[0].message, kTableText);
  // A repetition reads its outcome: 2 units for each member.
  ASSERT_TRUE(engine_.transact_write_items(transaction));
  const auto reads = engine_.transact_get_items(test::transact_get_request("items", {{{"pk", "t1"}}}));
  ASSERT_FALSE(reads);
  EXPECT_EQ(reads.error().cancellation_reasons[0].code, "ProvisionedThroughputExceeded");
}

TEST_F(ThrottleTest, statements_are_throttled_one_by_one) {
  create();
  const auto insert = [](int i) { return "INSERT INTO items VALUE {'pk': 'p" + std::to_string(i) + "'}"; };
  BatchExecuteStatementRequest batch;
  batch.statements.emplace();
  for (int i = 0; i < 6; ++i) batch.statements->push_back({.statement = insert(i)});
  const auto answer = engine_.batch_execute_statement(batch);
  ASSERT_TRUE(answer) << answer.error().message;
  for (int i = 0; i < 6; ++i) EXPECT_EQ(answer->responses[i].error.has_value(), i == 5) << i;
  EXPECT_EQ(answer->responses[5].error->code, "ProvisionedThroughputExceeded");
  expect_throttled(engine_.execute_statement({.statement = insert(9)}), "TableWriteProvisionedThroughputExceeded");
  const std::string select = "SELECT * FROM items WHERE pk = 'p1'";
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(engine_.execute_statement({.statement = select})) << i;
  expect_throttled(engine_.execute_statement({.statement = select}), "TableReadProvisionedThroughputExceeded");
  expect_throttled(engine_.execute_statement({.statement = "SELECT * FROM items WHERE pk IN ['p1', 'p2']"}),
                   "TableReadProvisionedThroughputExceeded");
}

TEST_F(ThrottleTest, update_table_changes_the_rate_at_once) {
  create();
  EXPECT_EQ(writes_admitted(), 5);
  set_units(5, 50);
  EXPECT_EQ(writes_admitted(), 0);
  engine_.clock().advance_ms(100);
  EXPECT_EQ(writes_admitted(), 5);
  engine_.clock().advance_ms(1000);
  EXPECT_EQ(writes_admitted(), 50);
}

TEST_F(ThrottleTest, a_deleted_table_leaves_nothing_behind) {
  create();
  EXPECT_EQ(writes_admitted(), 5);
  ASSERT_EQ(engine_.statistics().throttled.size(), 1u);
  EXPECT_EQ(engine_.statistics().throttled[0].table, "items");
  EXPECT_EQ(engine_.statistics().throttled[0].writes, 1u);
  EXPECT_EQ(engine_.statistics().throttled[0].reads, 0u);
  ASSERT_TRUE(engine_.delete_table({.table_name = "items"}));
  EXPECT_TRUE(engine_.statistics().throttled.empty());
  create();
  EXPECT_EQ(writes_admitted(), 5);
}

TEST_F(ThrottleTest, a_key_range_of_an_on_demand_table_has_a_thousand_units_a_second) {
  ASSERT_TRUE(engine_.create_table(create_request("items", "pk:S")));
  EXPECT_EQ(writes_admitted(), 1000);
  const auto refused = engine_.put_item(put_request("items", item_of_1_kb("a")));
  expect_throttled(refused, "TableWriteKeyRangeThroughputExceeded");
  EXPECT_TRUE(engine_.put_item(put_request("items", item_of_1_kb("b"))));
}

TEST_F(ThrottleTest, the_ceiling_of_an_on_demand_table_is_kept) {
  CreateTableRequest request = create_request("items", "pk:S");
  request.on_demand_throughput = OnDemandThroughput{.max_write_request_units = 3};
  ASSERT_TRUE(engine_.create_table(request));
  EXPECT_EQ(writes_admitted(), 3);
  const auto refused = engine_.put_item(put_request("items", item_of_1_kb("a")));
  expect_throttled(refused, "TableWriteMaxOnDemandThroughputExceeded");
  EXPECT_EQ(refused.error().code, ErrorCode::ThrottlingException);
  EXPECT_EQ(refused.error().message, "Throughput exceeds the maximum OnDemandThroughput configured on table or index");
}

TEST_F(ThrottleTest, the_account_limits_its_on_demand_tables_together) {
  ASSERT_TRUE(engine_.create_table(create_request("items", "pk:S")));
  CreateTableRequest other = create_request("other", "pk:S");
  ASSERT_TRUE(engine_.create_table(other));
  engine_.context().throttle->charge({*engine_.context().catalog.find("other"), nullptr, Side::Write, 0}, 80'000);
  const auto refused = engine_.put_item(put_request("items", item_of_1_kb("a")));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::RequestLimitExceeded);
  EXPECT_EQ(refused.error().throttling_reasons.at(0).reason, "TableWriteAccountLimitExceeded");
  engine_.clock().advance_ms(1);
  EXPECT_TRUE(engine_.put_item(put_request("items", item_of_1_kb("a"))));
}

TEST_F(ThrottleTest, expired_items_are_deleted_for_nothing) {
  create();
  ASSERT_TRUE(engine_.update_time_to_live(test::time_to_live_request("items", "ttl", true)));
  for (int i = 0; i < 4; ++i) {
    const AttributeMap item{{"pk", "e" + std::to_string(i)}, {"ttl", test::kStartMs / 1000 - 10}};
    ASSERT_TRUE(engine_.put_item(put_request("items", item)));
  }
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(engine_.statistics().expired_items, 4u);
  EXPECT_EQ(writes_admitted(), 1);
}

}  // namespace throttle_test
}  // namespace partita::engine
