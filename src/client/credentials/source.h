// The sources of credentials. A source is queried on a thread that may wait.
#pragma once

#include <partita/credentials.h>
#include <partita/error.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::client {

struct FoundCredentials {
  Credentials credentials;
  std::optional<std::int64_t> expires_ms = {};  // milliseconds since the Unix epoch; if absent, they never expire
};

// nullopt if the source is not configured. If it is configured and fails, the result is an error that tells why.
using CredentialsResult = Result<std::optional<FoundCredentials>>;
using CredentialsSource = std::function<CredentialsResult()>;

// The error of all sources, a MissingAuthenticationTokenException.
unexpected<Error> no_credentials(std::string why);

// The first of `sources` that is configured. Errors: those of that source, or MissingAuthenticationTokenException if
// none is configured.
CredentialsSource chain(std::vector<CredentialsSource> sources);

// Reads the JSON that containers, EC2 instances and credential processes return. An error's message begins with
// `origin`.
CredentialsResult read_credentials(std::string_view json, const std::string& origin);

}  // namespace partita::client
