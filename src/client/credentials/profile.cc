#include "client/credentials/profile.h"

#include <fstream>
#include <iterator>

#include "client/credentials/process.h"

namespace partita::client {
namespace {

std::string path_of(const char* variable, const char* below_home, const Environment& environment) {
  const std::string home = environment("HOME").value_or("");
  std::string path = environment(variable).value_or(home + below_home);
  if (path.starts_with("~/")) path.replace(0, 1, home);
  return path;
}

std::map<std::string, Settings> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return parse_profile_file(std::string(std::istreambuf_iterator<char>(file), {}));
}

const std::string* setting(const Profile& profile, const char* name) {
  const auto found = profile.settings.find(name);
  return found == profile.settings.end() || found->second.empty() ? nullptr : &found->second;
}

}  // namespace

Profile load_profile(const std::string& wanted, const Environment& environment) {
  Profile profile;
  const auto named = environment("AWS_PROFILE");
  profile.named_by_user = !wanted.empty() || named;
  profile.name = !wanted.empty() ? wanted : named.value_or("default");

  const auto in_credentials = read(path_of("AWS_SHARED_CREDENTIALS_FILE", "/.aws/credentials", environment));
  const auto in_config = read(path_of("AWS_CONFIG_FILE", "/.aws/config", environment));
  const auto add = [&](const std::map<std::string, Settings>& sections, const std::string& section) {
    const auto found = sections.find(section);
    if (found == sections.end()) return;
    profile.exists = true;
    profile.settings.insert(found->second.begin(), found->second.end());
  };
  add(in_credentials, profile.name);
  add(in_config, "profile " + profile.name);
  if (profile.name == "default") add(in_config, "default");
  return profile;
}

CredentialsResult credentials_from(const Profile& profile) {
  const std::string origin = "The profile " + profile.name;
  if (!profile.exists) {
    if (profile.named_by_user) return no_credentials(origin + " is in neither the credentials nor the config file");
    return std::nullopt;
  }
  for (const char* unsupported : {"role_arn", "sso_session", "sso_start_url", "web_identity_token_file"})
    if (setting(profile, unsupported))
      return no_credentials(origin + " has " + unsupported +
                            ", which Partita does not follow; a credential_process such as \"aws configure "
                            "export-credentials --profile " +
                            profile.name + "\" in another profile does");
  const std::string* const key = setting(profile, "aws_access_key_id");
  const std::string* const secret = setting(profile, "aws_secret_access_key");
  if (key && secret) {
    FoundCredentials found{{*key, *secret}};
    if (const std::string* const token = setting(profile, "aws_session_token"))
      found.credentials.session_token = *token;
    if (const std::string* const account = setting(profile, "aws_account_id")) found.credentials.account_id = *account;
    return found;
  }
  if (key || secret) return no_credentials(origin + " has only one of aws_access_key_id and aws_secret_access_key");
  if (const std::string* const command = setting(profile, "credential_process"))
    return credentials_of_process(*command);
  return std::nullopt;
}

}  // namespace partita::client
