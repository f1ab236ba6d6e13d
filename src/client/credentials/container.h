// Credentials from the container that this process runs in (ECS, EKS, Greengrass).
#pragma once

#include "client/credentials/source.h"
#include "client/dependencies.h"

namespace partita::client {

// Queries AWS_CONTAINER_CREDENTIALS_RELATIVE_URI of the ECS agent, or AWS_CONTAINER_CREDENTIALS_FULL_URI if the first
// is not set. The Authorization header has the text of AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE or
// AWS_CONTAINER_AUTHORIZATION_TOKEN. Errors: a full URI that is neither https nor a host to which a token may be sent
// unencrypted, no answer, or an answer without credentials.
CredentialsResult credentials_from_container(const Environment& environment);

// Whether the URL's host may be queried without encryption. Only loopback and the addresses of the ECS and EKS agents
// may.
bool may_use_plain_http(const std::string& url);

}  // namespace partita::client
