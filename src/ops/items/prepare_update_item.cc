#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/single_write.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

// The constraints of a request without a Key. The service reports them together, in the older layer's words.
Result<void> check_without_key(const UpdateItemRequest& request) {
  Constraints constraints;
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constrain_table_name(constraints, request.table_name);
  constraints.one_of(request.return_values, "returnValues");
  constraints.one_of(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  constraints.one_of(request.return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
  constraints.one_of(request.conditional_operator, "conditionalOperator");
  constrain_expected(constraints, request.expected);
  constraints.add_null("key");
  constrain_attribute_updates(constraints, request.attribute_updates);
  return constraints.finish();
}

Result<void> check_constraints(const UpdateItemRequest& request, Layer layer) {
  if (!request.key) return check_without_key(request);
  PARTITA_TRY(check_table_name_first(request.table_name, layer));
  if (layer == Layer::Enveloped) {
    // A wrong ReturnValues is reported without the other constraints too.
    Constraints returned;
    constrain_return_values(returned, request.return_values, layer);
    PARTITA_TRY(returned.finish());
  }
  Constraints constraints;
  constrain_returns(constraints, request, layer);
  constrain_attribute_updates(constraints, request.attribute_updates);
  return constraints.finish();
}

Result<PreparedUpdate> check_update_item(const UpdateItemRequest& request, Layer layer) {
  PARTITA_TRY(check_constraints(request, layer));

  ExpressionParameters expressions = condition_parameters(request, layer);
  expressions.update = &request.update_expression;
  PARTITA_TRY(check_parameters(expressions, {{"AttributeUpdates", request.attribute_updates.has_value()},
                                             {"Expected", request.expected.has_value()},
                                             {"ConditionalOperator", request.conditional_operator.has_value()}}));
  PARTITA_TRY(
      check_conditional_operator(request.conditional_operator, request.expected ? request.expected->size() : 0));
  PARTITA_TRY(check_values(*request.key, layer));
  PARTITA_TRY(check_attribute_updates(request.attribute_updates, layer));
  PARTITA_TRY(check_expected(request.expected, layer));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));
  // Only UpdateItem has this limit, and only for an UpdateExpression.
  if (parsed.update && parsed.update->charged_bytes() > limits::kItemSizeBytes) return expr::update_too_large();

  PreparedUpdate prepared;
  fill_returns(request, prepared);
  prepared.key = &*request.key;
  prepared.condition = condition_of(request, parsed);
  prepared.update = std::move(parsed.update);
  if (request.attribute_updates && !request.attribute_updates->empty())
    prepared.update = expr::update_of(*request.attribute_updates);
  return prepared;
}

}  // namespace

Result<PreparedUpdate> prepare(const UpdateItemRequest& request) {
  return prepare_in_layer(request, check_update_item);
}

}  // namespace partita::ops
