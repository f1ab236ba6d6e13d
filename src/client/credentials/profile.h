// A profile: the settings that the credentials file and the config file have under one name.
#pragma once

#include "client/credentials/profile_file.h"
#include "client/credentials/source.h"
#include "client/dependencies.h"

namespace partita::client {

struct Profile {
  std::string name;
  bool named_by_user = false;  // by the options or by AWS_PROFILE; otherwise the profile "default" need not exist
  bool exists = false;
  Settings settings;  // those of the credentials file win over those of the config file
};

// Reads both files. `wanted` is the name in the options, or empty.
Profile load_profile(const std::string& wanted, const Environment& environment);

// The profile's keys, or the answer of its credential_process. Errors: the user named a profile that does not exist, a
// key without its other half, or a way to get credentials that is not supported (role_arn, sso_session, sso_start_url,
// web_identity_token_file).
CredentialsResult credentials_from(const Profile& profile);

}  // namespace partita::client
