// Credentials from environment variables.
#pragma once

#include "client/credentials/source.h"
#include "client/dependencies.h"

namespace partita::client {

// Reads AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and AWS_ACCOUNT_ID. Errors: one of the first two is
// set without the other.
CredentialsResult credentials_from(const Environment& environment);

}  // namespace partita::client
