#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/single_write.h"

namespace partita::ops {
namespace {

Result<PreparedPut> check_put(const PutItemRequest& request, Layer layer) {
  PARTITA_TRY(check_table_name_first(request.table_name, layer));

  Constraints constraints;
  constraints.not_null(request.item, "item");
  constrain_returns(constraints, request, request.item ? layer : Layer::Older);
  PARTITA_TRY(constraints.finish());

  const ExpressionParameters expressions = condition_parameters(request, layer);
  PARTITA_TRY(check_parameters(expressions, {{"Expected", request.expected.has_value()},
                                             {"ConditionalOperator", request.conditional_operator.has_value()}}));
  PARTITA_TRY(
      check_conditional_operator(request.conditional_operator, request.expected ? request.expected->size() : 0));
  PARTITA_TRY(check_values(*request.item, layer));
  PARTITA_TRY(check_old_or_none(request.return_values));
  PARTITA_TRY(check_item_size(*request.item));
  PARTITA_TRY(check_expected(request.expected, layer));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));

  PreparedPut prepared;
  fill_returns(request, prepared);
  prepared.item = &*request.item;
  prepared.condition = condition_of(request, parsed);
  return prepared;
}

}  // namespace

Result<PreparedPut> prepare(const PutItemRequest& request) { return prepare_in_layer(request, check_put); }

}  // namespace partita::ops
