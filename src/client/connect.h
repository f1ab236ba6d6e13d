// partita::connect with an injected clock, environment and jitter.
#pragma once

#include <partita/connect.h>

#include <initializer_list>

#include "client/credentials/refreshing.h"
#include "client/dependencies.h"
#include "client/endpoint.h"

namespace partita::client {

// Like partita::connect, with the same errors.
Result<std::unique_ptr<Database>> connect(const std::string& endpoint, const ConnectOptions& options,
                                          ClientDependencies dependencies);

// The region of the options, the environment or the profile, or nullopt if they name no region.
std::optional<std::string> configured_region(const ConnectOptions& options, const Environment& environment);
// The credentials of the options, or of the sources that ConnectOptions names for such an endpoint.
std::unique_ptr<RefreshingCredentials> find_credentials(const Endpoint& endpoint, const ConnectOptions& options,
                                                        const ClientDependencies& dependencies, const base::Log& log);
// The value of the first of these variables that is set, or nullopt.
std::optional<std::string> first_of(const Environment& environment, std::initializer_list<const char*> names);

// What partita::connect connects to.
struct ConnectionPlace {
  Endpoint endpoint;
  std::string region;  // for which requests are signed
};
// Errors: those of partita::connect about the endpoint and the region.
Result<ConnectionPlace> place_of_connection(const std::string& endpoint, const ConnectOptions& options,
                                            const Environment& environment);

}  // namespace partita::client
