#include "client/retry/repeatable.h"

#include <gtest/gtest.h>

#include "support/requests.h"

namespace partita::client {
namespace repeatable_test {

constexpr auto kRead = Repeatable::Read;
constexpr auto kWrite = Repeatable::Write;
constexpr auto kNo = Repeatable::No;

TEST(RepeatableTest, reads_are) {
  EXPECT_EQ(repeatable(GetItemRequest{}), kRead);
  EXPECT_EQ(repeatable(QueryRequest{}), kRead);
  EXPECT_EQ(repeatable(TransactGetItemsRequest{}), kRead);
  EXPECT_EQ(repeatable(DescribeTableRequest{}), kRead);
}

TEST(RepeatableTest, table_operations_whose_second_answer_is_another_are_not) {
  EXPECT_EQ(repeatable(CreateTableRequest{}), kNo);
  EXPECT_EQ(repeatable(UpdateTableRequest{}), kNo);
  EXPECT_EQ(repeatable(DeleteTableRequest{}), kNo);
  EXPECT_EQ(repeatable(UpdateTimeToLiveRequest{}), kNo);
  EXPECT_EQ(repeatable(TagResourceRequest{}), kWrite);
  EXPECT_EQ(repeatable(PutResourcePolicyRequest{}), kWrite);
  EXPECT_EQ(repeatable(PutResourcePolicyRequest{.expected_revision_id = "1"}), kNo);
  EXPECT_EQ(repeatable(DeleteResourcePolicyRequest{}), kNo);
}

template <class Request>
void expect_plain_writes_only() {
  EXPECT_EQ(repeatable(Request{}), kWrite);
  EXPECT_EQ(repeatable(Request{.return_values = ReturnValue::None}), kWrite);
  EXPECT_EQ(repeatable(Request{.return_values = ReturnValue::AllOld}), kNo);
  EXPECT_EQ(repeatable(Request{.condition_expression = "attribute_not_exists(pk)"}), kNo);
  EXPECT_EQ(repeatable(Request{.expected = NamedList<ExpectedAttributeValue>{{"a", {.exists = false}}}}), kNo);
}

TEST(RepeatableTest, puts_deletes_and_updates_are_without_condition_and_return_values) {
  expect_plain_writes_only<PutItemRequest>();
  expect_plain_writes_only<DeleteItemRequest>();
  expect_plain_writes_only<UpdateItemRequest>();
}

TEST(RepeatableTest, batches_are_and_transactions_with_a_token) {
  EXPECT_EQ(repeatable(BatchWriteItemRequest{}), kWrite);
  EXPECT_EQ(repeatable(TransactWriteItemsRequest{}), kNo);
  EXPECT_EQ(repeatable(TransactWriteItemsRequest{.client_request_token = "t"}), kWrite);
}

TEST(RepeatableTest, an_update_is_by_its_expression) {
  struct Case {
    const char* expression;
    Repeatable expected;
  };
  for (const Case& c :
       {Case{"SET a = :v", kWrite}, Case{"SET a = :v, m.#b = :w REMOVE c, d.e DELETE s :x", kWrite},
        Case{"ADD n :one", kNo}, Case{"ADD s :set", kNo}, Case{"SET a = :v ADD n :one", kNo},
        Case{"SET n = n + :one", kNo}, Case{"SET n = :v - :w", kNo}, Case{"SET l = list_append(l, :v)", kNo},
        Case{"SET a = if_not_exists(a, :v)", kNo}, Case{"SET a = b, b = :v", kNo}, Case{"REMOVE l[0]", kNo},
        Case{"SET l[5] = :v", kNo}, Case{"SET m.l[0].a = :v", kNo}, Case{"this is no expression", kNo}})
    EXPECT_EQ(repeatable(test::update_request("t", {{"pk", "a"}}, c.expression)), c.expected) << c.expression;
}

TEST(RepeatableTest, a_legacy_update_is_unless_it_adds) {
  const auto update = [](OptionalEnum<AttributeAction> action) {
    return UpdateItemRequest{
        .attribute_updates = NamedList<AttributeValueUpdate>{{"a", {.value = AttributeValue(1)}},
                                                             {"b", {.value = AttributeValue(1), .action = action}}}};
  };
  EXPECT_EQ(repeatable(update({})), kWrite);
  EXPECT_EQ(repeatable(update(AttributeAction::Put)), kWrite);
  EXPECT_EQ(repeatable(update(AttributeAction::Delete)), kWrite);
  EXPECT_EQ(repeatable(update(AttributeAction::Add)), kNo);
  EXPECT_EQ(repeatable(update(OpenEnum<AttributeAction>::from_text("WHAT"))), kNo);
}

}  // namespace repeatable_test
}  // namespace partita::client
