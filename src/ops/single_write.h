// The common part of PutItem, UpdateItem and DeleteItem, some of which the members of a transaction share.
#pragma once

#include <partita/item_operations.h>

#include <optional>
#include <utility>

#include "expr/legacy.h"
#include "ops/constraints.h"
#include "ops/expression_rules.h"
#include "ops/legacy_rules.h"
#include "ops/names.h"
#include "ops/prepare.h"

namespace partita::ops {

template <class E>
E value_or(const OptionalEnum<E>& given, E otherwise) {
  return given ? given->value() : otherwise;
}

// Checks the enumerations of a single write, in the service's order.
template <class Request>
void constrain_returns(Constraints& constraints, const Request& request) {
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constraints.one_of(request.return_values, "returnValues");
  constraints.one_of(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  constraints.one_of(request.return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
  constraints.one_of(request.conditional_operator, "conditionalOperator");
  constrain_expected(constraints, request.expected);
}

// Fills the members that all single writes have. Requires: the constraints of constrain_returns and of the table's name
// hold.
template <class Request, class Prepared>
void fill_returns(const Request& request, Prepared& prepared) {
  prepared.table = table_name_of(*request.table_name);
  prepared.return_values = value_or(request.return_values, ReturnValue::None);
  prepared.capacity = value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  prepared.collection_metrics = value_or(request.return_item_collection_metrics, ReturnItemCollectionMetrics::None) ==
                                ReturnItemCollectionMetrics::Size;
  prepared.old_on_condition_failure =
      value_or(request.return_values_on_condition_check_failure, ReturnValuesOnConditionCheckFailure::None) ==
      ReturnValuesOnConditionCheckFailure::AllOld;
}

template <class Request>
ExpressionParameters condition_parameters(const Request& request) {
  ExpressionParameters parameters;
  parameters.condition = &request.condition_expression;
  parameters.names = &request.expression_attribute_names;
  parameters.values = &request.expression_attribute_values;
  return parameters;
}

// PutItem and DeleteItem can return the old item or no item.
inline Result<void> check_old_or_none(const OptionalEnum<ReturnValue>& return_values) {
  if (value_or(return_values, ReturnValue::None) == ReturnValue::None || *return_values == ReturnValue::AllOld)
    return {};
  return invalid("ReturnValues can only be ALL_OLD or NONE");
}

// The condition from `parsed` or, if it has none, from Expected. Requires: check_expected passed.
template <class Request>
std::optional<expr::Condition> condition_of(const Request& request, ParsedExpressions& parsed) {
  if (parsed.condition) return std::move(parsed.condition);
  if (!request.expected || request.expected->empty()) return std::nullopt;
  return expr::condition_of(*request.expected, value_or(request.conditional_operator, ConditionalOperator::And));
}

}  // namespace partita::ops
