#include <functional>

#include "support.h"

namespace partita::ops {
namespace query_scan_test {

using V = AttributeValue;
using Names = std::map<std::string, std::string>;
using Conditions = NamedList<partita::Condition>;
using C = ComparisonOperator;

QueryRequest query() {
  return {.table_name = "abc",
          .key_condition_expression = "pk = :v",
          .expression_attribute_values = AttributeMap{{":v", "val"}}};
}
QueryRequest legacy_query() {
  QueryRequest request;
  request.table_name = "abc";
  request.key_conditions =
      Conditions{{"pk", {.attribute_value_list = {{V("a")}}, .comparison_operator = OpenEnum(C::Eq)}}};
  return request;
}
ScanRequest scan() { return {.table_name = "abc"}; }
Conditions conditions(C op, std::vector<V> values) {
  return {{"a", {.attribute_value_list = std::move(values), .comparison_operator = OpenEnum(op)}}};
}

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

constexpr const char* kSelect =
    "Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]";
constexpr const char* kNeedsAttributes =
    "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES";
constexpr const char* kWithoutIndex = "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName";
constexpr const char* kLength = "Conditions can be of length 1 or 2 only";
const std::string kMixed = "Can not use both expression and non-expression parameters in the same request: ";

TEST(Query, WhatIsGivenIsPrepared) {
  QueryRequest request = query();
  request.index_name = "gsi";
  request.limit = 7;
  request.scan_index_forward = false;
  request.select = Select::Count;
  request.exclusive_start_key = AttributeMap{{"pk", "a"}};
  const auto page = prepare(request);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_EQ(page->index, "gsi");
  EXPECT_EQ(page->limit, 7u);
  EXPECT_FALSE(page->forward);
  EXPECT_FALSE(page->legacy);
  EXPECT_EQ(page->select, Select::Count);
  EXPECT_EQ(page->exclusive_start_key, &*request.exclusive_start_key);
  ASSERT_EQ(page->key_condition->comparisons.size(), 1u);
  EXPECT_EQ(page->key_condition->comparisons[0].attribute, "pk");
}

TEST(Query, LegacyParametersArePrepared) {
  QueryRequest request = legacy_query();
  request.query_filter = conditions(C::Contains, {V("x")});
  request.attributes_to_get = {"a"};
  const auto page = prepare(request);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_TRUE(page->legacy);
  EXPECT_TRUE(page->filter);
  EXPECT_TRUE(page->projection);
  ASSERT_EQ(page->key_condition->comparisons.size(), 1u);
}

TEST(Query, Constraints) {
  const Row<QueryRequest> rows[] = {
      {[](auto& r) { r = {}; }, one_fault("null", "tableName", kNotNull)},
      {[](auto& r) { r.select = unknown<Select>("INVALID_VALUE"); }, one_fault("'INVALID_VALUE'", "select", kSelect)},
      {[](auto& r) { r.limit = 0; },
       "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater "
       "than "
       "or equal to 1"},
      {[](auto& r) {
         r.table_name = "abc!";
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("INVALID");
         r.select = unknown<Select>("INVALID");
       },
       "3 validation errors detected: " + constraint("'abc!'", "tableName", kPattern) + "; " +
           constraint("'INVALID'", "returnConsumedCapacity", kCapacity) + "; " +
           constraint("'INVALID'", "select", kSelect)},
      {[](auto& r) {
         r.conditional_operator = unknown<ConditionalOperator>("XOR");
         r.select = unknown<Select>("BOGUS");
       },
       std::string(kNewConditionalOperator)},
      {[](auto& r) {
         r.table_name = "abc!";
         r.conditional_operator = unknown<ConditionalOperator>("XOR");
       },
       one_fault("'abc!'", "tableName", kPattern)},
      {[](auto& r) { r.index_name = "a;"; },
       "2 validation errors detected: " + constraint("'a;'", "indexName", kPattern) + "; " +
           constraint("'a;'", "indexName", "Member must have length greater than or equal to 3")},
      {[](auto& r) {
         r.query_filter = Conditions{{"a", {}}};
       },
       one_fault("null", "queryFilter.a.member.comparisonOperator", kNotNull)},
      {[](auto& r) {
         r.key_conditions = Conditions{{"a", {}}};
       },
       one_fault("null", "keyConditions.a.member.comparisonOperator", kNotNull)},
  };
  check(query(), rows);
}

TEST(Query, ExpressionsAndLegacyParametersDoNotMix) {
  const Row<QueryRequest> rows[] = {
      {[](auto& r) {
         r.attributes_to_get = {"a", "a"};
         r.query_filter = conditions(C::Eq, {V()});
         r.conditional_operator = ConditionalOperator::Or;
         r.key_conditions = conditions(C::Eq, {V()});
         r.projection_expression = "";
         r.filter_expression = "";
       },
       kMixed + "Non-expression parameters: {AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions} "
                "Expression parameters: {ProjectionExpression, FilterExpression, KeyConditionExpression}"},
      {[](auto& r) {
         r.key_conditions = conditions(C::Eq, {V()});
         r.query_filter = conditions(C::Eq, {V()});
         r.filter_expression = "";
         r.key_condition_expression.reset();
       },
       kMixed + "Non-expression parameters: {QueryFilter} Expression parameters: {FilterExpression}"},
      {[](auto& r) { r.key_conditions = conditions(C::Eq, {V("a")}); },
       kMixed + "Non-expression parameters: {KeyConditions} Expression parameters: {KeyConditionExpression}"},
      {[](auto& r) {
         r = legacy_query();
         r.filter_expression = "a = :v";
         r.expression_attribute_values = AttributeMap{{":v", 1}};
       },
       ""},
      {[](auto& r) {
         r = legacy_query();
         r.expression_attribute_values = AttributeMap{{":v", 1}};
       },
       "ExpressionAttributeValues can only be specified when using expressions: FilterExpression and "
       "KeyConditionExpression are null"},
      {[](auto& r) {
         r = legacy_query();
         r.projection_expression = "a";
         r.expression_attribute_values = AttributeMap{{":v", 1}};
       },
       "ExpressionAttributeValues can only be specified when using expressions: FilterExpression and "
       "KeyConditionExpression are null"},
  };
  check(query(), rows);
}

TEST(Query, Faults) {
  const Row<QueryRequest> rows[] = {
      {[](auto&) {}, ""},
      {[](auto& r) { r = {.table_name = "abc"}; },
       "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."},
      {[](auto& r) { r.key_condition_expression = ""; },
       "Invalid KeyConditionExpression: The expression can not be empty;"},
      {[](auto& r) {
         r.expression_attribute_names = Names{{"#unused", "someattr"}};
       },
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}"},
      {[](auto& r) {
         r.filter_expression = "#missing = :fv";
         r.expression_attribute_values->set(":fv", "x");
       },
       "Invalid FilterExpression: An expression attribute name used in the document path is not defined; attribute "
       "name: #missing"},
      {[](auto& r) {
         r.exclusive_start_key = AttributeMap{{"a", V()}};
       },
       "The provided starting key is invalid: Supplied AttributeValue is empty, must contain exactly one of the "
       "supported datatypes"},
      {[](auto& r) { r.select = Select::SpecificAttributes; },
       std::string("1 validation error detected: ") + kNeedsAttributes},
      {[](auto& r) {
         r.select = Select::SpecificAttributes;
         r.projection_expression = "a";
       },
       ""},
      {[](auto& r) {
         r.select = Select::Count;
         r.projection_expression = "a";
       },
       enveloped("Cannot specify the ProjectionExpression when choosing to get only the Count")},
      {[](auto& r) {
         r.select = Select::AllAttributes;
         r.projection_expression = "a";
       },
       enveloped("Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES")},
      {[](auto& r) { r.select = Select::AllProjectedAttributes; }, enveloped(kWithoutIndex)},
  };
  check(query(), rows);
}

TEST(Query, KeyConditions) {
  const auto with = [](Conditions given) { return [given](QueryRequest& r) { r.key_conditions = given; }; };
  const partita::Condition is_null{.attribute_value_list = {}, .comparison_operator = OpenEnum(C::Null)};
  const Row<QueryRequest> rows[] = {
      {with({}), kLength},
      {with({{"a", is_null}, {"b", is_null}, {"c", is_null}}), kLength},
      {with(conditions(C::In, {V("b"), V(1)})),
       parameter_fault("AttributeValues inside AttributeValueList must be of same type")},
      {with(conditions(C::Between, {V("b"), V("a")})),
       "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound"},
      {with(conditions(C::Eq, {V("a"), V("b")})),
       parameter_fault("Invalid number of argument(s) for the EQ ComparisonOperator")},
      {with(conditions(C::BeginsWith, {V(1)})),
       parameter_fault("ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type")},
  };
  check(legacy_query(), rows);
}

// The engine knows the key, so it counts the conditions of an expression.
TEST(Query, AnExpressionMayHaveAnyNumberOfConditions) {
  QueryRequest request = query();
  request.key_condition_expression = "a = :v AND b = :v AND c = :v";
  EXPECT_EQ(fault(prepare(request)), "");
}

TEST(Query, TheFirstFaultInTheServicesOrderIsReported) {
  QueryRequest request;
  request.table_name = "abc";
  request.query_filter = conditions(C::Eq, {V(), V("")});
  request.conditional_operator = ConditionalOperator::And;
  request.attributes_to_get = {"a", "a"};
  request.exclusive_start_key = AttributeMap{{"a", V()}};
  request.key_conditions = conditions(C::Eq, {V()});
  EXPECT_EQ(fault(prepare(request)),
            "ConditionalOperator can only be used when Filter or Expected has two or more elements");
  request.conditional_operator.reset();
  EXPECT_EQ(fault(prepare(request)),
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
  request.query_filter = conditions(C::Eq, {});
  EXPECT_EQ(fault(prepare(request)), parameter_fault("Invalid number of argument(s) for the EQ ComparisonOperator"));
  request.query_filter.reset();
  EXPECT_EQ(fault(prepare(request)), parameter_fault("Duplicate value in attribute name: a"));
  request.attributes_to_get.reset();
  EXPECT_TRUE(fault(prepare(request)).starts_with("The provided starting key is invalid: "));
  request.exclusive_start_key.reset();
  EXPECT_EQ(fault(prepare(request)),
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
}

TEST(Filters, OperatorsTakeTheirTypes) {
  const std::vector<std::pair<V, std::string>> values = {
      {V("a"), "S"},
      {V(1), "N"},
      {V::binary("a"), "B"},
      {V(true), "BOOL"},
      {V::null(), "NULL"},
      {V::string_set({"a"}), "SS"},
      {V::number_set({"1"}), "NS"},
      {V::binary_set({"a"}), "BS"},
      {V::map(), "M"},
      {V::list(), "L"},
  };
  const std::vector<std::pair<C, std::string>> operators = {
      {C::Lt, "S N B"},
      {C::Le, "S N B"},
      {C::Gt, "S N B"},
      {C::Ge, "S N B"},
      {C::In, "S N B"},
      {C::BeginsWith, "S B"},
      {C::Contains, "S N B BOOL NULL"},
      {C::NotContains, "S N B BOOL NULL"},
      {C::Eq, "S N B BOOL NULL SS NS BS M L"},
      {C::Ne, "S N B BOOL NULL SS NS BS M L"},
  };
  for (const auto& [op, types] : operators) {
    for (const auto& [value, type] : values) {
      const bool taken = (" " + types + " ").find(" " + type + " ") != std::string::npos;
      const std::string expected = taken ? ""
                                         : parameter_fault("ComparisonOperator " + std::string(to_text(op)) +
                                                           " is not valid for " + type + " AttributeValue type");
      ScanRequest request = scan();
      request.scan_filter = conditions(op, {value});
      EXPECT_EQ(fault(prepare(request)), expected);
    }
  }
}

// The fault of a Limit, a Segment or a TotalSegments in the current layer.
std::string number(const std::string& name, const std::string& rule) {
  return "Value at '" + name + "' failed to satisfy constraint: Member must have value " + rule;
}
std::string one_number(const std::string& name, const std::string& rule) { return enveloped(number(name, rule)); }

TEST(Scan, Faults) {
  const std::string needs_total =
      "The TotalSegments parameter is required but was not present in the request when Segment parameter is present";
  const std::string needs_segment =
      "The Segment parameter is required but was not present in the request when parameter TotalSegments is present";
  const Row<ScanRequest> rows[] = {
      {[](auto&) {}, ""},
      {[](auto& r) { r.segment = 0; }, needs_total},
      {[](auto& r) { r.total_segments = 4; }, needs_segment},
      {[](auto& r) {
         r.segment = 5;
         r.total_segments = 5;
       },
       "The Segment parameter is zero-based and must be less than parameter TotalSegments"},
      {[](auto& r) { r.limit = 0; }, one_number("Limit", "greater than or equal to 1")},
      {[](auto& r) {
         r.segment = -1;
         r.total_segments = 1000001;
         r.table_name = "";
         r.return_consumed_capacity = unknown<ReturnConsumedCapacity>("later");
       },
       "3 validation errors detected: " + number("Segment", "greater than or equal to 0") + "; " +
           number("TotalSegments", "less than or equal to 1000000") +
           "; Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal to 1"},
      {[](auto& r) { r.segment = 1000000; }, one_number("Segment", "less than or equal to 999999")},
      {[](auto& r) { r.total_segments = 0; }, one_number("TotalSegments", "greater than or equal to 1")},
      // Without a table or an operator, all of the older layer's texts come together.
      {[](auto& r) {
         r.table_name.reset();
         r.limit = 0;
         r.select = unknown<Select>("later");
       },
       "3 validation errors detected: " + constraint("'later'", "select", kSelect) + "; " +
           constraint("null", "tableName", "Member must not be null") + "; " +
           constraint("'0'", "limit", "Member must have value greater than or equal to 1")},
      {[](auto& r) {
         r.scan_filter = Conditions{{"a", {}}};
         r.segment = -1;
       },
       "2 validation errors detected: " +
           constraint("null", "scanFilter.a.member.comparisonOperator", "Member must not be null") + "; " +
           constraint("'-1'", "segment", "Member must have value greater than or equal to 0")},
      {[](auto& r) {
         r.select = unknown<Select>("early");
         r.filter_expression = "";
       },
       "Invalid FilterExpression: The expression can not be empty;"},
      {[](auto& r) {
         r.select = unknown<Select>("later");
         r.segment = 1;
       },
       one_fault("'later'", "select", kSelect)},
      {[](auto& r) { r.select = Select::SpecificAttributes; }, enveloped(kNeedsAttributes)},
      {[](auto& r) {
         r.select = Select::Count;
         r.projection_expression = "a";
       },
       enveloped("Cannot specify the ProjectionExpression when choosing to get only the Count")},
      {[](auto& r) {
         r.select = Select::AllAttributes;
         r.attributes_to_get = {"a"};
       },
       enveloped("Cannot specify the AttributesToGet when choosing to get ALL_ATTRIBUTES")},
      {[](auto& r) { r.select = Select::AllProjectedAttributes; }, enveloped(kWithoutIndex)},
      {[](auto& r) { r.conditional_operator = ConditionalOperator::Or; },
       "ConditionalOperator cannot be used without Filter or Expected"},
      {[](auto& r) { r.filter_expression = ""; }, "Invalid FilterExpression: The expression can not be empty;"},
      {[](auto& r) {
         r.attributes_to_get = {"a"};
         r.scan_filter = conditions(C::Eq, {V("x")});
         r.conditional_operator = ConditionalOperator::And;
         r.filter_expression = "a = :v";
         r.projection_expression = "b";
       },
       kMixed + "Non-expression parameters: {AttributesToGet, ScanFilter, ConditionalOperator} Expression parameters: "
                "{ProjectionExpression, FilterExpression}"},
      {[](auto& r) {
         r.expression_attribute_values = AttributeMap{{":v", 1}};
       },
       "ExpressionAttributeValues can only be specified when using expressions: FilterExpression is null"},
  };
  check(scan(), rows);
}

TEST(Scan, SegmentsArePrepared) {
  ScanRequest request = scan();
  EXPECT_EQ(prepare(request)->total_segments, 1u);
  request.segment = 2;
  request.total_segments = 3;
  EXPECT_EQ(prepare(request)->segment, 2u);
  EXPECT_EQ(prepare(request)->total_segments, 3u);
}

}  // namespace query_scan_test
}  // namespace partita::ops
