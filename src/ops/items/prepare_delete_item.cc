#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/single_write.h"

namespace partita::ops {
namespace {

Result<void> check_constraints(const DeleteItemRequest& request, Layer layer) {
  if (layer != Layer::Older) PARTITA_TRY(check_table_name_first(request.table_name, layer));
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  constraints.not_null(request.key, "key");
  constrain_returns(constraints, request, layer);
  return constraints.finish();
}

Result<PreparedDelete> check_delete(const DeleteItemRequest& request, Layer layer) {
  // A request without a key gets the older layer's constraints.
  PARTITA_TRY(check_constraints(request, request.key ? layer : Layer::Older));

  const ExpressionParameters expressions = condition_parameters(request, layer);
  PARTITA_TRY(check_parameters(expressions, {{"Expected", request.expected.has_value()},
                                             {"ConditionalOperator", request.conditional_operator.has_value()}}));
  PARTITA_TRY(
      check_conditional_operator(request.conditional_operator, request.expected ? request.expected->size() : 0));
  PARTITA_TRY(check_values(*request.key, layer));
  PARTITA_TRY(check_old_or_none(request.return_values));
  PARTITA_TRY(check_expected(request.expected, layer));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));

  PreparedDelete prepared;
  fill_returns(request, prepared);
  prepared.key = &*request.key;
  prepared.condition = condition_of(request, parsed);
  return prepared;
}

}  // namespace

Result<PreparedDelete> prepare(const DeleteItemRequest& request) { return prepare_in_layer(request, check_delete); }

}  // namespace partita::ops
