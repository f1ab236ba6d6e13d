// Credentials that a command prints: a profile's credential_process.
#pragma once

#include "client/credentials/source.h"

namespace partita::client {

// Runs `command` with the shell and waits for its end. Errors: it fails, or prints something else than version 1 of the
// credentials' JSON. Its output is in no message: it may hold secrets.
CredentialsResult credentials_of_process(const std::string& command);

}  // namespace partita::client
