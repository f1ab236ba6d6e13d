// Credentials of the role of the EC2 instance that this runs on, by version 2 of its metadata service.
#pragma once

#include "client/credentials/source.h"
#include "client/surroundings.h"

namespace partita::client {

// Nothing where AWS_EC2_METADATA_DISABLED is "true", where no metadata service answers within a second (this is no
// instance) and where the instance has no role. Errors: the service answers, but no credentials.
CredentialsResult credentials_from_instance(const Environment& environment);

}  // namespace partita::client
