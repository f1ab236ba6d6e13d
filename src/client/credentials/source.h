// Where credentials can come from. A source is asked on a thread that may wait.
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
  std::optional<std::int64_t> expires_ms = {};  // since the epoch; absent: never
};

// Nothing where the source is not configured; an error, whose message says what is wrong, where it is and fails.
using CredentialsResult = Result<std::optional<FoundCredentials>>;
using CredentialsSource = std::function<CredentialsResult()>;

// All errors of sources have this form.
unexpected<Error> no_credentials(std::string why);

// The first of `sources` that is configured. Errors: its; MissingAuthenticationTokenException where none is.
CredentialsSource chain(std::vector<CredentialsSource> sources);

// From the JSON that containers, EC2 instances and credential processes answer. `origin` begins an error's message.
CredentialsResult read_credentials(std::string_view json, const std::string& origin);

}  // namespace partita::client
