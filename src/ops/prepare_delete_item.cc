#include "base/try.h"
#include "ops/item_rules.h"
#include "ops/single_write.h"

namespace partita::ops {

Result<PreparedDelete> prepare(const DeleteItemRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  constraints.not_null(request.key, "key");
  constrain_returns(constraints, request);
  PARTITA_TRY(constraints.finish());

  const ExpressionParameters expressions = condition_parameters(request);
  PARTITA_TRY(check_parameters(expressions, {{"Expected", request.expected.has_value()},
                                             {"ConditionalOperator", request.conditional_operator.has_value()}}));
  PARTITA_TRY(
      check_conditional_operator(request.conditional_operator, request.expected ? request.expected->size() : 0));
  PARTITA_TRY(check_values(*request.key));
  PARTITA_TRY(check_old_or_none(request.return_values));
  PARTITA_TRY(check_expected(request.expected));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));

  PreparedDelete prepared;
  fill_returns(request, prepared);
  prepared.key = &*request.key;
  prepared.condition = condition_of(request, parsed);
  return prepared;
}

}  // namespace partita::ops
