// A profile: the settings that the credentials file and the config file have under one name.
#pragma once

#include "client/credentials/profile_file.h"
#include "client/credentials/source.h"
#include "client/surroundings.h"

namespace partita::client {

struct Profile {
  std::string name;
  bool named_by_user = false;  // in the options or by AWS_PROFILE; the "default" profile need not exist
  bool exists = false;
  Settings settings;  // the credentials file's before the config file's
};

// Reads the files anew. `wanted`: the name in the options, or empty.
Profile load_profile(const std::string& wanted, const Environment& environment);

// Its keys, or what its credential_process answers. Errors: a profile that the user named and that does not exist; half
// a key; a way to get credentials that is not supported (role_arn, sso_session, web_identity_token_file).
CredentialsResult credentials_from(const Profile& profile);

}  // namespace partita::client
