// Writes of single items.
#include <algorithm>

#include "workload.h"

namespace partita::test {
namespace {

// The members that the requests of PutItem, UpdateItem and DeleteItem share.
template <class Request>
void set_condition(Request& request, const Rules& rules, Placeholders& placeholders) {
  request.condition_expression = text_of(rules, placeholders);
}
template <class Request>
void set_placeholders(Request& request, const Placeholders& placeholders) {
  request.expression_attribute_names = placeholders.names();
  request.expression_attribute_values = placeholders.values();
}

template <class Response>
void expect_condition_failure(const Result<Response>& result, bool wants_old, const AttributeMap* old) {
  expect_failure(result, ErrorCode::ConditionalCheckFailedException);
  expect_same(result.error().item, wants_old ? old : nullptr, "the error's Item");
}

std::optional<AttributeMap> copied(const AttributeMap* item) { return item ? std::optional(*item) : std::nullopt; }

// The expected Attributes after an update.
std::optional<AttributeMap> returned(ReturnValue kind, const std::optional<AttributeMap>& before,
                                     const AttributeMap& after, const Actions& actions) {
  if (kind == ReturnValue::None) return std::nullopt;
  if (kind == ReturnValue::AllNew) return after;
  if (kind == ReturnValue::AllOld) return before;
  const AttributeMap* image = kind == ReturnValue::UpdatedNew ? &after : before ? &*before : nullptr;
  AttributeMap touched;
  for (const Action& action : actions)
    if (const AttributeValue* value = image ? image->find(action.attribute) : nullptr)
      touched.set(action.attribute, *value);
  return touched.empty() ? std::nullopt : std::optional(touched);
}

}  // namespace

void Workload::put(Database& database) {
  const AttributeMap item = dice_.item(dice_.key(), true);
  const Rules rules = dice_.one_in(2) ? dice_.rules(2, true) : Rules{};
  const bool wants_old = dice_.one_in(2);
  PutItemRequest request;
  request.table_name = kTable;
  request.item = item;
  Placeholders placeholders;
  set_condition(request, rules, placeholders);
  set_placeholders(request, placeholders);
  if (wants_old) {
    request.return_values = ReturnValue::AllOld;
    request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::AllOld;
  }
  const auto old = copied(model_.find(Model::key_of(item)));
  const AttributeMap* before = old ? &*old : nullptr;
  const auto result = database.put_item(noted("PutItem", request));
  if (!model_.is_valid(item)) return expect_failure(result, ErrorCode::ValidationException);
  if (!Model::holds(rules, before)) return expect_condition_failure(result, wants_old, before);
  expect_success(result);
  expect_same(result->attributes, wants_old ? before : nullptr, "Attributes");
  model_.put(item);
}

void Workload::erase(Database& database) {
  const AttributeMap key = dice_.key();
  const Rules rules = dice_.one_in(2) ? dice_.rules(2, true) : Rules{};
  const bool wants_old = dice_.one_in(2);
  DeleteItemRequest request;
  request.table_name = kTable;
  request.key = key;
  Placeholders placeholders;
  set_condition(request, rules, placeholders);
  set_placeholders(request, placeholders);
  if (wants_old) {
    request.return_values = ReturnValue::AllOld;
    request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::AllOld;
  }
  const auto old = copied(model_.find(Model::key_of(key)));
  const AttributeMap* before = old ? &*old : nullptr;
  const auto result = database.delete_item(noted("DeleteItem", request));
  if (!Model::holds(rules, before)) return expect_condition_failure(result, wants_old, before);
  expect_success(result);
  expect_same(result->attributes, wants_old ? before : nullptr, "Attributes");
  model_.erase(Model::key_of(key));
}

void Workload::update(Database& database) {
  const AttributeMap key = dice_.key();
  const Actions actions = dice_.actions(true);
  const Rules rules = dice_.one_in(3) ? dice_.rules(2, true) : Rules{};
  const auto kind = static_cast<ReturnValue>(dice_.below(5));
  UpdateItemRequest request;
  request.table_name = kTable;
  request.key = key;
  request.return_values = kind;
  Placeholders placeholders;
  set_condition(request, rules, placeholders);
  request.update_expression = text_of(actions, placeholders);
  set_placeholders(request, placeholders);
  const auto old = copied(model_.find(Model::key_of(key)));
  const AttributeMap* before = old ? &*old : nullptr;
  const auto result = database.update_item(noted("UpdateItem", request));
  if (!model_.sets_right_types(actions)) return expect_failure(result, ErrorCode::ValidationException);
  if (!Model::holds(rules, before)) return expect_condition_failure(result, false, before);
  if (Model::makes_no_item(before, actions)) {
    expect_success(result);
    return expect_same(result->attributes, nullptr, "Attributes");
  }
  const auto after = Model::updated(key, before, actions);
  if (!after || !model_.is_valid(*after)) return expect_failure(result, ErrorCode::ValidationException);
  expect_success(result);
  const auto attributes = returned(kind, old, *after, actions);
  expect_same(result->attributes, attributes ? &*attributes : nullptr, "Attributes");
  model_.put(*after);
}

}  // namespace partita::test
