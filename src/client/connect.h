// partita::connect with an injected clock, environment and jitter.
#pragma once

#include <partita/connect.h>

#include "client/dependencies.h"

namespace partita::client {

// Like partita::connect, with the same errors.
Result<std::unique_ptr<Database>> connect(const std::string& endpoint, const ConnectOptions& options,
                                          ClientDependencies dependencies);

}  // namespace partita::client
