#include "client/account_endpoint.h"

#include "client/credentials/profile.h"
#include "client/credentials/source.h"

namespace partita::client {
namespace {

constexpr const char* kModeVariable = "AWS_ACCOUNT_ID_ENDPOINT_MODE";

// Only the regions of the partition "aws" have such endpoints.
bool has_account_endpoints(const std::string& region) {
  for (const char* other : {"cn-", "us-gov-", "us-iso", "eu-isoe-", "eusc-"})
    if (region.starts_with(other)) return false;
  return true;
}

// The mode's text, and where it stands.
std::optional<std::pair<std::string, std::string>> configured_mode(const ConnectOptions& options,
                                                                   const Environment& environment) {
  if (auto text = environment(kModeVariable)) return std::pair(*std::move(text), std::string(kModeVariable));
  const Profile profile = load_profile(options.profile, environment);
  const auto found = profile.settings.find("account_id_endpoint_mode");
  if (found == profile.settings.end() || found->second.empty()) return std::nullopt;
  return std::pair(found->second, "account_id_endpoint_mode of the profile " + profile.name);
}

Result<AccountEndpoints> find_mode(const ConnectOptions& options, const Environment& environment) {
  if (options.account_endpoints) return *options.account_endpoints;
  const auto configured = configured_mode(options, environment);
  if (!configured || configured->first == "preferred") return AccountEndpoints::Preferred;
  if (configured->first == "disabled") return AccountEndpoints::Disabled;
  if (configured->first == "required") return AccountEndpoints::Required;
  return invalid(configured->second + " is " + configured->first + ", and not preferred, disabled or required");
}

}  // namespace

bool is_account(std::string_view text) {
  return text.size() == 12 && text.find_first_not_of("0123456789") == text.npos;
}

Result<AccountEndpoints> find_account_endpoints(const std::string& region, const ConnectOptions& options,
                                                const Environment& environment) {
  auto mode = find_mode(options, environment);
  if (!mode || has_account_endpoints(region)) return mode;
  if (*mode == AccountEndpoints::Required)
    return invalid("Account endpoints are required, and the region " + region + " has none");
  return AccountEndpoints::Disabled;
}

Result<Endpoint> endpoint_of_account(const Endpoint& regional, AccountEndpoints mode, const std::string& region,
                                     const std::optional<std::string>& account) {
  if (mode == AccountEndpoints::Disabled || (!account && mode == AccountEndpoints::Preferred)) return regional;
  if (!account)
    return no_credentials(
        "Account endpoints are required, and the credentials do not tell the account: set AWS_ACCOUNT_ID, the "
        "profile's aws_account_id or Credentials::account_id");
  if (!is_account(*account))
    return no_credentials("The account of the credentials is '" + *account + "', which is not a number of 12 digits");
  Endpoint endpoint = regional;
  endpoint.host = *account + ".ddb." + region + ".amazonaws.com";
  endpoint.url = "https://" + endpoint.host + "/";
  return endpoint;
}

}  // namespace partita::client
