// Batches and transactions.
#include <functional>

#include "support.h"

namespace partita::ops {
namespace batch_transaction_test {

using V = AttributeValue;
using Names = std::map<std::string, std::string>;

constexpr const char* kEmptyValue =
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
constexpr const char* kSeveral =
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes";
constexpr const char* kNoExpression = "ExpressionAttributeNames can only be specified when using expressions";

constexpr const char* kMapKeys =
    "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have length "
    "greater than or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]";

template <class Request>
struct Row {
  std::function<void(Request&)> change;
  std::string expected;
};
template <class Request, std::size_t N>
void check(const Request& base, const Row<Request> (&rows)[N]) {
  for (const auto& row : rows) {
    Request request = base;
    row.change(request);
    EXPECT_EQ(fault(prepare(request)), row.expected);
  }
}

std::vector<AttributeMap> keys(int count) {
  std::vector<AttributeMap> list;
  for (int i = 0; i < count; ++i) list.push_back({{"pk", i}});
  return list;
}
BatchGetItemRequest batch_get(int count = 1) {
  return {.request_items = NamedList<KeysAndAttributes>{{"Music", {.keys = keys(count)}}}};
}
WriteRequest put(AttributeMap item) { return {.put_request = PutRequest{std::move(item)}}; }
std::vector<WriteRequest> puts(int count) {
  std::vector<WriteRequest> list;
  for (AttributeMap& item : keys(count)) list.push_back(put(std::move(item)));
  return list;
}
BatchWriteItemRequest batch_write(std::vector<WriteRequest> writes = puts(1)) {
  return {.request_items = NamedList<std::vector<WriteRequest>>{{"Music", std::move(writes)}}};
}

TEST(BatchGetItem, TablesArePrepared) {
  BatchGetItemRequest request = batch_get(2);
  request.request_items->emplace_back("arn:aws:dynamodb:us-east-1:123456789012:table/Other",
                                      KeysAndAttributes{.keys = keys(1), .consistent_read = true});
  const auto prepared = prepare(request);
  ASSERT_TRUE(prepared);
  ASSERT_EQ(prepared->tables.size(), 2u);
  EXPECT_EQ(prepared->tables[0].keys.size(), 2u);
  EXPECT_EQ(prepared->tables[0].table, "Music");
  EXPECT_EQ(prepared->tables[1].table, "Other");
  EXPECT_EQ(prepared->tables[1].given, "arn:aws:dynamodb:us-east-1:123456789012:table/Other");
  EXPECT_TRUE(prepared->tables[1].consistent);
}

TEST(BatchGetItem, Faults) {
  const auto first = [](BatchGetItemRequest& r) -> KeysAndAttributes& { return r.request_items->front().second; };
  const Row<BatchGetItemRequest> rows[] = {
      {[](auto&) {}, ""},
      {[](auto& r) { r = batch_get(100); }, ""},
      {[](auto& r) { r.request_items.reset(); }, one_fault("null", "requestItems", kNotNull)},
      {[](auto& r) { r.request_items->clear(); },
       enveloped("Value at 'RequestItems' failed to satisfy constraint: Member must have length greater than or equal "
                 "to 1")},
      {[](auto& r) { r = batch_get(101); },
       "1 validation error detected: Value at 'RequestItems.Music.member.Keys' failed to satisfy constraint: Member "
       "must have length less than or equal to 100"},
      {[](auto& r) {
         r = batch_get(60);
         r.request_items->emplace_back("Other", KeysAndAttributes{.keys = keys(60)});
       },
       "Too many items requested for the BatchGetItem call"},
      {[](auto& r) { r = batch_get(0); },
       enveloped("Value at 'RequestItems.Music.member.Keys' failed to satisfy constraint: Member must have length "
                 "greater than or equal to 1")},
      {[&](auto& r) {
         r.request_items->emplace_back("bad!name", KeysAndAttributes{.keys = keys(1)});
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("hi");
       },
       "2 validation errors detected: " +
           constraint(
               "'{\"Music\":{\"Keys\":[{\"pk\":{\"N\":\"0\"}}]},\"bad!name\":{\"Keys\":[{\"pk\":{\"N\":\"0\"}}]}}'",
               "requestItems", kMapKeys) +
           "; " + constraint("'hi'", "returnConsumedCapacity", kCapacity)},
      {[&](auto& r) {
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("hi");
         first(r).keys.reset();
       },
       "2 validation errors detected: " + constraint("'hi'", "returnConsumedCapacity", kCapacity) + "; " +
           constraint("null", "requestItems.Music.member.keys", kNotNull)},
      {[&](auto& r) {
         first(r).attributes_to_get = {"a"};
         r.request_items->emplace_back("Other", KeysAndAttributes{.keys = keys(1), .projection_expression = "a"});
       },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{AttributesToGet} Expression parameters: {ProjectionExpression}"},
      {[&](auto& r) {
         first(r).expression_attribute_names = Names{{"#a", "a"}};
       },
       kNoExpression},
      {[&](auto& r) {
         first(r).attributes_to_get = {"a", "a"};
       },
       parameter_fault("Duplicate value in attribute name: a")},
      {[&](auto& r) {
         first(r).keys = {AttributeMap{{"pk", V()}}};
       },
       kEmptyValue},
  };
  check(batch_get(), rows);
}

TEST(BatchWriteItem, WritesArePrepared) {
  BatchWriteItemRequest request =
      batch_write({put({{"pk", 1}}), {.delete_request = DeleteRequest{AttributeMap{{"pk", 2}}}}});
  const auto prepared = prepare(request);
  ASSERT_TRUE(prepared);
  const auto& writes = prepared->tables.at(0).writes;
  ASSERT_EQ(writes.size(), 2u);
  EXPECT_NE(writes[0].put, nullptr);
  EXPECT_EQ(writes[0].delete_key, nullptr);
  EXPECT_NE(writes[1].delete_key, nullptr);
}

TEST(BatchWriteItem, Faults) {
  const std::string map_value =
      "Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length "
      "greater than or equal to 1]";
  WriteRequest both = put({{"pk", 1}});
  both.delete_request = DeleteRequest{AttributeMap{{"pk", 1}}};
  const Row<BatchWriteItemRequest> rows[] = {
      {[](auto&) {}, ""},
      {[](auto& r) { r = batch_write(puts(25)); }, ""},
      {[](auto& r) { r.request_items.reset(); }, one_fault("null", "requestItems", kNotNull)},
      {[](auto& r) { r.request_items->clear(); }, "The requestItems parameter is required for BatchWriteItem"},
      {[](auto& r) { r = batch_write({}); }, one_fault("'{Music=[]}'", "requestItems", map_value)},
      {[](auto& r) { r.request_items->front().first = "bad!name"; },
       one_fault("'{bad!name=[WriteRequest(putRequest=PutRequest(item={pk="
                 "com.amazonaws.dynamodb.v20120810.AttributeValue@dfb}, workloadProfileName=null), "
                 "deleteRequest=null)]}'",
                 "requestItems", kMapKeys)},
      {[](auto& r) {
         r.request_items->front().first = "bad!name";
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("hi");
       },
       one_fault("'hi'", "returnConsumedCapacity", kCapacity)},
      {[](auto& r) {
         r = batch_write(puts(20));
         r.request_items->emplace_back("Other", puts(20));
       },
       "Too many items requested for the BatchWriteItem call"},
      {[](auto& r) { r = batch_write({WriteRequest{}}); }, kSeveral},
      {[&](auto& r) { r = batch_write({both}); }, kSeveral},
      {[](auto& r) { r = batch_write({WriteRequest{.put_request = PutRequest{}}}); },
       one_fault("null", "requestItems.Music.member.1.member.putRequest.item", kNotNull)},
      {[](auto& r) {
         r = batch_write({put({{"pk", V()}})});
       },
       kEmptyValue},
      {[](auto& r) {
         r = batch_write({put({{"pk", std::string(410000, 'x')}})});
       },
       "Item size has exceeded the maximum allowed size"},
  };
  check(batch_write(), rows);
}

TEST(BatchWriteItem, MoreThan25WritesPrintTheirMap) {
  const std::string text = fault(prepare(batch_write(puts(26))));
  EXPECT_TRUE(text.starts_with("1 validation error detected: Value '{Music=[")) << text;
  EXPECT_TRUE(
      text.ends_with("]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: "
                     "[Member must have length less than or equal to 25, Member must have length greater than "
                     "or equal to 1]"))
      << text;
}

TransactWriteItem transact_put(AttributeMap item = {{"pk", 1}}) {
  TransactWriteItem member;
  member.put = Put{.item = std::move(item), .table_name = "Music"};
  return member;
}
TransactWriteItemsRequest transact_write(std::vector<TransactWriteItem> members = {transact_put()}) {
  return {.transact_items = std::move(members)};
}

TEST(TransactWriteItems, MembersArePrepared) {
  TransactWriteItem check_member, delete_member, update_member;
  check_member.condition_check = ConditionCheck{
      .key = AttributeMap{{"pk", 1}}, .table_name = "Music", .condition_expression = "attribute_exists(a)"};
  delete_member.delete_ = Delete{.key = AttributeMap{{"pk", 2}}, .table_name = "Music"};
  update_member.update = Update{.key = AttributeMap{{"pk", 3}}, .update_expression = "REMOVE a", .table_name = "Music"};
  auto request = transact_write({check_member, transact_put(), delete_member, update_member});
  request.client_request_token = "token";
  const auto prepared = prepare(request);
  ASSERT_TRUE(prepared) << prepared.error().message;
  ASSERT_EQ(prepared->members.size(), 4u);
  EXPECT_TRUE(std::get<PreparedConditionCheck>(prepared->members[0]).condition);
  EXPECT_EQ(std::get<PreparedPut>(prepared->members[1]).table, "Music");
  EXPECT_NE(std::get<PreparedDelete>(prepared->members[2]).key, nullptr);
  EXPECT_TRUE(std::get<PreparedUpdate>(prepared->members[3]).update);
  EXPECT_EQ(prepared->client_request_token, "token");
}

TEST(TransactWriteItems, Faults) {
  const auto only = [](TransactWriteItemsRequest& r) -> TransactWriteItem& { return r.transact_items->front(); };
  const Row<TransactWriteItemsRequest> rows[] = {
      {[](auto&) {}, ""},
      {[](auto& r) { r = {}; }, one_fault("null", "transactItems", kNotNull)},
      {[](auto& r) { r = transact_write({}); },
       one_fault("'[]'", "transactItems", "Member must have length greater than or equal to 1")},
      {[](auto& r) { r = transact_write(std::vector<TransactWriteItem>(100, transact_put())); }, ""},
      {[](auto& r) { r.client_request_token = ""; },
       one_fault("''", "clientRequestToken", "Member must have length greater than or equal to 1")},
      {[](auto& r) { r.client_request_token = std::string(36, 'a'); }, ""},
      {[](auto& r) { r.client_request_token = std::string(37, 'a'); },
       one_fault("'" + std::string(37, 'a') + "'", "clientRequestToken",
                 "Member must have length less than or equal to 36")},
      {[&](auto& r) { only(r) = {}; },
       "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request"},
      {[&](auto& r) {
         only(r).delete_ = Delete{.key = AttributeMap{{"pk", 2}}, .table_name = "Music"};
       },
       "TransactItems can only contain one of Check, Put, Update or Delete"},
      {[&](auto& r) { only(r).put->item.reset(); }, one_fault("null", "transactItems.1.member.put.item", kNotNull)},
      {[&](auto& r) { only(r).put->table_name = "a!"; },
       one_fault("'a!'", "transactItems.1.member.put.tableName", kPattern)},
      {[&](auto& r) {
         only(r) = {};
         only(r).condition_check = ConditionCheck{.key = AttributeMap{{"pk", 1}}, .table_name = "Music"};
       },
       one_fault("null", "transactItems.1.member.conditionCheck.conditionExpression", kNotNull)},
      {[&](auto& r) {
         only(r) = {};
         only(r).update = Update{.key = AttributeMap{{"pk", 1}}, .table_name = "Music"};
       },
       one_fault("null", "transactItems.1.member.update.updateExpression", kNotNull)},
      {[&](auto& r) {
         only(r).put->return_values_on_condition_check_failure =
             unknown<ReturnValuesOnConditionCheckFailure>("ALL_NEW");
       },
       one_fault("'ALL_NEW'", "transactItems.1.member.put.returnValuesOnConditionCheckFailure",
                 "Member must satisfy enum value set: [ALL_OLD, NONE]")},
      {[&](auto& r) { only(r).put->condition_expression = ""; },
       "Invalid ConditionExpression: The expression can not be empty;"},
      {[&](auto& r) {
         only(r).put->expression_attribute_names = Names{{"#a", "a"}};
         only(r).put->expression_attribute_values = AttributeMap{{":v", "x"}};
       },
       ""},
      {[&](auto& r) {
         only(r).put->condition_expression = "attribute_exists(a)";
         only(r).put->expression_attribute_names = Names{{"#a", "a"}};
       },
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}"},
      {[](auto& r) {
         r.client_request_token = std::string(37, 'a');
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("hi");
       },
       "2 validation errors detected: " +
           constraint("'" + std::string(37, 'a') + "'", "clientRequestToken",
                      "Member must have length less than or equal to 36") +
           "; " + constraint("'hi'", "returnConsumedCapacity", kCapacity)},
      {[&](auto& r) { only(r).put->item->set("a", V()); }, kEmptyValue},
      {[&](auto& r) { only(r).put->item->set("a", std::string(410000, 'x')); },
       "Item size has exceeded the maximum allowed size"},
      {[](auto& r) {
         r = transact_write(std::vector<TransactWriteItem>(12, transact_put({{"a", std::string(350000, 'x')}})));
       },
       "Collection size of items exceeded, which can also be caused by the aggregate size of the items in the "
       "transaction exceeding the 4MB limit"},
      {[](auto& r) {
         r = transact_write(std::vector<TransactWriteItem>(10, transact_put({{"a", std::string(350000, 'x')}})));
       },
       ""},
  };
  check(transact_write(), rows);
}

TEST(TransactWriteItems, TheFirstMemberWithAFaultIsReported) {
  TransactWriteItem syntax = transact_put(), empty_name = transact_put({{"", "x"}}), nothing;
  syntax.put->condition_expression = "a = = b";
  const std::string text = "Invalid ConditionExpression: Syntax error; token: \"=\", near: \"= = b\"";
  EXPECT_EQ(fault(prepare(transact_write({syntax, empty_name, nothing}))), text);
  EXPECT_EQ(fault(prepare(transact_write({empty_name, syntax, nothing}))), "Empty attribute name");
  EXPECT_EQ(fault(prepare(transact_write({nothing, syntax, empty_name}))),
            "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request");
}

TEST(TransactWriteItems, ExpressionsAreCheckedBeforeTheKey) {
  TransactWriteItem member;
  member.delete_ = Delete{.key = AttributeMap{{"pk", V()}}, .table_name = "Music", .condition_expression = "a = = b"};
  EXPECT_EQ(fault(prepare(transact_write({member}))),
            "Invalid ConditionExpression: Syntax error; token: \"=\", near: \"= = b\"");
  member.delete_->condition_expression.reset();
  EXPECT_EQ(fault(prepare(transact_write({member}))), kEmptyValue);
}

TEST(TransactWriteItems, MoreThan100MembersPrintTheirList) {
  const std::string text = fault(prepare(transact_write(std::vector<TransactWriteItem>(101, transact_put()))));
  EXPECT_TRUE(text.starts_with("1 validation error detected: Value '[TransactWriteItem, ")) << text;
  EXPECT_TRUE(text.ends_with(
      "]' at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100"))
      << text;
}

TransactGetItem transact_get() { return {.get = Get{.key = AttributeMap{{"pk", 1}}, .table_name = "Music"}}; }

TEST(TransactGetItems, Faults) {
  const TransactGetItemsRequest base{.transact_items = {{transact_get()}}};
  const auto only = [](TransactGetItemsRequest& r) -> TransactGetItem& { return r.transact_items->front(); };
  const Row<TransactGetItemsRequest> rows[] = {
      {[](auto&) {}, ""},
      {[](auto& r) { r.transact_items->clear(); },
       one_fault("'[]'", "transactItems", "Member must have length greater than or equal to 1")},
      {[&](auto& r) { only(r).get.reset(); }, one_fault("null", "transactItems.1.member.get", kNotNull)},
      {[&](auto& r) { only(r).get->table_name.reset(); },
       one_fault("null", "transactItems.1.member.get.tableName", kNotNull)},
      {[&](auto& r) { only(r).get->projection_expression = "!!!"; },
       "Invalid ProjectionExpression: Syntax error; token: \"!\", near: \"!!\""},
      {[&](auto& r) {
         only(r).get->expression_attribute_names = Names{{"#a", "a"}};
       },
       ""},
      // The engine reports an empty key, because it knows the table's key.
      {[&](auto& r) { only(r).get->key->erase("pk"); }, ""},
  };
  check(base, rows);
  const std::string text = fault(prepare(TransactGetItemsRequest{.transact_items = std::vector(101, transact_get())}));
  EXPECT_TRUE(text.ends_with("Member must have length less than or equal to 100")) << text;
}

}  // namespace batch_transaction_test
}  // namespace partita::ops
