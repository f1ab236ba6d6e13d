#include "base/try.h"
#include "ops/item_rules.h"
#include "ops/single_write.h"

namespace partita::ops {

Result<PreparedUpdate> prepare(const UpdateItemRequest& request) {
  // A faulty table name is reported without the other constraints.
  Constraints name;
  constrain_table_name(name, request.table_name);
  PARTITA_TRY(name.finish());

  Constraints constraints;
  constraints.not_null(request.key, "key");
  constrain_returns(constraints, request);
  constrain_attribute_updates(constraints, request.attribute_updates);
  PARTITA_TRY(constraints.finish());

  ExpressionParameters expressions = condition_parameters(request);
  expressions.update = &request.update_expression;
  PARTITA_TRY(check_parameters(expressions, {{"AttributeUpdates", request.attribute_updates.has_value()},
                                             {"Expected", request.expected.has_value()},
                                             {"ConditionalOperator", request.conditional_operator.has_value()}}));
  PARTITA_TRY(
      check_conditional_operator(request.conditional_operator, request.expected ? request.expected->size() : 0));
  PARTITA_TRY(check_values(*request.key));
  PARTITA_TRY(check_attribute_updates(request.attribute_updates));
  PARTITA_TRY(check_expected(request.expected));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));

  PreparedUpdate prepared;
  fill_returns(request, prepared);
  prepared.key = &*request.key;
  prepared.condition = condition_of(request, parsed);
  prepared.update = std::move(parsed.update);
  if (request.attribute_updates && !request.attribute_updates->empty())
    prepared.update = expr::update_of(*request.attribute_updates);
  return prepared;
}

}  // namespace partita::ops
