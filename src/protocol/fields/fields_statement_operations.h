// The wire names of the requests and responses of PartiQL.
#pragma once

#include <partita/statement_operations.h>

#include "protocol/fields.h"
#include "value/limits.h"

namespace partita::protocol {

template <class V, Is<ExecuteStatementRequest> T>
void fields(V& v, T& of) {
  v("Statement", of.statement);
  v("Parameters", of.parameters);
  v("ConsistentRead", of.consistent_read);
  v("NextToken", of.next_token);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
  v("Limit", of.limit);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <class V, Is<ExecuteStatementResponse> T>
void fields(V& v, T& of) {
  v("Items", of.items);
  v("NextToken", of.next_token);
  v("LastEvaluatedKey", of.last_evaluated_key);
  v("ConsumedCapacity", of.consumed_capacity);
}

template <>
inline constexpr std::string_view kClassName<BatchStatementRequest> = "BatchStatementRequest";
template <class V, Is<BatchStatementRequest> T>
void fields(V& v, T& of) {
  v("Statement", of.statement);
  v("Parameters", of.parameters);
  v("ConsistentRead", of.consistent_read);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <class V, Is<BatchExecuteStatementRequest> T>
void fields(V& v, T& of) {
  v("Statements", of.statements, AtMost{limits::kBatchStatements});
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
}

template <>
inline constexpr std::string_view kClassName<BatchStatementError> = "BatchStatementError";
template <class V, Is<BatchStatementError> T>
void fields(V& v, T& of) {
  v("Code", of.code);
  v("Message", of.message);
  v("Item", of.item);
}

template <>
inline constexpr std::string_view kClassName<BatchStatementResponse> = "BatchStatementResponse";
template <class V, Is<BatchStatementResponse> T>
void fields(V& v, T& of) {
  v("Error", of.error);
  v("TableName", of.table_name);
  v("Item", of.item);
}

template <class V, Is<BatchExecuteStatementResponse> T>
void fields(V& v, T& of) {
  v("Responses", of.responses);
  v("ConsumedCapacity", of.consumed_capacity);
}

template <>
inline constexpr std::string_view kClassName<ParameterizedStatement> = "ParameterizedStatement";
template <class V, Is<ParameterizedStatement> T>
void fields(V& v, T& of) {
  v("Statement", of.statement);
  v("Parameters", of.parameters);
  v("ReturnValuesOnConditionCheckFailure", of.return_values_on_condition_check_failure);
}

template <class V, Is<ExecuteTransactionRequest> T>
void fields(V& v, T& of) {
  v("TransactStatements", of.transact_statements, AtMost{limits::kTransactionItems});
  v("ClientRequestToken", of.client_request_token);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
}

template <class V, Is<ExecuteTransactionResponse> T>
void fields(V& v, T& of) {
  v("Responses", of.responses);
  v("ConsumedCapacity", of.consumed_capacity);
}

}  // namespace partita::protocol
