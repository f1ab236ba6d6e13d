#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/render.h"
#include "ops/rules/single_write.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::ops {
namespace {

constexpr Layer kTransaction = kLayer<TransactWriteItemsRequest>;

// Checks the members that every kind of write has beside its item or key.
template <class Member>
void constrain_member(Constraints& constraints, const Member& member, const RequestPlace& at) {
  constrain_table_name(constraints, member.table_name, RequestPlace(at, "tableName"));
  constraints.one_of(member.return_values_on_condition_check_failure,
                     RequestPlace(at, "returnValuesOnConditionCheckFailure"));
}

void constrain_item(Constraints& constraints, const TransactWriteItem& item, const RequestPlace& at) {
  if (item.condition_check) {
    const RequestPlace place(at, "conditionCheck");
    constraints.not_null(item.condition_check->key, RequestPlace(place, "key"));
    constrain_member(constraints, *item.condition_check, place);
    constraints.not_null(item.condition_check->condition_expression, RequestPlace(place, "conditionExpression"));
  }
  if (item.put) {
    const RequestPlace place(at, "put");
    constraints.not_null(item.put->item, RequestPlace(place, "item"));
    constrain_member(constraints, *item.put, place);
  }
  if (item.delete_) {
    const RequestPlace place(at, "delete");
    constraints.not_null(item.delete_->key, RequestPlace(place, "key"));
    constrain_member(constraints, *item.delete_, place);
  }
  if (item.update) {
    const RequestPlace place(at, "update");
    constraints.not_null(item.update->key, RequestPlace(place, "key"));
    constraints.not_null(item.update->update_expression, RequestPlace(place, "updateExpression"));
    constrain_member(constraints, *item.update, place);
  }
}

Result<void> check_constraints(const TransactWriteItemsRequest& request) {
  Constraints constraints;
  if (request.client_request_token)
    constraints.length(*request.client_request_token, "clientRequestToken", 1, limits::kClientRequestTokenBytes);
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constraints.one_of(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  const RequestPlace place("transactItems");
  if (constraints.not_null(request.transact_items, place)) {
    const auto& items = *request.transact_items;
    constraints.count(items.size(), place, 1, limits::kTransactionItems,
                      [&] { return render_repeated("TransactWriteItem", items.size()); });
    for (std::size_t i = 0; i < items.size(); ++i)
      constrain_item(constraints, items[i], RequestPlace::element(place, i));
  }
  return constraints.finish();
}

Result<void> check_one_action(const TransactWriteItem& item) {
  const int actions =
      item.condition_check.has_value() + item.put.has_value() + item.delete_.has_value() + item.update.has_value();
  if (actions == 0)
    return invalid("Invalid Request: TransactWriteRequest should contain Delete or Put or Update request");
  if (actions > 1) return invalid("TransactItems can only contain one of Check, Put, Update or Delete");
  return {};
}

// Fills the members that all kinds of writes share, and parses `expressions`. Names and values without an expression
// are accepted, unlike in a single write.
template <class Member, class Prepared>
Result<ParsedExpressions> prepare_common(const Member& member, const ExpressionParameters& expressions,
                                         Prepared& prepared) {
  prepared.table = table_name_of(*member.table_name);
  prepared.old_on_condition_failure =
      value_or(member.return_values_on_condition_check_failure, ReturnValuesOnConditionCheckFailure::None) ==
      ReturnValuesOnConditionCheckFailure::AllOld;
  auto parsed = parse_expressions(expressions);
  if (parsed) prepared.condition = std::move(parsed->condition);
  return parsed;
}

using Prepared = PreparedTransactWrite::Member;

Result<Prepared> prepare_member(const Put& put) {
  PARTITA_TRY(check_item(*put.item, kTransaction));
  PreparedPut prepared;
  prepared.item = &*put.item;
  PARTITA_TRY(prepare_common(put, condition_parameters(put, kTransaction), prepared));
  return prepared;
}

// Prepares a ConditionCheck or a Delete. Faults of the expressions come before those of the key.
template <class Out, class Member>
Result<Prepared> prepare_keyed(const Member& member) {
  Out prepared;
  prepared.key = &*member.key;
  PARTITA_TRY(prepare_common(member, condition_parameters(member, kTransaction), prepared));
  PARTITA_TRY(check_values(*member.key, kTransaction));
  return prepared;
}

Result<Prepared> prepare_member(const Update& update) {
  PreparedUpdate prepared;
  prepared.key = &*update.key;
  ExpressionParameters expressions = condition_parameters(update, kTransaction);
  expressions.update = &update.update_expression;
  PARTITA_TRY_VALUE(parsed, prepare_common(update, expressions, prepared));
  prepared.update = std::move(parsed.update);
  PARTITA_TRY(check_values(*update.key, kTransaction));
  return prepared;
}

Result<Prepared> prepare_member(const TransactWriteItem& item) {
  if (item.condition_check) return prepare_keyed<PreparedConditionCheck>(*item.condition_check);
  if (item.put) return prepare_member(*item.put);
  if (item.delete_) return prepare_keyed<PreparedDelete>(*item.delete_);
  return prepare_member(*item.update);
}

// Checks the total size of the items that the request itself contains.
Result<void> check_total_size(const std::vector<TransactWriteItem>& items) {
  std::size_t bytes = 0;
  for (const TransactWriteItem& item : items)
    if (item.put) bytes += value::item_size_bytes(*item.put->item);
  if (bytes <= limits::kTransactionBytes) return {};
  return transaction_too_large();
}

}  // namespace

unexpected<Error> transaction_too_large() {
  return invalid(
      "Collection size of items exceeded, which can also be caused by the aggregate size of the items in the "
      "transaction exceeding the 4MB limit");
}

Result<PreparedTransactWrite> prepare(const TransactWriteItemsRequest& request) {
  PARTITA_TRY(check_constraints(request));
  const auto& items = *request.transact_items;
  PreparedTransactWrite prepared;
  // The first member with a fault is reported, whatever the fault is.
  for (const TransactWriteItem& item : items) {
    PARTITA_TRY(check_one_action(item));
    PARTITA_TRY_VALUE(member, prepare_member(item));
    prepared.members.push_back(std::move(member));
  }
  PARTITA_TRY(check_total_size(items));
  prepared.capacity = value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  prepared.collection_metrics = value_or(request.return_item_collection_metrics, ReturnItemCollectionMetrics::None) ==
                                ReturnItemCollectionMetrics::Size;
  prepared.client_request_token = request.client_request_token;
  return prepared;
}

}  // namespace partita::ops
