#include "partiql/prepare.h"

#include "base/try.h"
#include "ops/rules/constraints.h"
#include "ops/rules/render.h"
#include "ops/rules/single_write.h"
#include "partiql/parse.h"
#include "partiql/texts.h"
#include "value/limits.h"

namespace partita::partiql {
namespace {

using ops::Constraints;

void constrain_statement(Constraints& constraints, const OptionalString& text, const ops::RequestPlace& place) {
  if (constraints.not_null(text, place)) constraints.length(*text, place, 1, limits::kStatementBytes);
}

void constrain_parameters(Constraints& constraints, const OptionalList<AttributeValue>& parameters,
                          const ops::RequestPlace& place) {
  if (parameters) constraints.count(parameters->size(), place, 1, Constraints::kNoMaximum, [] { return "[]"; });
}

// Constrains the statements of a batch or of a transaction. `shape` is the service's name of a member.
template <class Member>
void constrain_members(Constraints& constraints, const OptionalList<Member>& members, const ops::RequestPlace& place,
                       std::size_t most, std::string_view shape) {
  if (!constraints.not_null(members, place)) return;
  constraints.count(members->size(), place, 1, most, [&] { return ops::render_repeated(shape, members->size()); });
  for (std::size_t i = 0; i < members->size(); ++i) {
    const Member& one = (*members)[i];
    const ops::RequestPlace at = ops::RequestPlace::element(place, i);
    constrain_statement(constraints, one.statement, ops::RequestPlace(at, "statement"));
    constrain_parameters(constraints, one.parameters, ops::RequestPlace(at, "parameters"));
    constraints.one_of(one.return_values_on_condition_check_failure,
                       ops::RequestPlace(at, "returnValuesOnConditionCheckFailure"));
  }
}

bool wants_old(const OptionalEnum<ReturnValuesOnConditionCheckFailure>& given) {
  return ops::value_or(given, ReturnValuesOnConditionCheckFailure::None) == ReturnValuesOnConditionCheckFailure::AllOld;
}

unexpected<StatementError> refuse(std::string text) {
  return unexpected(StatementError{Error{ErrorCode::ValidationException, std::move(text)}, false});
}

Result<void> bind_parts(PreparedStatement& prepared) {
  const Statement& statement = *prepared.statement;
  if (statement.kind == Statement::Kind::Insert) {
    PARTITA_TRY_VALUE(item, bind_value(statement.item, *prepared.parameters));
    if (!item.is(AttributeType::M)) return invalid("Unsupported data type under root " + statement.item.place.text());
    prepared.item = std::move(item.m());
  }
  if (statement.kind == Statement::Kind::Update) {
    PARTITA_TRY_VALUE(update, bind_update(statement.clauses, *prepared.parameters));
    prepared.update = std::move(update);
  }
  const bool often_unneeded = statement.kind == Statement::Kind::Select && statement.equalities;
  if (!often_unneeded) PARTITA_TRY(bind_where(prepared));
  return {};
}

}  // namespace

Result<void> bind_where(PreparedStatement& prepared) {
  if (!prepared.statement->where || prepared.where) return {};
  PARTITA_TRY_VALUE(where, bind_condition(*prepared.statement->where, *prepared.parameters));
  prepared.where = std::make_shared<const expr::ConditionNode>(std::move(where));
  return {};
}

expected<PreparedStatement, StatementError> prepare_statement(const std::string& text,
                                                              const OptionalList<AttributeValue>& parameters,
                                                              KeepTree keep) {
  static const Parameters kNone;
  auto statement = keep == KeepTree::Yes ? cached_statement(text) : statement_to_look_at(text);
  if (!statement) return refuse(std::move(statement.error()));
  PreparedStatement prepared;
  prepared.statement = *std::move(statement);
  prepared.parameters = parameters ? &*parameters : &kNone;
  if (auto checked = check_values(*prepared.statement, *prepared.parameters); !checked)
    return unexpected(StatementError{std::move(checked.error().error), checked.error().of_parameter});
  if (!prepared.statement->fault.empty()) return refuse(prepared.statement->fault);
  if (auto bound = bind_parts(prepared); !bound) return unexpected(StatementError{std::move(bound.error()), false});
  return prepared;
}

Result<PreparedExecute> prepare(const ExecuteStatementRequest& request) {
  Constraints constraints;
  constraints.one_of(request.return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
  constraints.at_least(request.limit, "limit", 1);
  constrain_statement(constraints, request.statement, "statement");
  if (request.next_token) constraints.length(*request.next_token, "nextToken", 1, limits::kNextTokenBytes);
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constrain_parameters(constraints, request.parameters, "parameters");
  PARTITA_TRY(constraints.finish());

  auto statement = prepare_statement(*request.statement, request.parameters);
  if (!statement) return unexpected(std::move(statement.error().error));
  if (statement->kind() == Statement::Kind::Exists) return invalid(unsupported_operation("Exists"));
  PreparedExecute prepared{*std::move(statement), std::nullopt, nullptr, ReturnConsumedCapacity::None};
  prepared.statement.consistent = request.consistent_read.value_or(false);
  prepared.statement.old_on_condition_failure = wants_old(request.return_values_on_condition_check_failure);
  if (request.limit) prepared.limit = static_cast<std::uint64_t>(*request.limit);
  if (request.next_token) prepared.next_token = &*request.next_token;
  if (request.next_token && !prepared.statement.statement->reads())
    return invalid("NextToken is only valid on a SELECT statement");
  prepared.capacity = ops::value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  return prepared;
}

Result<PreparedBatchExecute> prepare(const BatchExecuteStatementRequest& request) {
  Constraints constraints;
  constrain_members(constraints, request.statements, "statements", limits::kBatchStatements, "BatchStatementRequest");
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  PARTITA_TRY(constraints.finish());

  PreparedBatchExecute prepared;
  bool reads = false, writes = false;
  for (const BatchStatementRequest& member : *request.statements) {
    auto statement = prepare_statement(*member.statement, member.parameters);
    if (statement && statement->kind() == Statement::Kind::Exists) statement = refuse(unsupported_operation("Exists"));
    if (statement) {
      statement->consistent = member.consistent_read.value_or(false);
      statement->old_on_condition_failure = wants_old(member.return_values_on_condition_check_failure);
      (statement->statement->reads() ? reads : writes) = true;
    }
    prepared.members.push_back(std::move(statement));
  }
  if (reads && writes) return invalid("Read and write requests together in the same batch is not supported.");
  prepared.capacity = ops::value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  return prepared;
}

Error in_transaction(std::size_t index, Error error) {
  if (error.code == ErrorCode::ValidationException)
    error.message = "Validation failed in TransactStatements[" + std::to_string(index) + "]: " + error.message;
  return error;
}

Result<PreparedTransaction> prepare(const ExecuteTransactionRequest& request) {
  Constraints constraints;
  constrain_members(constraints, request.transact_statements, "transactStatements", limits::kTransactionItems,
                    "ParameterizedStatement");
  if (request.client_request_token)
    constraints.length(*request.client_request_token, "clientRequestToken", 1, limits::kClientRequestTokenBytes);
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  PARTITA_TRY(constraints.finish());

  PreparedTransaction prepared;
  const auto& statements = *request.transact_statements;
  bool writes = false;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    auto statement = prepare_statement(*statements[i].statement, statements[i].parameters);
    if (!statement) {
      StatementError& failed = statement.error();
      return unexpected(failed.of_parameter ? std::move(failed.error) : in_transaction(i, std::move(failed.error)));
    }
    if (statement->statement->returning)
      return unexpected(in_transaction(
          i, Error{ErrorCode::ValidationException, "RETURNING clause is not supported in ExecuteTransaction."}));
    statement->old_on_condition_failure = wants_old(statements[i].return_values_on_condition_check_failure);
    (statement->statement->reads() ? prepared.reads : writes) = true;
    prepared.members.push_back(*std::move(statement));
  }
  if (prepared.reads && writes)
    return invalid("ExecuteTransaction API does not support both read and write operations in the same request.");
  prepared.capacity = ops::value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  return prepared;
}

}  // namespace partita::partiql
