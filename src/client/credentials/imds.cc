#include "client/credentials/imds.h"

#include "base/text.h"
#include "client/credentials/metadata.h"

namespace partita::client {
namespace {

constexpr const char* kService = "http://169.254.169.254";
constexpr const char* kServiceIpv6 = "http://[fd00:ec2::254]";
constexpr const char* kRoles = "/latest/meta-data/iam/security-credentials/";
constexpr const char* kTokenSeconds = "21600";
constexpr std::chrono::milliseconds kImdsTimeout{1'000};
constexpr int kImdsAttempts = 3;

std::string service(const Environment& environment) {
  std::string url = base::lower(environment("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE").value_or("")) == "ipv6"
                        ? kServiceIpv6
                        : kService;
  if (auto given = environment("AWS_EC2_METADATA_SERVICE_ENDPOINT")) url = *std::move(given);
  while (url.ends_with('/')) url.pop_back();
  return url;
}

}  // namespace

CredentialsResult credentials_from_instance(const Environment& environment) {
  if (base::lower(environment("AWS_EC2_METADATA_DISABLED").value_or("")) == "true") return std::nullopt;
  const std::string url = service(environment);
  const auto token = ask({.method = "PUT",
                          .url = url + "/latest/api/token",
                          .headers = {{"X-aws-ec2-metadata-token-ttl-seconds", kTokenSeconds}},
                          .timeout = kImdsTimeout});
  if (!token) return std::nullopt;

  MetadataRequest request{.url = url + kRoles,
                          .headers = {{"X-aws-ec2-metadata-token", *token}},
                          .timeout = kImdsTimeout,
                          .attempts = kImdsAttempts};
  const auto roles = ask(request);
  if (!roles) return std::nullopt;
  const std::string role = roles->substr(0, roles->find_first_of("\r\n"));
  if (role.empty()) return std::nullopt;
  request.url += role;
  const auto answer = ask(request);
  if (!answer) return no_credentials("The metadata service's " + request.url + " " + answer.error());
  return read_credentials(*answer, "The metadata service's " + request.url);
}

}  // namespace partita::client
