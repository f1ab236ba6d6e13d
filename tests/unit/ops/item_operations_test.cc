// PutItem, GetItem, UpdateItem and DeleteItem.
#include <functional>

#include "support.h"

namespace partita::ops {
namespace item_operations_test {

using V = AttributeValue;
using Names = std::map<std::string, std::string>;

PutItemRequest put() { return {.table_name = "abc", .item = AttributeMap{{"pk", "test"}}}; }
GetItemRequest get() { return {.table_name = "abc", .key = AttributeMap{{"pk", "test"}}}; }
UpdateItemRequest update() { return {.table_name = "abc", .key = AttributeMap{{"pk", "test"}}}; }
DeleteItemRequest del() { return {.table_name = "abc", .key = AttributeMap{{"pk", "test"}}}; }
NamedList<ExpectedAttributeValue> expected(ExpectedAttributeValue value = {}) { return {{"a", std::move(value)}}; }

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
// The same for rows whose texts lack the envelope.
template <class Request, std::size_t N>
void check_enveloped(const Request& base, const Row<Request> (&rows)[N]) {
  for (const auto& row : rows) {
    Request request = base;
    row.change(request);
    EXPECT_EQ(fault(prepare(request)), row.expected.empty() ? "" : enveloped(row.expected));
  }
}

constexpr const char* kMixedCondition =
    "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
    "{Expected} Expression parameters: {ConditionExpression}";

TEST(PutItem, APlainItemPasses) {
  const PutItemRequest request = put();
  const auto prepared = prepare(request);
  ASSERT_TRUE(prepared);
  EXPECT_EQ(prepared->table, "abc");
  EXPECT_EQ(prepared->item, &*request.item);
  EXPECT_FALSE(prepared->condition);
  EXPECT_EQ(prepared->return_values, ReturnValue::None);
}

TEST(PutItem, WhatIsGivenIsPrepared) {
  PutItemRequest request = put();
  request.table_name = "arn:aws:dynamodb:us-east-1:123456789012:table/Music";
  request.return_values = ReturnValue::AllOld;
  request.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
  request.return_item_collection_metrics = ReturnItemCollectionMetrics::Size;
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::AllOld;
  request.condition_expression = "attribute_not_exists(pk)";
  const auto prepared = prepare(request);
  ASSERT_TRUE(prepared) << prepared.error().message;
  EXPECT_EQ(prepared->table, "Music");
  EXPECT_EQ(prepared->return_values, ReturnValue::AllOld);
  EXPECT_EQ(prepared->capacity, ReturnConsumedCapacity::Indexes);
  EXPECT_TRUE(prepared->collection_metrics);
  EXPECT_TRUE(prepared->old_on_condition_failure);
  EXPECT_TRUE(prepared->condition);
}

TEST(PutItem, ExpectedBecomesACondition) {
  PutItemRequest request = put();
  request.expected = expected({.exists = false});
  EXPECT_TRUE(prepare(request)->condition);
  request.expected->clear();
  EXPECT_FALSE(prepare(request)->condition);
}

TEST(PutItem, Constraints) {
  const Row<PutItemRequest> rows[] = {
      {[](auto& r) { r.table_name.reset(); }, one_fault("null", "tableName", kNotNull)},
      {[](auto& r) { r = {}; }, one_fault("null", "tableName", kNotNull)},
      {[](auto& r) {
         r = {};
         r.table_name = "";
         r.return_values = unknown<ReturnValue>("INVALID");
       },
       enveloped(
           "Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal to 1")},
      {[](auto& r) { r.item.reset(); }, one_fault("null", "item", kNotNull)},
      {[](auto& r) {
         r.item.reset();
         r.return_values = unknown<ReturnValue>("INVALID");
       },
       "2 validation errors detected: " + constraint("null", "item", kNotNull) + "; " +
           constraint("'INVALID'", "returnValues", kReturnValues)},
      {[](auto& r) {
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("INVALID");
         r.return_item_collection_metrics = unknown<ReturnItemCollectionMetrics>("INVALID");
         r.return_values = unknown<ReturnValue>("INVALID");
       },
       "3 validation errors detected: " + constraint("'INVALID'", "returnConsumedCapacity", kCapacity) + "; " +
           std::string(kNewReturnValues) + "; " + constraint("'INVALID'", "returnItemCollectionMetrics", kMetrics)},
      {[](auto& r) { r.conditional_operator = unknown<ConditionalOperator>("AN"); },
       enveloped(kNewConditionalOperator)},
      {[](auto& r) { r.expected = expected({.comparison_operator = unknown<ComparisonOperator>("X")}); },
       one_fault("'X'", "expected.a.member.comparisonOperator",
                 "Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, "
                 "BEGINS_WITH, GE, CONTAINS]")},
  };
  check(put(), rows);
}

TEST(PutItem, Faults) {
  const Row<PutItemRequest> rows[] = {
      {[](auto& r) { r.item->set("bad", V::string_set({})); }, parameter_fault("An string set  may not be empty")},
      {[](auto& r) { r.item->set("bad", V::null(false)); },
       parameter_fault("Null attribute value types must have the value of true")},
      {[](auto& r) {
         r.expected = expected({.exists = false});
         r.condition_expression = "attribute_not_exists(pk)";
       },
       kMixedCondition},
      {[](auto& r) {
         r.expression_attribute_values = AttributeMap{{":v", "unused"}};
       },
       "ExpressionAttributeValues can only be specified when using expressions"},
      {[](auto& r) {
         r.expression_attribute_names = Names{{"#a", "a"}};
       },
       "ExpressionAttributeNames can only be specified when using expressions"},
      {[](auto& r) { r.return_values = ReturnValue::AllNew; }, "ReturnValues can only be ALL_OLD or NONE"},
      {[](auto& r) { r.return_values = ReturnValue::UpdatedOld; }, "ReturnValues can only be ALL_OLD or NONE"},
      {[](auto& r) { r.condition_expression = ""; }, "Invalid ConditionExpression: The expression can not be empty;"},
      {[](auto& r) { r.conditional_operator = ConditionalOperator::And; },
       "ConditionalOperator cannot be used without Filter or Expected"},
      {[](auto& r) {
         r.conditional_operator = ConditionalOperator::And;
         r.expected = expected({.exists = false});
       },
       "ConditionalOperator can only be used when Filter or Expected has two or more elements"},
      {[](auto& r) {
         r.conditional_operator = ConditionalOperator::And;
         r.condition_expression = "attribute_exists(pk)";
       },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{ConditionalOperator} Expression parameters: {ConditionExpression}"},
  };
  check_enveloped(put(), rows);
}

// Each row removes the fault that the row before it reported.
TEST(PutItem, TheFirstFaultInTheServicesOrderIsReported) {
  PutItemRequest request;
  request.table_name = "x!";
  request.item = AttributeMap{{"a", V()}, {"big", std::string(410000, 'x')}};
  request.return_consumed_capacity = unknown<ReturnConsumedCapacity>("INVALID");
  request.return_values = ReturnValue::AllNew;
  request.expected = expected();
  request.condition_expression = "";
  request.expression_attribute_names.emplace();
  request.expression_attribute_values.emplace();
  EXPECT_EQ(fault(prepare(request)), one_fault("'x!'", "tableName", kPattern));
  request.table_name = "abc";
  EXPECT_EQ(fault(prepare(request)), one_fault("'INVALID'", "returnConsumedCapacity", kCapacity));
  request.return_consumed_capacity.reset();
  EXPECT_EQ(fault(prepare(request)), enveloped(kMixedCondition));
  request.condition_expression.reset();
  EXPECT_EQ(fault(prepare(request)),
            enveloped("ExpressionAttributeNames can only be specified when using expressions"));
  request.expression_attribute_names.reset();
  EXPECT_EQ(fault(prepare(request)),
            enveloped("ExpressionAttributeValues can only be specified when using expressions"));
  request.expression_attribute_values.reset();
  EXPECT_EQ(fault(prepare(request)),
            enveloped("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"));
  request.item->set("a", "fine");
  EXPECT_EQ(fault(prepare(request)), enveloped("ReturnValues can only be ALL_OLD or NONE"));
  request.return_values.reset();
  EXPECT_EQ(fault(prepare(request)), "Item size has exceeded the maximum allowed size");
  request.item->erase("big");
  EXPECT_EQ(fault(prepare(request)),
            enveloped(parameter_fault("Value must be provided when Exists is null for Attribute: a")));
  request.expected.reset();
  EXPECT_EQ(fault(prepare(request)), "");
}

TEST(GetItem, Faults) {
  const Row<GetItemRequest> rows[] = {
      {[](auto&) {}, ""},
      {[](auto& r) { r = {}; }, "2 validation errors detected: " + constraint("null", "key", kNotNull) + "; " +
                                    constraint("null", "tableName", kNotNull)},
      {[](auto& r) { r.attributes_to_get.emplace(); },
       one_fault("'[]'", "attributesToGet", "Member must have length greater than or equal to 1")},
      {[](auto& r) { r.key->set("pk", V::number("x")); }, "The parameter cannot be converted to a numeric value: x"},
      {[](auto& r) {
         r.attributes_to_get = {"a", "b", "a"};
       },
       parameter_fault("Duplicate value in attribute name: a")},
      {[](auto& r) {
         r.attributes_to_get = {"a"};
         r.projection_expression = "#n";
       },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{AttributesToGet} Expression parameters: {ProjectionExpression}"},
      {[](auto& r) {
         r.expression_attribute_names = Names{{"#a", "a"}};
       },
       "ExpressionAttributeNames can only be specified when using expressions"},
      {[](auto& r) { r.projection_expression = ""; }, "Invalid ProjectionExpression: The expression can not be empty;"},
      {[](auto& r) { r.projection_expression = "!!! INVALID !!!"; },
       "Invalid ProjectionExpression: Syntax error; token: \"!\", near: \"!!\""},
  };
  check(get(), rows);
}

TEST(GetItem, AttributesToGetBecomeAProjection) {
  GetItemRequest request = get();
  request.attributes_to_get = {"b", "a"};
  request.consistent_read = true;
  const auto prepared = prepare(request);
  ASSERT_TRUE(prepared);
  EXPECT_TRUE(prepared->consistent);
  EXPECT_EQ(prepared->projection->top_level_names(), (std::vector<std::string>{"a", "b"}));
}

TEST(UpdateItem, Constraints) {
  const auto updates = [](AttributeValueUpdate u) { return NamedList<AttributeValueUpdate>{{"a", std::move(u)}}; };
  const Row<UpdateItemRequest> rows[] = {
      {[](auto& r) { r = {}; }, "2 validation errors detected: " + constraint("null", "tableName", kNotNull) + "; " +
                                    constraint("null", "key", kNotNull)},
      {[](auto& r) { r.table_name = ""; },
       enveloped(
           "Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal to 1")},
      {[](auto& r) {
         r.table_name = "x!";
         r.return_values = unknown<ReturnValue>("INVALID");
       },
       one_fault("'x!'", "tableName", kPattern)},
      {[](auto& r) { r.key.reset(); }, one_fault("null", "key", kNotNull)},
      {[](auto& r) {
         r.return_values = unknown<ReturnValue>("INVALID");
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("INVALID");
       },
       enveloped(kNewReturnValues)},
      {[](auto& r) {
         r.conditional_operator = unknown<ConditionalOperator>("XOR");
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("INVALID");
       },
       "2 validation errors detected: " + constraint("'INVALID'", "returnConsumedCapacity", kCapacity) + "; " +
           std::string(kNewConditionalOperator)},
      {[](auto& r) {
         r.key.reset();
         r.table_name = "";
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("INVALID");
         r.return_values = unknown<ReturnValue>("INVALID");
         r.conditional_operator = unknown<ConditionalOperator>("XOR");
       },
       "5 validation errors detected: " + constraint("'INVALID'", "returnConsumedCapacity", kCapacity) + "; " +
           constraint("''", "tableName", "Member must have length greater than or equal to 1") + "; " +
           constraint("'INVALID'", "returnValues", kReturnValues) + "; " +
           constraint("'XOR'", "conditionalOperator", "Member must satisfy enum value set: [OR, AND]") + "; " +
           constraint("null", "key", kNotNull)},
      {[&](auto& r) { r.attribute_updates = updates({.action = unknown<AttributeAction>("X")}); },
       one_fault("'X'", "attributeUpdates.a.member.action", "Member must satisfy enum value set: [ADD, PUT, DELETE]")},
  };
  check(update(), rows);
}

TEST(UpdateItem, Faults) {
  const auto updates = [](AttributeValueUpdate u) { return NamedList<AttributeValueUpdate>{{"a", std::move(u)}}; };
  const Row<UpdateItemRequest> rows[] = {
      {[](auto&) {}, ""},
      {[](auto& r) {
         r.attribute_updates.emplace();
         r.expected.emplace();
         r.conditional_operator = ConditionalOperator::And;
         r.update_expression = "";
         r.condition_expression = "";
       },
       "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
       "{AttributeUpdates, Expected, ConditionalOperator} Expression parameters: {UpdateExpression, "
       "ConditionExpression}"},
      {[](auto& r) {
         r.expression_attribute_values = AttributeMap{{":v", 1}};
       },
       "ExpressionAttributeValues can only be specified when using expressions"},
      {[&](auto& r) { r.attribute_updates = updates({}); },
       parameter_fault("Only DELETE action is allowed when no attribute value is specified")},
      {[&](auto& r) { r.attribute_updates = updates({.action = OpenEnum(AttributeAction::Delete)}); }, ""},
      {[&](auto& r) { r.attribute_updates = updates({.value = V(), .action = OpenEnum(AttributeAction::Delete)}); },
       "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
      {[&](auto& r) { r.attribute_updates = updates({.value = V("a"), .action = OpenEnum(AttributeAction::Delete)}); },
       parameter_fault("DELETE action with value is not supported for the type S")},
      {[&](auto& r) { r.attribute_updates = updates({.value = V(true), .action = OpenEnum(AttributeAction::Add)}); },
       parameter_fault("ADD action is not supported for the type BOOL")},
      {[&](auto& r) { r.attribute_updates = updates({.value = V::list(), .action = OpenEnum(AttributeAction::Add)}); },
       ""},
      {[](auto& r) { r.update_expression = ""; }, "Invalid UpdateExpression: The expression can not be empty;"},
      {[](auto& r) {
         r.update_expression = "INVALID SYNTAX HERE";
         r.expression_attribute_values = AttributeMap{{":v", "val"}};
       },
       "Invalid UpdateExpression: Syntax error; token: \"INVALID\", near: \"INVALID SYNTAX\""},
      {[](auto& r) {
         r.update_expression = "SET attr1 = :v";
         r.expression_attribute_values = AttributeMap{{":v", "val"}};
         r.expression_attribute_names = Names{{"#unused", "someattr"}};
       },
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}"},
      {[](auto& r) {
         r.update_expression = "SET attr1 = :v";
         r.expression_attribute_values = AttributeMap{{":v", "val"}, {":unused", "extra"}};
       },
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}"},
      {[](auto& r) { r.update_expression = "SET attr1 = :v"; },
       "Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: "
       ":v"},
      {[](auto& r) {
         r.update_expression = "SET attr1 = :v";
         r.expression_attribute_values = AttributeMap{{":v", V::string_set({})}};
       },
       parameter_fault("An string set  may not be empty")},
      {[](auto& r) {
         r.update_expression = "SET attr1 = :v";
         r.expression_attribute_values.emplace();
       },
       "ExpressionAttributeValues must not be empty"},
      {[](auto& r) { r.return_values = ReturnValue::UpdatedNew; }, ""},
  };
  check_enveloped(update(), rows);
}

TEST(UpdateItem, AttributeUpdatesBecomeAnUpdate) {
  UpdateItemRequest request = update();
  EXPECT_FALSE(prepare(request)->update);
  request.attribute_updates = {{"a", AttributeValueUpdate{.value = V(1)}}};
  ASSERT_TRUE(prepare(request)->update);
  EXPECT_EQ(prepare(request)->update->top_level_names(), std::vector<std::string>{"a"});
}

TEST(DeleteItem, Constraints) {
  const Row<DeleteItemRequest> rows[] = {
      {[](auto& r) { r = {}; }, "2 validation errors detected: " + constraint("null", "tableName", kNotNull) + "; " +
                                    constraint("null", "key", kNotNull)},
      {[](auto& r) { r.table_name = "x!"; }, one_fault("'x!'", "tableName", kPattern)},
      {[](auto& r) {
         r.table_name = "";
         r.key->erase("pk");
         r.return_values = unknown<ReturnValue>("INVALID");
       },
       enveloped(
           "Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal to 1")},
      {[](auto& r) {
         r.return_values = unknown<ReturnValue>("INVALID");
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("INVALID");
       },
       "2 validation errors detected: " + constraint("'INVALID'", "returnConsumedCapacity", kCapacity) + "; " +
           std::string(kNewReturnValues)},
  };
  check(del(), rows);
}

TEST(DeleteItem, Faults) {
  const Row<DeleteItemRequest> rows[] = {
      {[](auto&) {}, ""},
      {[](auto& r) { r.return_values = ReturnValue::UpdatedNew; }, "ReturnValues can only be ALL_OLD or NONE"},
      {[](auto& r) { r.key->set("pk", V()); },
       "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
      {[](auto& r) {
         r.expected = expected({.exists = false});
         r.condition_expression = "attribute_not_exists(pk)";
       },
       kMixedCondition},
      {[](auto& r) {
         r.expected = expected({.exists = false});
         r.expression_attribute_names = Names{{"#a", "a"}};
       },
       "ExpressionAttributeNames can only be specified when using expressions"},
  };
  check_enveloped(del(), rows);
}

TEST(UpdateItem, IsChargedForItsExpression) {
  UpdateItemRequest request = update();
  request.update_expression = "SET b = :pad";
  constexpr std::size_t kCharge = 3 + 19 + 1;  // of the expression, of SET, of the name
  request.expression_attribute_values = AttributeMap{{":pad", std::string(400 * 1024 - kCharge, 'x')}};
  EXPECT_EQ(fault(prepare(request)), "");
  request.expression_attribute_values->set(":pad", std::string(400 * 1024 - kCharge + 1, 'x'));
  EXPECT_EQ(fault(prepare(request)), "Item size to update has exceeded the maximum allowed size");
  // AttributeUpdates have no cost here. The engine checks the finished item.
  request = update();
  request.attribute_updates = {{"b", {.value = V(std::string(400 * 1024, 'x'))}}};
  EXPECT_EQ(fault(prepare(request)), "");
}

struct ExpectedRow {
  ExpectedAttributeValue value;
  std::string expected;
};
OptionalEnum<ComparisonOperator> op(ComparisonOperator value) { return OpenEnum(value); }

TEST(Expected, Faults) {
  using C = ComparisonOperator;
  const std::string count = "Invalid number of argument(s) for the ";
  const ExpectedRow rows[] = {
      {{}, parameter_fault("Value must be provided when Exists is null for Attribute: a")},
      {{.exists = true}, parameter_fault("Value must be provided when Exists is true for Attribute: a")},
      {{.value = V("a"), .exists = false},
       parameter_fault("Value cannot be used when Exists is false for Attribute: a")},
      {{.comparison_operator = op(C::Lt)},
       parameter_fault("Value or AttributeValueList must be used with ComparisonOperator: LT for Attribute: a")},
      {{.exists = true, .comparison_operator = op(C::Lt)},
       parameter_fault("Exists and ComparisonOperator cannot be used together for Attribute: a")},
      {{.value = V("a"), .comparison_operator = op(C::Lt), .attribute_value_list = {{V("a")}}},
       parameter_fault("Value and AttributeValueList cannot be used together for Attribute: a")},
      {{.attribute_value_list = {{V("a")}}},
       parameter_fault("AttributeValueList can only be used with a ComparisonOperator for Attribute: a")},
      {{.exists = true, .attribute_value_list = {{V("a")}}},
       parameter_fault("AttributeValueList can only be used with a ComparisonOperator for Attribute: a")},
      {{.comparison_operator = op(C::Eq), .attribute_value_list = std::vector<V>{}},
       parameter_fault(count + "EQ ComparisonOperator")},
      {{.comparison_operator = op(C::Null), .attribute_value_list = {{V("a")}}},
       parameter_fault(count + "NULL ComparisonOperator")},
      {{.comparison_operator = op(C::In), .attribute_value_list = std::vector<V>{}},
       parameter_fault(count + "IN ComparisonOperator")},
      {{.comparison_operator = op(C::Between), .attribute_value_list = {{V(1), V(10), V(12)}}},
       parameter_fault(count + "BETWEEN ComparisonOperator")},
      {{.value = V("a"), .comparison_operator = op(C::Null)}, parameter_fault(count + "NULL ComparisonOperator")},
      {{.value = V("a"), .comparison_operator = op(C::Between)}, parameter_fault(count + "BETWEEN ComparisonOperator")},
      {{.comparison_operator = op(C::In), .attribute_value_list = {{V("b"), V(1)}}},
       parameter_fault("AttributeValues inside AttributeValueList must be of same type")},
      {{.comparison_operator = op(C::Between), .attribute_value_list = {{V("b"), V("a")}}},
       "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound"},
      {{.value = V::null(false)}, parameter_fault("Null attribute value types must have the value of true")},
      {{.value = V("a")}, ""},
      {{.exists = false}, ""},
      {{.comparison_operator = op(C::NotNull)}, ""},
      {{.comparison_operator = op(C::Between), .attribute_value_list = {{V(1), V(10)}}}, ""},
  };
  for (const ExpectedRow& row : rows) {
    PutItemRequest request = put();
    request.expected = expected(row.value);
    const std::string expected_fault = row.expected.empty() ? "" : enveloped(row.expected);
    EXPECT_EQ(fault(prepare(request)), expected_fault);
    DeleteItemRequest deletion = del();
    deletion.expected = expected(row.value);
    EXPECT_EQ(fault(prepare(deletion)), expected_fault);
  }
}

}  // namespace item_operations_test
}  // namespace partita::ops
