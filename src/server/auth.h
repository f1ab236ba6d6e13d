// Whether a request carries credentials, and the service's errors where it does not. Credentials are not verified.
#pragma once

#include <partita/error.h>

#include <optional>

namespace partita::server {

struct Request;

// Looks at the Authorization field, the date fields and the query of the target (a presigned request).
// The error, if any: MissingAuthenticationTokenException, IncompleteSignatureException, InvalidSignatureException.
// Source for the texts: what the service answers, as recorded by dynalite's tests of connections.
std::optional<Error> check_credentials(const Request& request);

}  // namespace partita::server
