#include "model/plan/write_action.h"

#include <fmt/format.h>

namespace partita::model {
namespace {

OptionalString text_of(std::string text) {
  if (text.empty()) return std::nullopt;
  return OptionalString(std::move(text));
}

// The parts that all requests of a write share.
template <class Request>
Request request_of(WriteAction& action, std::string table_name) {
  Request request;
  request.table_name = std::move(table_name);
  request.condition_expression = text_of(std::move(action.condition));
  request.expression_attribute_names = std::move(action.names);
  request.expression_attribute_values = std::move(action.values);
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::AllOld;
  return request;
}

}  // namespace

std::string item_identity(std::string_view table_name, const AttributeMap& key) {
  std::string text(table_name);
  for (const auto& [name, value] : key) text += fmt::format("/{}:{}", value.text().size(), value.text());
  return text;
}

PutItemRequest put_item_request(WriteAction action, std::string table_name) {
  auto request = request_of<PutItemRequest>(action, std::move(table_name));
  request.item = std::move(action.item);
  if (action.returns_old) request.return_values = ReturnValue::AllOld;
  request.return_consumed_capacity = ReturnConsumedCapacity::Total;
  return request;
}

UpdateItemRequest update_item_request(WriteAction action, std::string table_name) {
  auto request = request_of<UpdateItemRequest>(action, std::move(table_name));
  request.key = std::move(action.key);
  request.update_expression = text_of(std::move(action.update));
  request.return_values = action.returns_old ? ReturnValue::AllOld : ReturnValue::AllNew;
  request.return_consumed_capacity = ReturnConsumedCapacity::Total;
  return request;
}

DeleteItemRequest delete_item_request(WriteAction action, std::string table_name) {
  auto request = request_of<DeleteItemRequest>(action, std::move(table_name));
  request.key = std::move(action.key);
  request.return_values = ReturnValue::AllOld;
  request.return_consumed_capacity = ReturnConsumedCapacity::Total;
  return request;
}

TransactWriteItem transact_write_item(WriteAction action, std::string table_name) {
  TransactWriteItem member;
  switch (action.kind) {
    case WriteAction::Kind::Put:
      member.put = request_of<Put>(action, std::move(table_name));
      member.put->item = std::move(action.item);
      break;
    case WriteAction::Kind::Update:
      member.update = request_of<Update>(action, std::move(table_name));
      member.update->key = std::move(action.key);
      member.update->update_expression = text_of(std::move(action.update));
      break;
    case WriteAction::Kind::Delete:
      member.delete_ = request_of<Delete>(action, std::move(table_name));
      member.delete_->key = std::move(action.key);
      break;
    case WriteAction::Kind::Check:
      member.condition_check = request_of<ConditionCheck>(action, std::move(table_name));
      member.condition_check->key = std::move(action.key);
      break;
  }
  return member;
}

}  // namespace partita::model
