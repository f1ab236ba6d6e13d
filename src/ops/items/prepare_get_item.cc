#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/single_write.h"

namespace partita::ops {

Result<PreparedGet> prepare(const GetItemRequest& request) {
  Constraints constraints;
  constraints.not_null(request.key, "key");
  constrain_table_name(constraints, request.table_name);
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constrain_attributes_to_get(constraints, request.attributes_to_get, "attributesToGet");
  PARTITA_TRY(constraints.finish());

  ExpressionParameters expressions;
  expressions.layer = kLayer<GetItemRequest>;
  expressions.projection = &request.projection_expression;
  expressions.names = &request.expression_attribute_names;
  PARTITA_TRY(check_parameters(expressions, {{"AttributesToGet", request.attributes_to_get.has_value()}}));
  PARTITA_TRY(check_values(*request.key, kLayer<GetItemRequest>));
  PARTITA_TRY(check_attributes_to_get(request.attributes_to_get));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));

  PreparedGet prepared;
  prepared.table = table_name_of(*request.table_name);
  prepared.key = &*request.key;
  prepared.projection = std::move(parsed.projection);
  if (request.attributes_to_get) prepared.projection = expr::projection_of(*request.attributes_to_get);
  prepared.consistent = request.consistent_read.value_or(false);
  prepared.capacity = value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  return prepared;
}

}  // namespace partita::ops
