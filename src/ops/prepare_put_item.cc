#include "base/try.h"
#include "ops/item_rules.h"
#include "ops/single_write.h"

namespace partita::ops {

Result<PreparedPut> prepare(const PutItemRequest& request) {
  // A faulty table name is reported without the other constraints.
  Constraints name;
  constrain_table_name(name, request.table_name);
  PARTITA_TRY(name.finish());

  Constraints constraints;
  constraints.not_null(request.item, "item");
  constrain_returns(constraints, request);
  PARTITA_TRY(constraints.finish());

  const ExpressionParameters expressions = condition_parameters(request);
  PARTITA_TRY(check_parameters(expressions, {{"Expected", request.expected.has_value()},
                                             {"ConditionalOperator", request.conditional_operator.has_value()}}));
  PARTITA_TRY(
      check_conditional_operator(request.conditional_operator, request.expected ? request.expected->size() : 0));
  PARTITA_TRY(check_values(*request.item));
  PARTITA_TRY(check_old_or_none(request.return_values));
  PARTITA_TRY(check_item_size(*request.item));
  PARTITA_TRY(check_expected(request.expected));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));

  PreparedPut prepared;
  fill_returns(request, prepared);
  prepared.item = &*request.item;
  prepared.condition = condition_of(request, parsed);
  return prepared;
}

}  // namespace partita::ops
