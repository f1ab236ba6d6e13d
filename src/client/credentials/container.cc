#include "client/credentials/container.h"

#include <fstream>
#include <iterator>

#include "base/try.h"
#include "client/credentials/metadata.h"
#include "client/http/url.h"

namespace partita::client {
namespace {

constexpr const char* kEcsAgent = "http://169.254.170.2";
constexpr std::chrono::milliseconds kContainerTimeout{5'000};
constexpr int kContainerAttempts = 3;

// The value of the Authorization header, or nullopt if no token is configured.
Result<std::optional<std::string>> token_from(const Environment& environment) {
  auto token = environment("AWS_CONTAINER_AUTHORIZATION_TOKEN");
  if (const auto path = environment("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")) {
    std::ifstream file(*path, std::ios::binary);
    token = std::string(std::istreambuf_iterator<char>(file), {});
    while (token->ends_with('\n') || token->ends_with('\r')) token->pop_back();
    if (token->empty()) return no_credentials("The file " + *path + " holds no token or cannot be read");
  }
  if (token && token->find_first_of("\r\n") != token->npos)
    return no_credentials("The container's authorization token has more than one line");
  return token;
}

}  // namespace

bool may_use_plain_http(const std::string& url) {
  const std::string host = Url(url).host();
  return is_loopback(host) || host == "169.254.170.2" || host == "169.254.170.23" || host == "[fd00:ec2::23]";
}

CredentialsResult credentials_from_container(const Environment& environment) {
  const auto relative = environment("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
  const auto full = environment("AWS_CONTAINER_CREDENTIALS_FULL_URI");
  if (!relative && !full) return std::nullopt;
  const std::string url = relative ? kEcsAgent + *relative : *full;
  if (!url.starts_with("https://") && !may_use_plain_http(url))
    return no_credentials("AWS_CONTAINER_CREDENTIALS_FULL_URI is " + url +
                          ", which is neither https nor loopback nor a container agent's address");
  PARTITA_TRY_VALUE(token, token_from(environment));

  MetadataRequest request{.url = url, .timeout = kContainerTimeout, .attempts = kContainerAttempts};
  if (token) request.headers.emplace_back("Authorization", *token);
  const auto answer = ask(request);
  if (!answer) return no_credentials("The container's " + url + " " + answer.error());
  return read_credentials(*answer, "The container's " + url);
}

}  // namespace partita::client
