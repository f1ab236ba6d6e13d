#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/render.h"
#include "ops/rules/single_write.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

Result<void> check_constraints(const TransactGetItemsRequest& request) {
  Constraints constraints;
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  const RequestPlace place("transactItems");
  if (!constraints.not_null(request.transact_items, place)) return constraints.finish();
  const auto& items = *request.transact_items;
  constraints.count(items.size(), place, 1, limits::kTransactionItems,
                    [&] { return render_repeated("TransactGetItem", items.size()); });
  for (std::size_t i = 0; i < items.size(); ++i) {
    const RequestPlace at = RequestPlace::element(place, i);
    const RequestPlace get(at, "get");
    if (!constraints.not_null(items[i].get, get)) continue;
    constraints.not_null(items[i].get->key, RequestPlace(get, "key"));
    constrain_table_name(constraints, items[i].get->table_name, RequestPlace(get, "tableName"));
  }
  return constraints.finish();
}

Result<PreparedGet> prepare_member(const Get& get) {
  ExpressionParameters expressions;
  expressions.projection = &get.projection_expression;
  expressions.names = &get.expression_attribute_names;
  // Names without an expression are accepted in a transaction.
  PARTITA_TRY(check_values(*get.key, kLayer<TransactGetItemsRequest>));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));
  PreparedGet prepared;
  prepared.table = table_name_of(*get.table_name);
  prepared.key = &*get.key;
  prepared.projection = std::move(parsed.projection);
  prepared.consistent = true;
  return prepared;
}

}  // namespace

Result<PreparedTransactGet> prepare(const TransactGetItemsRequest& request) {
  PARTITA_TRY(check_constraints(request));
  PreparedTransactGet prepared;
  for (const TransactGetItem& item : *request.transact_items) {
    PARTITA_TRY_VALUE(member, prepare_member(*item.get));
    prepared.members.push_back(std::move(member));
  }
  prepared.capacity = value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  return prepared;
}

}  // namespace partita::ops
