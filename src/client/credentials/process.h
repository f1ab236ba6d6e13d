// Credentials that a command prints, which is a profile's credential_process.
#pragma once

#include "client/credentials/source.h"

namespace partita::client {

// Runs `command` with the shell and waits for its end. Errors: it fails, or does not print version 1 of the
// credentials' JSON. No message has its output, because that may hold secrets.
CredentialsResult credentials_of_process(const std::string& command);

}  // namespace partita::client
