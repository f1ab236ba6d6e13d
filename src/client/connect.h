// partita::connect with an injected clock, environment and jitter.
#pragma once

#include <partita/connect.h>

#include "client/dependencies.h"
#include "client/endpoint.h"

namespace partita::client {

// Like partita::connect, with the same errors.
Result<std::unique_ptr<Database>> connect(const std::string& endpoint, const ConnectOptions& options,
                                          ClientDependencies dependencies);

// What partita::connect connects to.
struct ConnectionPlace {
  Endpoint endpoint;
  std::string region;  // for which requests are signed
};
// Errors: those of partita::connect about the endpoint and the region.
Result<ConnectionPlace> place_of_connection(const std::string& endpoint, const ConnectOptions& options,
                                            const Environment& environment);

}  // namespace partita::client
