#include "client/retry/repeatable.h"

#include <algorithm>

#include "expr/syntax/parser.h"
#include "partiql/parse.h"

namespace partita::client {
namespace {

template <class Request>
bool has_condition(const Request& request) {
  return request.condition_expression || request.expected;
}

template <class Request>
bool returns_values(const Request& request) {
  return request.return_values && *request.return_values != ReturnValue::None;
}

// A list's index means another element after elements before it were removed or the list was extended.
bool goes_into_a_list(const expr::PathAst& path) {
  return std::any_of(path.begin(), path.end(),
                     [](const expr::PathStep& step) { return step.kind == expr::PathStep::Kind::Index; });
}

bool is_plain(const expr::ActionAst& action) {
  if (goes_into_a_list(action.path)) return false;
  switch (action.kind) {
    case expr::ActionKind::Set:
      // A copy of another attribute is not repeatable, because this update may change that attribute.
      return action.operand.kind == expr::OperandAst::Kind::Value;
    case expr::ActionKind::Remove:
    case expr::ActionKind::Delete:
      return true;
    case expr::ActionKind::Add:
      break;
  }
  return false;
}

// A text that does not parse is not repeatable. The endpoint refuses it anyway.
bool is_plain(const std::string& update_expression) {
  const auto actions = expr::parse_update(update_expression);
  return actions && std::all_of(actions->begin(), actions->end(), [](const auto& action) { return is_plain(action); });
}

bool is_plain(const NamedList<AttributeValueUpdate>& updates) {
  return std::all_of(updates.begin(), updates.end(), [](const auto& update) {
    const auto& action = update.second.action;
    return !action || *action == AttributeAction::Put || *action == AttributeAction::Delete;
  });
}

bool is_select(const OptionalString& statement) {
  if (!statement) return true;
  const auto parsed = partiql::cached_statement(*statement);
  return !parsed || (*parsed)->reads();
}

bool are_selects(const auto& statements) {
  return !statements || std::ranges::all_of(*statements, [](const auto& one) { return is_select(one.statement); });
}

}  // namespace

Repeatable repeatable_by_members(const PutItemRequest& request) {
  return has_condition(request) || returns_values(request) ? Repeatable::No : Repeatable::Write;
}

Repeatable repeatable_by_members(const DeleteItemRequest& request) {
  return has_condition(request) || returns_values(request) ? Repeatable::No : Repeatable::Write;
}

Repeatable repeatable_by_members(const UpdateItemRequest& request) {
  if (has_condition(request) || returns_values(request)) return Repeatable::No;
  if (request.update_expression && !is_plain(*request.update_expression)) return Repeatable::No;
  if (request.attribute_updates && !is_plain(*request.attribute_updates)) return Repeatable::No;
  return Repeatable::Write;
}

Repeatable repeatable_by_members(const TransactWriteItemsRequest& request) {
  return request.client_request_token ? Repeatable::Write : Repeatable::No;
}

Repeatable repeatable_by_members(const ExecuteStatementRequest& request) {
  return is_select(request.statement) ? Repeatable::Read : Repeatable::No;
}

Repeatable repeatable_by_members(const BatchExecuteStatementRequest& request) {
  return are_selects(request.statements) ? Repeatable::Read : Repeatable::No;
}

Repeatable repeatable_by_members(const ExecuteTransactionRequest& request) {
  if (are_selects(request.transact_statements)) return Repeatable::Read;
  return request.client_request_token ? Repeatable::Write : Repeatable::No;
}

Repeatable repeatable_by_members(const PutResourcePolicyRequest& request) {
  return request.expected_revision_id ? Repeatable::No : Repeatable::Write;
}

Repeatable repeatable_by_members(const ExportTableToPointInTimeRequest& request) {
  return request.client_token ? Repeatable::Write : Repeatable::No;
}

Repeatable repeatable_by_members(const ImportTableRequest& request) {
  return request.client_token ? Repeatable::Write : Repeatable::No;
}

Repeatable repeatable_by_members(const StartBulkPutItemsRequest& request) {
  return request.client_token ? Repeatable::Write : Repeatable::No;
}

}  // namespace partita::client
