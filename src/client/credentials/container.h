// Credentials from the container that this runs in: ECS, EKS, Greengrass.
#pragma once

#include "client/credentials/source.h"
#include "client/surroundings.h"

namespace partita::client {

// AWS_CONTAINER_CREDENTIALS_RELATIVE_URI, of the ECS agent, before AWS_CONTAINER_CREDENTIALS_FULL_URI; with the text of
// AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE or AWS_CONTAINER_AUTHORIZATION_TOKEN in the Authorization header.
// Errors: a full URI that is neither https nor one of the hosts to which a token may be sent in the open; no answer.
CredentialsResult credentials_from_container(const Environment& environment);

// Loopback, and the addresses of the ECS and EKS agents.
bool may_be_asked_in_the_open(const std::string& url);

}  // namespace partita::client
