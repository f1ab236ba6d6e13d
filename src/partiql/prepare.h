// Checks the requests of PartiQL as far as that needs no table, in the service's order. The engine decides what a
// statement reads or writes, because this depends on the table's keys.
#pragma once

#include <partita/error.h>
#include <partita/statement_operations.h>

#include <memory>
#include <optional>
#include <vector>

#include "expr/bind/condition_node.h"
#include "expr/update.h"
#include "partiql/bind.h"
#include "partiql/syntax.h"

namespace partita::partiql {

// A statement with its parameters. It points into its request, which must outlive it.
struct PreparedStatement {
  std::shared_ptr<const Statement> statement;
  const Parameters* parameters = nullptr;
  // The bound WHERE clause. It is absent if there is none, or if the clause is nothing but equalities and the statement
  // a SELECT, which the engine can often carry out without it (bound_where()).
  std::shared_ptr<const expr::ConditionNode> where;
  std::optional<expr::Update> update;
  std::optional<AttributeMap> item;  // of Insert
  bool consistent = false;
  bool old_on_condition_failure = false;

  using Kind = Statement::Kind;
  Kind kind() const { return statement->kind; }
};

// Binds the WHERE clause of a statement whose `where` was left out. Errors: ValidationException.
Result<void> bind_where(PreparedStatement& prepared);

// The error of a statement. The operations on several statements add words to some errors.
struct StatementError {
  Error error;
  bool of_parameter = false;  // a parameter's value is wrong; no words are added to this
};

// Whether the cache of trees keeps a new one. It must not if the statement may yet be refused for lack of a permission.
enum class KeepTree : std::uint8_t { No, Yes };
// Parses and binds one statement. The optional members are those of the request or of a member of it. Errors:
// ValidationException.
expected<PreparedStatement, StatementError> prepare_statement(const std::string& text,
                                                              const OptionalList<AttributeValue>& parameters,
                                                              KeepTree keep = KeepTree::Yes);

struct PreparedExecute {
  PreparedStatement statement;
  std::optional<std::uint64_t> limit;
  const std::string* next_token = nullptr;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
};
Result<PreparedExecute> prepare(const ExecuteStatementRequest& request);

// A member that could not be prepared has an error, and the others are carried out.
struct PreparedBatchExecute {
  std::vector<expected<PreparedStatement, StatementError>> members;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
};
Result<PreparedBatchExecute> prepare(const BatchExecuteStatementRequest& request);

struct PreparedTransaction {
  std::vector<PreparedStatement> members;
  bool reads = false;  // all members are SELECTs
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
};
Result<PreparedTransaction> prepare(const ExecuteTransactionRequest& request);

// The error of the member at `index` of an ExecuteTransaction.
Error in_transaction(std::size_t index, Error error);

}  // namespace partita::partiql
