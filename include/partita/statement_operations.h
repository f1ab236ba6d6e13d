// Requests and responses of the operations of PartiQL. database_class.h has the contract of each operation with its
// errors. The rules of item_operations.h hold here too. Source: "PartiQL for DynamoDB", developer guide, and the API
// reference.
//
// Members with the same meaning in several structs:
//   statement   Required. The text of one statement, 1 to 8192 characters. Each `?` in it is a parameter.
//   parameters  The values of the parameters, in the order of the text. Absent if the text has none.
//   return_values_on_condition_check_failure  With ALL_OLD the error of an UPDATE or DELETE has the stored item.
#pragma once

#include <partita/item_operations.h>

namespace partita {

// The request of Database::execute_statement.
struct ExecuteStatementRequest {
  OptionalString statement = {};
  OptionalList<AttributeValue> parameters = {};
  OptionalBool consistent_read = {};
  OptionalString next_token = {};  // only for a SELECT: the `next_token` of the page before
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
  OptionalInteger limit = {};  // of the items that are evaluated, at least 1
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// The response of Database::execute_statement.
struct ExecuteStatementResponse {
  std::optional<std::vector<Item>> items = {};  // the items of a SELECT, or what RETURNING asks for
  OptionalString next_token = {};               // absent in the last page
  OptionalItem last_evaluated_key = {};         // the key at which the page ended, absent in the last page
  std::optional<ConsumedCapacity> consumed_capacity = {};
};

// One statement of a batch.
struct BatchStatementRequest {
  OptionalString statement = {};
  OptionalList<AttributeValue> parameters = {};
  OptionalBool consistent_read = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// The request of Database::batch_execute_statement.
struct BatchExecuteStatementRequest {
  OptionalList<BatchStatementRequest> statements = {};  // 1 to 25
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
// The error of one statement of a batch. The codes are ConditionalCheckFailed, ItemCollectionSizeLimitExceeded,
// ValidationError, ResourceNotFound, DuplicateItem, ThrottlingError and InternalServerError.
struct BatchStatementError {
  OptionalString code = {};
  OptionalString message = {};
  std::optional<Item> item = {};
};
// The outcome of one statement of a batch.
struct BatchStatementResponse {
  std::optional<BatchStatementError> error = {};
  OptionalString table_name = {};  // absent if the statement was refused before it ran
  std::optional<Item> item = {};   // the item of a SELECT, or what RETURNING asks for
};
// The response of Database::batch_execute_statement.
struct BatchExecuteStatementResponse {
  std::vector<BatchStatementResponse> responses = {};  // in the order of the statements
  OptionalList<ConsumedCapacity> consumed_capacity = {};
};

// One statement of a transaction.
struct ParameterizedStatement {
  OptionalString statement = {};
  OptionalList<AttributeValue> parameters = {};
  OptionalEnum<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure = {};
};
// The request of Database::execute_transaction.
struct ExecuteTransactionRequest {
  OptionalList<ParameterizedStatement> transact_statements = {};  // 1 to 100
  OptionalString client_request_token = {};                       // 1 to 36 characters
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
// The response of Database::execute_transaction.
struct ExecuteTransactionResponse {
  std::vector<ItemResponse> responses = {};  // one for each SELECT; empty if the statements write
  OptionalList<ConsumedCapacity> consumed_capacity = {};
};

}  // namespace partita
