// Credentials of the role of the EC2 instance that this process runs on, from version 2 of its metadata service.
#pragma once

#include "client/credentials/source.h"
#include "client/dependencies.h"

namespace partita::client {

// Returns nullopt if AWS_EC2_METADATA_DISABLED is "true", if no metadata service answers within a second (because this
// is not an EC2 instance), or if the instance has no role. Errors: the service answers without credentials.
CredentialsResult credentials_from_instance(const Environment& environment);

}  // namespace partita::client
