#include "client/connect.h"

#include <charconv>

#include "base/try.h"
#include "client/account_endpoint.h"
#include "client/credentials/container.h"
#include "client/credentials/environment.h"
#include "client/credentials/imds.h"
#include "client/credentials/profile.h"
#include "client/http/curl.h"
#include "client/log_sink.h"
#include "client/remote_database.h"

namespace partita::client {
namespace {

constexpr int kDefaultAttempts = 4;
constexpr const char* kLocalRegion = "us-east-1";

}  // namespace

std::optional<std::string> first_of(const Environment& environment, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (auto value = environment(name)) return value;
  return std::nullopt;
}

std::optional<std::string> configured_region(const ConnectOptions& options, const Environment& environment) {
  if (!options.region.empty()) return options.region;
  if (auto region = first_of(environment, {"AWS_REGION", "AWS_DEFAULT_REGION"})) return region;
  const Profile profile = load_profile(options.profile, environment);
  const auto found = profile.settings.find("region");
  if (found == profile.settings.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

std::unique_ptr<RefreshingCredentials> find_credentials(const Endpoint& endpoint, const ConnectOptions& options,
                                                        const ClientDependencies& dependencies, const base::Log& log) {
  if (options.credentials) return std::make_unique<RefreshingCredentials>(*options.credentials);
  const Environment environment = dependencies.environment;
  std::vector<CredentialsSource> sources;
  if (options.profile.empty()) sources.push_back([=] { return credentials_from(environment); });
  const bool may_be_dummy = endpoint.loopback && options.profile.empty();
  const bool names_file = environment("AWS_SHARED_CREDENTIALS_FILE").has_value();
  if (!may_be_dummy || names_file)
    sources.push_back([=, name = options.profile] { return credentials_from(load_profile(name, environment)); });
  if (may_be_dummy) sources.push_back([] { return FoundCredentials{{"local", "local"}}; });
  if (!endpoint.loopback) {
    sources.push_back([=] { return credentials_from_container(environment); });
    sources.push_back([=] { return credentials_from_instance(environment); });
  }
  // The environment's keys and dummy keys are found at once, so they need no thread.
  if (options.profile.empty())
    if (const auto found = may_be_dummy && !names_file ? chain(sources)() : sources.front()(); found && *found)
      return std::make_unique<RefreshingCredentials>((*found)->credentials);
  return std::make_unique<RefreshingCredentials>(chain(std::move(sources)), dependencies.clock, log);
}

namespace {

unexpected<Error> no_region() {
  return invalid("No region is known: name it in the options, in AWS_REGION or in the profile's \"region\"");
}

// The URL that the program or the environment names, if one does.
std::optional<std::string> named_endpoint(const std::string& given, const Environment& environment) {
  if (!given.empty()) return given;
  return first_of(environment, {"AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL"});
}

Result<Endpoint> find_endpoint(const std::optional<std::string>& named, const ConnectOptions& options,
                               const Environment& environment) {
  if (named) return parse_endpoint(*named);
  const auto region = configured_region(options, environment);
  if (!region) return no_region();
  return parse_endpoint(amazon_endpoint(*region));
}

Result<std::string> find_region(const Endpoint& endpoint, const ConnectOptions& options,
                                const Environment& environment) {
  if (options.region.empty() && endpoint.region) return *endpoint.region;
  if (auto region = configured_region(options, environment)) return *std::move(region);
  if (endpoint.loopback) return kLocalRegion;
  return no_region();
}

Result<int> find_max_attempts(const ConnectOptions& options, const Environment& environment) {
  if (options.max_attempts > 0) return options.max_attempts;
  const auto text = environment("AWS_MAX_ATTEMPTS");
  if (!text) return kDefaultAttempts;
  int attempts = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), attempts);
  if (read.ec != std::errc() || read.ptr != text->data() + text->size() || attempts < 1)
    return invalid("AWS_MAX_ATTEMPTS is " + *text + ", which is not a number of attempts");
  return attempts;
}

Result<void> check(const ConnectOptions& options) {
  if (options.max_attempts < 0) return invalid("max_attempts must not be negative");
  if (options.max_connections < 1) return invalid("max_connections must be at least 1");
  if (options.connect_timeout.count() < 1 || options.request_timeout.count() < 1)
    return invalid("connect_timeout and request_timeout must be at least 1 ms");
  if (options.credentials &&
      (options.credentials->access_key_id.empty() || options.credentials->secret_access_key.empty()))
    return invalid("credentials need an access_key_id and a secret_access_key");
  if (options.credentials && options.credentials->account_id && !is_account(*options.credentials->account_id))
    return invalid("the account_id of the credentials is not a number of 12 digits");
  return {};
}

}  // namespace

Result<ConnectionPlace> place_of_connection(const std::string& endpoint, const ConnectOptions& options,
                                            const Environment& environment) {
  PARTITA_TRY_VALUE(where, find_endpoint(named_endpoint(endpoint, environment), options, environment));
  PARTITA_TRY_VALUE(region, find_region(where, options, environment));
  return ConnectionPlace{std::move(where), std::move(region)};
}

Result<std::unique_ptr<Database>> connect(const std::string& endpoint, const ConnectOptions& options,
                                          ClientDependencies dependencies) {
  PARTITA_TRY(check(options));
  PARTITA_TRY(load_curl());
  const Environment& environment = dependencies.environment;
  const auto named = named_endpoint(endpoint, environment);
  PARTITA_TRY_VALUE(where, find_endpoint(named, options, environment));
  PARTITA_TRY_VALUE(region, find_region(where, options, environment));
  PARTITA_TRY_VALUE(max_attempts, find_max_attempts(options, environment));

  CallerSettings settings;
  if (!named) {
    PARTITA_TRY_VALUE(mode, find_account_endpoints(region, options, environment));
    settings.account_endpoints = mode;
  }
  settings.log = make_log(options.log);
  auto credentials = find_credentials(where, options, dependencies, settings.log);
  settings.endpoint = std::move(where);
  settings.region = std::move(region);
  settings.ca_bundle = options.ca_bundle.empty() ? environment("AWS_CA_BUNDLE").value_or("") : options.ca_bundle;
  settings.connect_timeout = options.connect_timeout;
  settings.request_timeout = options.request_timeout;
  settings.max_attempts = max_attempts;
  settings.max_connections = options.max_connections;
  settings.accept_gzip = options.accept_gzip;
  return std::make_unique<RemoteDatabase>(
      std::make_unique<RemoteCaller>(std::move(settings), std::move(credentials), std::move(dependencies)));
}

}  // namespace partita::client

namespace partita {

Result<std::unique_ptr<Database>> connect(const std::string& endpoint, ConnectOptions options) {
  return client::connect(endpoint, options, {});
}

}  // namespace partita
