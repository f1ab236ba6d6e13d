// TransactionCanceledException: one reason per member, in the order of the request.
#pragma once

#include <partita/error.h>

#include <vector>

namespace partita::engine {

// What stopped one member, as its reason. `item` of the error goes along.
CancellationReason reason_of(const Error& error);
Error cancelled(std::vector<CancellationReason> reasons);

}  // namespace partita::engine
