// A transaction, sent until it is carried out or refused.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/caller.h"
#include "model/write_action.h"

namespace partita::model {

// Where the outcome of a cancelled transaction comes from.
struct Cancellation {
  std::size_t action = 0;
  std::string code = {};  // "ConditionalCheckFailed", ...
};

// The member to blame: the first whose condition failed, or else the first that was refused for good, or else the first
// that met another writer. nullopt: the error has no reasons.
std::optional<Cancellation> blamed(const Error& error);

// A random token for ClientRequestToken; random text for write ids.
std::string random_id(const Session& session);

// The actions as one transaction with a token of its own.
TransactWriteItemsRequest transaction_request(const Session& session, const std::vector<WriteAction>& actions);

// Sends the actions as one transaction with a token of its own, which makes repetition harmless: an unknown outcome,
// throttling and conflicts with other writers are retried with growing delays. The requests and their capacity are
// added to `cost`. Errors: the database's last one; OutcomeUnknown where the attempts were used up without an answer.
// `caller` and `cost` belong to the operation that `then` holds.
void run_transaction(const Caller& caller, Cost& cost, const std::vector<WriteAction>& actions,
                     std::function<void(Result<void>)> then);

}  // namespace partita::model
