#include <limits>

#include "base/try.h"
#include "expr/legacy.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/page_rules.h"
#include "ops/rules/single_write.h"

namespace partita::ops {
namespace {

Result<void> check_constraints(const QueryRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  // Only a faulty table name comes before a wrong ConditionalOperator, which is reported alone and without other words.
  if (request.conditional_operator && !request.conditional_operator->known()) {
    PARTITA_TRY(constraints.finish());
    return invalid(std::string(kConditionalOperatorFault));
  }
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constraints.one_of(request.select, "select");
  constrain_number(constraints, request.limit, "Limit", 1, std::numeric_limits<std::int64_t>::max());
  if (request.index_name) constrain_resource_name(constraints, *request.index_name, "indexName");
  constrain_attributes_to_get(constraints, request.attributes_to_get, "attributesToGet");
  constrain_conditions(constraints, request.query_filter, "queryFilter");
  constrain_conditions(constraints, request.key_conditions, "keyConditions");
  return constraints.finish();
}

ExpressionParameters expression_parameters(const QueryRequest& request) {
  ExpressionParameters parameters;
  parameters.layer = kLayer<QueryRequest>;
  parameters.projection = &request.projection_expression;
  parameters.filter = &request.filter_expression;
  parameters.key_condition = &request.key_condition_expression;
  parameters.names = &request.expression_attribute_names;
  parameters.values = &request.expression_attribute_values;
  return parameters;
}

Result<void> check_legacy(const QueryRequest& request, const ExpressionParameters& expressions) {
  // KeyConditions may be combined with a FilterExpression, but not with a KeyConditionExpression.
  const bool two_key_conditions = request.key_conditions && request.key_condition_expression;
  PARTITA_TRY(check_parameters(expressions, {{"AttributesToGet", request.attributes_to_get.has_value()},
                                             {"QueryFilter", request.query_filter.has_value()},
                                             {"ConditionalOperator", request.conditional_operator.has_value()},
                                             {"KeyConditions", two_key_conditions}}));
  PARTITA_TRY(check_conditional_operator(request.conditional_operator,
                                         request.query_filter ? request.query_filter->size() : 0));
  PARTITA_TRY(check_conditions(request.query_filter, kLayer<QueryRequest>));
  return check_attributes_to_get(request.attributes_to_get);
}

Result<expr::KeyCondition> key_condition_of(const QueryRequest& request, ParsedExpressions& parsed) {
  // The engine compares the number of conditions with that of the key's attributes.
  if (parsed.key_condition) return std::move(*parsed.key_condition);
  PARTITA_TRY(check_conditions(request.key_conditions, kLayer<QueryRequest>));
  // The key of a base table or local index has one or two attributes. A global index's key may have more.
  const std::size_t count = request.key_conditions->size();
  if (count == 0 || (count > 2 && !request.index_name)) return invalid("Conditions can be of length 1 or 2 only");
  return expr::key_condition_of(*request.key_conditions);
}

}  // namespace

Result<PreparedPage> prepare(const QueryRequest& request) {
  PARTITA_TRY(check_constraints(request));
  const ExpressionParameters expressions = expression_parameters(request);
  PARTITA_TRY(check_legacy(request, expressions));
  if (request.exclusive_start_key)
    PARTITA_TRY(check_start_key(*request.exclusive_start_key, kLayer<QueryRequest>, StartOf::Query));
  if (!request.key_conditions && !request.key_condition_expression)
    return invalid("Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));
  PARTITA_TRY(check_select(request));
  PARTITA_TRY_VALUE(key_condition, key_condition_of(request, parsed));

  PreparedPage page = page_of(request, parsed);
  page.key_condition = std::move(key_condition);
  page.legacy = !request.key_condition_expression;
  page.forward = request.scan_index_forward.value_or(true);
  if (request.query_filter && !request.query_filter->empty())
    page.filter =
        expr::condition_of(*request.query_filter, value_or(request.conditional_operator, ConditionalOperator::And));
  return page;
}

}  // namespace partita::ops
