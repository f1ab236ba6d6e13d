#include "client/remote_database.h"

#include <cstdlib>

#include "client/http_connection.h"
#include "protocol/codec.h"

namespace partita::client {
namespace {

constexpr std::string_view kTargetPrefix = "DynamoDB_20120810.";
constexpr int kOk = 200;

std::int64_t milliseconds_since_epoch() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

class RemoteDatabase final : public Database {
 public:
  RemoteDatabase(const Endpoint& endpoint, const RemoteOptions& options, protocol::Credentials credentials)
      : host_(endpoint.host),
        region_(options.region),
        credentials_(std::move(credentials)),
        connection_(endpoint, options.connect_timeout, options.request_timeout) {}

#define PARTITA_OPERATION(function, Name)                                               \
  Result<Name##Response> function(Name##Request request) override {                    \
    return call<Name##Response>(#Name, request);                                        \
  }                                                                                     \
  void function(Name##Request request, Completion<Name##Response> done) override {      \
    done(call<Name##Response>(#Name, request));                                         \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  template <class Response, class Request>
  Result<Response> call(std::string_view operation, const Request& request) {
    std::string body;
    protocol::encode_request(request, body);
    auto answer = connection_.post(signed_headers(operation, body), body);
    if (!answer) return tl::unexpected(std::move(answer.error()));
    if (answer->status != kOk) return tl::unexpected(protocol::decode_error(answer->status, answer->body));
    return protocol::decode_response<Response>(answer->body);
  }

  protocol::Headers signed_headers(std::string_view operation, std::string_view body) const {
    protocol::SigningRequest request;
    request.headers = {{"Host", host_},
                       {"Content-Type", "application/x-amz-json-1.0"},
                       {"X-Amz-Target", std::string(kTargetPrefix).append(operation)}};
    request.body = body;
    request.region = region_;
    request.now_ms = milliseconds_since_epoch();
    protocol::Headers headers = request.headers;
    for (auto& header : protocol::sign(request, credentials_)) headers.push_back(std::move(header));
    return headers;
  }

  const std::string host_;
  const std::string region_;
  const protocol::Credentials credentials_;
  HttpConnection connection_;
};

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

}  // namespace

RemoteOptions options_from_environment(std::string endpoint) {
  RemoteOptions options{.endpoint = std::move(endpoint)};
  for (const char* name : {"AWS_DEFAULT_REGION", "AWS_REGION"})
    if (auto region = environment(name)) options.region = std::move(*region);
  const auto key = environment("AWS_ACCESS_KEY_ID");
  const auto secret = environment("AWS_SECRET_ACCESS_KEY");
  if (key && secret) options.credentials = protocol::Credentials{*key, *secret, environment("AWS_SESSION_TOKEN")};
  return options;
}

Result<std::unique_ptr<Database>> connect(const RemoteOptions& options) {
  const auto endpoint = parse_endpoint(options.endpoint);
  if (!endpoint) return tl::unexpected(endpoint.error());
  if (!options.credentials && !endpoint->loopback)
    return invalid("The endpoint " + options.endpoint +
                   " needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  auto credentials = options.credentials.value_or(protocol::Credentials{"local", "local", {}});
  return std::make_unique<RemoteDatabase>(*endpoint, options, std::move(credentials));
}

}  // namespace partita::client
