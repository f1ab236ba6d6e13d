// Transactions, each sent until it is carried out or refused.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/core/async_operation.h"
#include "model/plan/write_action.h"

namespace partita::model {

// The action that caused the cancellation of a transaction.
struct Cancellation {
  std::size_t action = 0;
  std::string code = {};  // such as "ConditionalCheckFailed"
};

// The action to blame: the first whose condition failed, or else the first that was refused for good, or else the first
// that met another writer. nullopt if the error has no reasons.
std::optional<Cancellation> blamed(const Error& error);

// True if the transaction that failed may succeed later, also because another writer was in its way.
bool may_succeed_later(const Error& error);

// The request of one transaction with these actions and a new token.
TransactWriteItemsRequest transaction_request(const Session& session, const std::vector<WriteAction>& actions);

// Sends the actions as one transaction. Its token makes a repetition harmless, so unknown outcomes, throttling and
// conflicts with other writers are retried with growing delays. `cost` gets the requests and their capacity. `then`
// must hold the operation that owns `caller` and `cost`.
// Errors: the last error of the database, or OutcomeUnknown if the attempts are used up and the last one had no clear
// outcome.
void run_transaction(const RequestSender& caller, Cost& cost, const std::vector<WriteAction>& actions,
                     std::function<void(Result<void>)> then);

}  // namespace partita::model
