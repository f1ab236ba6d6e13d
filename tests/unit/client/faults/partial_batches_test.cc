// Batches that are answered in part, and transactions that are cancelled.
#include "unit/client/faults/fixture.h"

namespace partita::client {
namespace partial_batches_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using PartialBatches = FaultsFixture;

std::vector<std::string> keys_of(const BatchWriteItemRequest& request) {
  std::vector<std::string> keys;
  for (const auto& [table, writes] : *request.request_items)
    for (const WriteRequest& write : writes) keys.push_back(write.put_request->item->find("pk")->text());
  return keys;
}

BatchWriteItemRequest batch_of(int count) {
  std::vector<WriteRequest> writes;
  for (int i = 0; i < count; ++i)
    writes.push_back({.put_request = PutRequest{.item = AttributeMap{{"pk", "k" + std::to_string(i)}}}});
  return {.request_items = {{{"items", writes}, {"others", {{.put_request = PutRequest{.item = {{{"pk", 1}}}}}}}}}};
}

TEST_F(PartialBatches, unprocessed_writes_come_back_and_the_others_happen) {
  set({{.table = "items", .unprocessed = 0.5}}, 3);
  const auto answer = faulty_->batch_write_item(batch_of(20));
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_THAT(answer->unprocessed_items, SizeIs(1));
  EXPECT_EQ(answer->unprocessed_items[0].first, "items");
  const auto left = keys_of({.request_items = answer->unprocessed_items});
  EXPECT_GT(left.size(), 4u);
  EXPECT_LT(left.size(), 16u);
  auto all = stored();
  EXPECT_EQ(all.size() + left.size(), 20u);
  all.insert(all.end(), left.begin(), left.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
  EXPECT_EQ(database_->scan(test::scan_request("others"))->count, 1);
}

TEST_F(PartialBatches, both_forms_leave_out_the_same_members) {
  const auto in_form = [&](bool waits) {
    set({{.table = "items", .when = FaultTime::After, .delay = std::chrono::milliseconds(1), .unprocessed = 0.5}}, 3);
    std::vector<std::string> left;
    const auto note = [&](const Result<BatchWriteItemResponse>& answer) {
      left = keys_of({.request_items = answer->unprocessed_items});
    };
    if (waits)
      note(faulty_->batch_write_item(batch_of(20)));
    else
      faulty_->batch_write_item(batch_of(20), note);
    delays_.end();
    return left;
  };
  const auto left = in_form(true);
  EXPECT_FALSE(left.empty());
  EXPECT_EQ(in_form(false), left);
}

TEST_F(PartialBatches, the_usual_loop_over_unprocessed_items_ends) {
  set({{.unprocessed = 0.7}});
  BatchWriteItemRequest request = batch_of(20);
  int rounds = 0, refused = 0;
  while (!request.request_items->empty()) {
    ASSERT_LT(++rounds, 200);
    const auto answer = faulty_->batch_write_item(request);
    if (answer) {
      request.request_items = answer->unprocessed_items;
    } else {
      ++refused;
      EXPECT_EQ(answer.error().code, ErrorCode::ProvisionedThroughputExceededException);
    }
  }
  EXPECT_GT(rounds, 2);
  EXPECT_GT(refused, 0);
  EXPECT_EQ(stored().size(), 20u);
}

TEST_F(PartialBatches, a_batch_of_which_nothing_is_processed_is_refused) {
  set({{.unprocessed = 1}});
  EXPECT_EQ(faulty_->batch_write_item(batch_of(2)).error().code, ErrorCode::ProvisionedThroughputExceededException);
  EXPECT_THAT(stored(), IsEmpty());
  set({{.operations = {"BatchWriteItem"}, .key = {{"pk", "k1"}}, .unprocessed = 1}});
  EXPECT_THAT(keys_of({.request_items = faulty_->batch_write_item(batch_of(2))->unprocessed_items}), ElementsAre("k1"));
  EXPECT_THAT(stored(), ElementsAre("k0"));
}

TEST_F(PartialBatches, unprocessed_keys_keep_the_settings_of_their_table) {
  set({});
  for (int i = 0; i < 6; ++i) ASSERT_TRUE(put("k" + std::to_string(i)));
  BatchGetItemRequest request{
      .request_items = {{{"items", {.keys = std::vector<AttributeMap>(), .projection_expression = "pk"}}}}};
  for (int i = 0; i < 6; ++i) request.request_items->front().second.keys->push_back({{"pk", "k" + std::to_string(i)}});
  set({{.unprocessed = 0.5}}, 2);
  const auto answer = faulty_->batch_get_item(request);
  ASSERT_TRUE(answer);
  ASSERT_THAT(answer->unprocessed_keys, SizeIs(1));
  const KeysAndAttributes& left = answer->unprocessed_keys[0].second;
  EXPECT_EQ(left.projection_expression, "pk");
  ASSERT_THAT(answer->responses, SizeIs(1));
  EXPECT_EQ(left.keys->size() + answer->responses[0].second.size(), 6u);
  EXPECT_GT(left.keys->size(), 0u);
}

// A part of a wrong request may be right, but the database must see and refuse the whole.
TEST_F(PartialBatches, nothing_is_left_out_of_a_wrong_batch) {
  set({{.table = "items", .unprocessed = 0.5}}, 3);
  EXPECT_EQ(faulty_->batch_write_item(batch_of(25)).error().code, ErrorCode::ValidationException);

  KeysAndAttributes keys{.keys = std::vector<AttributeMap>{}};
  for (int i = 0; i < 101; ++i) keys.keys->push_back({{"pk", "k" + std::to_string(i)}});
  EXPECT_EQ(faulty_->batch_get_item({.request_items = {{{"items", keys}}}}).error().code,
            ErrorCode::ValidationException);

  BatchExecuteStatementRequest statements{.statements = std::vector<BatchStatementRequest>{}};
  for (int i = 0; i < 26; ++i)
    statements.statements->push_back({.statement = "INSERT INTO items VALUE {'pk': 's" + std::to_string(i) + "'}"});
  EXPECT_EQ(faulty_->batch_execute_statement(statements).error().code, ErrorCode::ValidationException);
  EXPECT_THAT(stored(), IsEmpty());
}

TEST_F(PartialBatches, statements_that_are_left_out_have_errors_in_their_places) {
  const auto insert = [](const char* key) {
    return BatchStatementRequest{.statement = "INSERT INTO items VALUE {'pk': ?}", .parameters = {{key}}};
  };
  const BatchExecuteStatementRequest request{.statements = {{insert("a"), insert("b"), insert("c")}}};
  set({{.operations = {"BatchExecuteStatement"}, .key = {{"pk", "b"}}, .count = 1, .unprocessed = 1}});
  const auto answer = faulty_->batch_execute_statement(request);
  ASSERT_TRUE(answer);
  ASSERT_THAT(answer->responses, SizeIs(3));
  EXPECT_FALSE(answer->responses[0].error);
  ASSERT_TRUE(answer->responses[1].error);
  EXPECT_EQ(answer->responses[1].error->code, "ThrottlingError");
  EXPECT_EQ(answer->responses[2].table_name, "items");
  EXPECT_THAT(stored(), ElementsAre("a", "c"));

  set({{.unprocessed = 1}});
  int errors = 0;
  faulty_->batch_execute_statement(request, [&](const Result<BatchExecuteStatementResponse>& all) {
    for (const BatchStatementResponse& one : all->responses) errors += one.error ? 1 : 0;
  });
  EXPECT_EQ(errors, 3);
}

TEST_F(PartialBatches, a_transaction_that_meets_a_conflict_is_cancelled_with_reasons) {
  set({{.key = {{"pk", "b"}}, .error = ErrorCode::TransactionConflictException}});
  const auto refused = faulty_->transact_write_items(
      test::transact_request({test::transact_put("items", {{"pk", "a"}}), test::transact_put("items", {{"pk", "b"}})}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::TransactionCanceledException);
  EXPECT_EQ(refused.error().message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons [None, "
            "TransactionConflict]");
  ASSERT_THAT(refused.error().cancellation_reasons, SizeIs(2));
  EXPECT_EQ(refused.error().cancellation_reasons[0].message, std::nullopt);
  EXPECT_EQ(refused.error().cancellation_reasons[1].message, "Transaction is ongoing for the item");
  EXPECT_THAT(stored(), IsEmpty());
  EXPECT_EQ(put("b").error().code, ErrorCode::TransactionConflictException);
  EXPECT_TRUE(put("a"));
}

TEST_F(PartialBatches, the_seed_chooses_the_member_that_cancels) {
  set({{.error = ErrorCode::ThrottlingException}});
  std::vector<int> chosen(3);
  for (int i = 0; i < 60; ++i) {
    const auto refused =
        faulty_->transact_get_items(test::transact_get_request("items", {{{"pk", "a"}}, {{"pk", "b"}}, {{"pk", "c"}}}));
    for (std::size_t member = 0; member < 3; ++member)
      chosen[member] += refused.error().cancellation_reasons.at(member).code == "ThrottlingError" ? 1 : 0;
  }
  EXPECT_EQ(chosen[0] + chosen[1] + chosen[2], 60);
  for (const int times : chosen) EXPECT_GT(times, 5);
}

TEST_F(PartialBatches, other_errors_of_transactions_are_given_as_they_are) {
  set({{.error = ErrorCode::TransactionInProgressException}});
  EXPECT_EQ(
      faulty_->transact_write_items(test::transact_request({test::transact_put("items", {{"pk", "a"}})})).error().code,
      ErrorCode::TransactionInProgressException);
}

}  // namespace partial_batches_test
}  // namespace partita::client
