// The common part of PutItem, UpdateItem and DeleteItem, some of which the members of a transaction share.
#pragma once

#include <partita/item_operations.h>

#include <optional>
#include <string>
#include <utility>

#include "expr/legacy.h"
#include "ops/prepare.h"
#include "ops/rules/constraints.h"
#include "ops/rules/deep_values.h"
#include "ops/rules/expression_rules.h"
#include "ops/rules/layer.h"
#include "ops/rules/legacy_rules.h"
#include "ops/rules/names.h"

namespace partita::ops {

template <class E>
E value_or(const OptionalEnum<E>& given, E otherwise) {
  return given ? given->value() : otherwise;
}

// Checks a single write with `check`, in the layer of its operation. If a value nests too deeply for that layer, the
// service checks the request in the older one, and so other faults than the nesting get the older texts too.
template <class Prepared, class Request>
Result<Prepared> prepare_in_layer(const Request& request, Result<Prepared> (*check)(const Request&, Layer)) {
  auto checked = check(request, kLayer<Request>);
  if (!checked && holds_deep_value(request)) return check(request, Layer::Older);
  return in_layer(kLayer<Request>, std::move(checked));
}

// Checks the TableName alone, because its faults are reported without others.
inline Result<void> check_table_name_first(const OptionalString& name, Layer layer) {
  if (layer != Layer::Older && name && name->empty()) return invalid(std::string(kEmptyTableNameFault));
  Constraints constraints;
  constrain_table_name(constraints, name);
  return constraints.finish();
}

// Checks ReturnValues. The enveloped layer has a text for it that names neither the member nor its value.
inline void constrain_return_values(Constraints& constraints, const OptionalEnum<ReturnValue>& given, Layer layer) {
  if (layer == Layer::Older) return constraints.one_of(given, "returnValues");
  if (given && !given->known()) constraints.add_text(std::string(kReturnValuesFault));
}

inline void constrain_conditional_operator(Constraints& constraints, const OptionalEnum<ConditionalOperator>& given,
                                           Layer layer) {
  if (layer == Layer::Older) return constraints.one_of(given, "conditionalOperator");
  if (given && !given->known()) constraints.add_text(std::string(kConditionalOperatorFault));
}

// Checks the enumerations of a single write, in the service's order.
template <class Request>
void constrain_returns(Constraints& constraints, const Request& request, Layer layer) {
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constrain_return_values(constraints, request.return_values, layer);
  constraints.one_of(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  constraints.one_of(request.return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
  constrain_conditional_operator(constraints, request.conditional_operator, layer);
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
ExpressionParameters condition_parameters(const Request& request, Layer layer) {
  ExpressionParameters parameters;
  parameters.layer = layer;
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
