// Makes the error TransactionCanceledException, which has one reason for each member in the order of the request.
#pragma once

#include <partita/error.h>

#include <vector>

namespace partita::engine {

// The reason of the member that failed with `error`. It also takes the error's `item`.
CancellationReason reason_of(const Error& error);
// `reasons` must have one reason for each member. That of a member without a fault is a default CancellationReason.
Error cancelled(std::vector<CancellationReason> reasons);

}  // namespace partita::engine
