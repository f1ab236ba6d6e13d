// Which calls a rule matches, how often it acts, and which rules are refused.
#include "client/faults/fault_rules.h"

#include "unit/client/faults/fixture.h"

namespace partita::client {
namespace fault_rules_test {

using ::testing::ElementsAre;

using FaultRulesOf = FaultsFixture;

constexpr ErrorCode kAny = ErrorCode::InternalServerError;

template <class Request>
bool acts(const Fault& fault, const Request& request) {
  const auto rules = FaultRules::make({.rules = {fault}});
  EXPECT_TRUE(rules) << rules.error().message;
  return (*rules)->decide(facts_of(request, (*rules)->find_keys())).error.has_value();
}

TEST(FaultRulesSkew, of_more_than_ten_years_is_refused) {
  constexpr std::chrono::seconds kMostSkew = std::chrono::hours(24) * 365 * 10;
  for (const auto skew : {std::chrono::seconds(0), kMostSkew, -kMostSkew})
    EXPECT_TRUE(FaultRules::make({.clock_skew = skew}));
  for (const auto skew : {kMostSkew + std::chrono::seconds(1), -kMostSkew - std::chrono::seconds(1),
                          std::chrono::seconds::max(), std::chrono::seconds::min()}) {
    const auto refused = FaultRules::make({.clock_skew = skew});
    ASSERT_FALSE(refused) << skew.count();
    EXPECT_EQ(refused.error().message, "The clock skew is more than ten years, which is 315360000 seconds");
  }
}

TEST_F(FaultRulesOf, skip_and_count_bound_the_calls_on_which_a_rule_acts) {
  set({{.skip = 2, .count = 3, .error = kAny}});
  EXPECT_EQ(outcomes(8), "..xxx...");
  set({{.skip = 1, .error = kAny}});
  EXPECT_EQ(outcomes(3), ".xx");
}

TEST_F(FaultRulesOf, the_same_seed_gives_the_same_faults_and_another_one_others) {
  const std::vector<Fault> rules = {{.probability = 0.3, .error = kAny}};
  set(rules, 5);
  const std::string first = outcomes(400);
  set(rules, 5);
  EXPECT_EQ(outcomes(400), first);
  set(rules, 6);
  EXPECT_NE(outcomes(400), first);
  const auto faults = std::count(first.begin(), first.end(), 'x');
  EXPECT_GT(faults, 80);
  EXPECT_LT(faults, 160);
}

// The faults of a rule must not change if another rule or other calls are added.
TEST_F(FaultRulesOf, a_rule_counts_only_its_own_matches) {
  const Fault rule{.operations = {"PutItem"}, .probability = 0.5, .error = kAny};
  set({rule});
  const std::string alone = outcomes(50);
  set({rule, {.operations = {"GetItem"}, .error = kAny}});
  std::string beside_reads;
  for (int i = 0; i < 50; ++i) {
    beside_reads += outcomes(1);
    EXPECT_FALSE(faulty_->get_item(test::get_request("items", {{"pk", "a"}})));
  }
  EXPECT_EQ(beside_reads, alone);
}

TEST_F(FaultRulesOf, two_rules_of_one_kind_act_on_different_calls) {
  const Fault half{.operations = {"PutItem"}, .probability = 0.5, .delay = std::chrono::milliseconds(1)};
  set({half, half});
  outcomes(200);
  const auto acted = faulty_->times_acted();
  // If both acted on the same calls, each call would be delayed by 0 or 2 ms.
  EXPECT_GT(std::count(delays_.waited.begin(), delays_.waited.end(), std::chrono::milliseconds(1)), 50);
  EXPECT_EQ(std::uint64_t(std::count(delays_.waited.begin(), delays_.waited.end(), std::chrono::milliseconds(1)) +
                          2 * std::count(delays_.waited.begin(), delays_.waited.end(), std::chrono::milliseconds(2))),
            acted[0] + acted[1]);
}

TEST_F(FaultRulesOf, the_first_error_ends_the_rules_and_delays_do_not) {
  set({{.delay = std::chrono::milliseconds(1)},
       {.skip = 1, .error = ErrorCode::ThrottlingException},
       {.error = ErrorCode::ServiceUnavailable}});
  EXPECT_EQ(put("a").error().code, ErrorCode::ServiceUnavailable);
  EXPECT_EQ(put("a").error().code, ErrorCode::ThrottlingException);
  EXPECT_THAT(faulty_->times_acted(), ElementsAre(2, 1, 1));
}

TEST_F(FaultRulesOf, reads_and_writes_are_the_operations_on_items) {
  const Fault reads{.operations = {"reads"}, .error = kAny}, writes{.operations = {"writes"}, .error = kAny};
  const auto expect = [&](const char* name, const auto& request, bool is_read, bool is_write) {
    EXPECT_EQ(acts(reads, request), is_read) << name;
    EXPECT_EQ(acts(writes, request), is_write) << name;
  };
  expect("GetItem", GetItemRequest{}, true, false);
  expect("Query", QueryRequest{}, true, false);
  expect("TransactGetItems", TransactGetItemsRequest{}, true, false);
  expect("PutItem", PutItemRequest{}, false, true);
  expect("BatchWriteItem", BatchWriteItemRequest{}, false, true);
  expect("TransactWriteItems", TransactWriteItemsRequest{}, false, true);
  expect("SELECT", ExecuteStatementRequest{.statement = "SELECT * FROM items"}, true, false);
  expect("DELETE", ExecuteStatementRequest{.statement = "DELETE FROM items WHERE pk = 'a'"}, false, true);
  expect("CreateTable", CreateTableRequest{}, false, false);
  expect("GetRecords", GetRecordsRequest{}, false, false);
}

TEST_F(FaultRulesOf, a_table_matches_by_its_name_and_by_arns) {
  const Fault fault{.table = "items", .error = kAny};
  const std::string arn = "arn:aws:dynamodb:us-east-1:123456789012:table/items";
  EXPECT_TRUE(acts(fault, GetItemRequest{.table_name = "items"}));
  EXPECT_TRUE(acts(fault, GetItemRequest{.table_name = arn}));
  EXPECT_FALSE(acts(fault, GetItemRequest{.table_name = "others"}));
  EXPECT_TRUE(acts(fault, ScanRequest{.table_name = "items"}));
  EXPECT_TRUE(acts(fault, DescribeTableRequest{.table_name = "items"}));
  EXPECT_TRUE(acts(fault, ListTagsOfResourceRequest{.resource_arn = arn}));
  EXPECT_TRUE(acts(fault, DescribeStreamRequest{.stream_arn = arn + "/stream/2026"}));
  EXPECT_TRUE(acts(fault, GetRecordsRequest{.shard_iterator = arn + "/stream/2026|1|abc"}));
  EXPECT_FALSE(acts(fault, GetRecordsRequest{.shard_iterator = "abc"}));
  EXPECT_FALSE(acts(fault, ListTablesRequest{}));
  EXPECT_TRUE(acts(fault, ExecuteStatementRequest{.statement = R"(SELECT * FROM "items"."index")"}));
  EXPECT_FALSE(acts(fault, ExecuteStatementRequest{.statement = "SELECT * FROM others"}));
  EXPECT_FALSE(acts(fault, ExecuteStatementRequest{.statement = "no statement"}));
  EXPECT_TRUE(acts(fault, BatchGetItemRequest{.request_items = {{{"others", {.keys = {{{{"pk", 1}}}}}},
                                                                 {"items", {.keys = {{{{"pk", "a"}}}}}}}}}));
}

TEST_F(FaultRulesOf, a_key_matches_each_operation_that_names_an_item) {
  const Fault text{.key = {{"pk", "a"}}, .error = kAny};
  EXPECT_TRUE(acts(text, test::put_request("items", {{"pk", "a"}, {"n", 1}})));
  EXPECT_FALSE(acts(text, test::put_request("items", {{"pk", "b"}, {"n", 1}})));
  EXPECT_TRUE(acts(text, test::get_request("items", {{"pk", "a"}, {"sk", 1}})));
  EXPECT_TRUE(acts(text, test::delete_request("items", {{"pk", "a"}})));
  EXPECT_TRUE(acts(text, test::update_request("items", {{"pk", "a"}}, "SET n = :n", {{":n", 1}})));
  EXPECT_TRUE(acts(text, test::query_request("items", "pk = :p AND sk > :s", {{":p", "a"}, {":s", 1}})));
  EXPECT_FALSE(acts(text, test::query_request("items", "pk = :p", {{":p", "b"}})));
  EXPECT_FALSE(acts(text, test::scan_request("items")));
  EXPECT_TRUE(acts(text, test::transact_request({test::transact_put("items", {{"pk", "b"}}),
                                                 test::transact_check("items", {{"pk", "a"}}, "c")})));
  EXPECT_FALSE(acts(text, test::transact_request({test::transact_put("items", {{"pk", "b"}})})));
  EXPECT_TRUE(acts(text, test::transact_get_request("items", {{{"pk", "b"}}, {{"pk", "a"}}})));
  const BatchWriteItemRequest batch{
      .request_items = {{{"items", {{.delete_request = DeleteRequest{.key = AttributeMap{{"pk", "a"}}}}}}}}};
  EXPECT_TRUE(acts(text, batch));
  EXPECT_FALSE(acts({.table = "others", .key = {{"pk", "a"}}, .error = kAny}, batch));
  const auto statement = [](const char* words, std::vector<AttributeValue> parameters = {}) {
    return ExecuteStatementRequest{.statement = words, .parameters = std::move(parameters)};
  };
  EXPECT_TRUE(acts(text, statement("SELECT * FROM items WHERE pk = 'a'")));
  EXPECT_TRUE(acts(text, statement("UPDATE items SET n = 1 WHERE pk = ?", {"a"})));
  EXPECT_FALSE(acts(text, statement("UPDATE items SET n = 1 WHERE pk = ?", {"b"})));
  EXPECT_FALSE(acts(text, statement("UPDATE items SET n = 1 WHERE pk = ?")));
  EXPECT_TRUE(acts(text, statement("INSERT INTO items VALUE {'pk': 'a', 'n': ?}", {1})));
  EXPECT_TRUE(acts(text, statement("INSERT INTO items VALUE {'pk': 'a'}")));
  EXPECT_FALSE(acts(text, statement("INSERT INTO items VALUE {'pk': ?}", {"b"})));
  const Fault number{.key = {{"pk", 10}}, .error = kAny};
  EXPECT_TRUE(acts(number, test::get_request("others", {{"pk", AttributeValue::number("1e1")}})));
  EXPECT_FALSE(acts(number, test::get_request("others", {{"pk", "10"}})));
}

TEST_F(FaultRulesOf, an_error_meets_only_operations_that_have_it) {
  const Fault conflict{.error = ErrorCode::TransactionConflictException};
  EXPECT_TRUE(acts(conflict, test::put_request("items", {{"pk", "a"}})));
  EXPECT_FALSE(acts(conflict, test::get_request("items", {{"pk", "a"}})));
  EXPECT_FALSE(acts(conflict, ExecuteStatementRequest{.statement = "SELECT * FROM items"}));
  EXPECT_FALSE(acts(conflict, CreateTableRequest{}));
  const Fault throughput{.error = ErrorCode::ProvisionedThroughputExceededException};
  EXPECT_TRUE(acts(throughput, test::scan_request("items")));
  EXPECT_FALSE(acts(throughput, DescribeTableRequest{.table_name = "items"}));
  const Fault in_progress{.error = ErrorCode::TransactionInProgressException};
  EXPECT_TRUE(acts(in_progress, TransactWriteItemsRequest{}));
  EXPECT_FALSE(acts(in_progress, TransactGetItemsRequest{}));
}

TEST_F(FaultRulesOf, wrong_rules_are_refused) {
  const struct {
    Fault fault;
    const char* said;
  } kCases[] = {
      {{}, "it does nothing; give a delay, an error, a cut connection or a share of unprocessed members"},
      {{.error = kAny, .connection = FaultConnection::Cut},
       "it can have only one of an error, a cut connection and a share of unprocessed members"},
      {{.operations = {"PutItm"}, .error = kAny},
       "'PutItm' is not an operation; give a name of the API such as PutItem, or 'reads' or 'writes'"},
      {{.probability = 1.5, .error = kAny}, "the probability 1.5 is not from 0 to 1"},
      {{.probability = std::numeric_limits<double>::quiet_NaN(), .error = kAny},
       "the probability nan is not from 0 to 1"},
      {{.unprocessed = -0.5}, "the share -0.5 of unprocessed members is not from 0 to 1"},
      {{.count = 0, .error = kAny}, "the count is 0, so the rule would never act"},
      {{.delay = std::chrono::milliseconds(-1)}, "the delay of -1 ms is not from 0 to 3600000 ms"},
      {{.delay = std::chrono::hours(2)}, "the delay of 7200000 ms is not from 0 to 3600000 ms"},
      {{.error = ErrorCode::Corruption},
       "a rule cannot ask for Corruption; give ProvisionedThroughputExceededException, ThrottlingException, "
       "RequestLimitExceeded, LimitExceededException, InternalServerError, ServiceUnavailable, "
       "TransactionConflictException, TransactionInProgressException, ItemCollectionSizeLimitExceededException or "
       "ExpiredTokenException"},
      {{.message = "text", .connection = FaultConnection::Cut}, "it has a message, but no error"},
      {{.table = "a b", .error = kAny}, "'a b' is not the name of a table; give a name, not an ARN"},
      {{.operations = {"ListTables"}, .table = "items", .error = kAny}, "ListTables names no table"},
      {{.operations = {"Scan"}, .key = {{"pk", "a"}}, .error = kAny}, "Scan names no items, so no key can match"},
      {{.operations = {"PutItem"}, .unprocessed = 1},
       "PutItem has no unprocessed members; BatchGetItem, BatchWriteItem and BatchExecuteStatement have"},
      {{.operations = {"GetItem"}, .error = ErrorCode::TransactionConflictException},
       "GetItem has no TransactionConflictException"},
  };
  const Fault right{.error = kAny};
  for (const auto& one : kCases) {
    const auto made = with_faults(*database_, {.rules = {right, one.fault}});
    ASSERT_FALSE(made) << one.said;
    EXPECT_EQ(made.error().code, ErrorCode::ValidationException);
    EXPECT_EQ(made.error().message, std::string("Rule 2: ") + one.said);
  }
}

}  // namespace fault_rules_test
}  // namespace partita::client
