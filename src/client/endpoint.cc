#include "client/endpoint.h"

#include "base/text.h"
#include "client/http/url.h"

namespace partita::client {
namespace {

// Finds the region in dynamodb.<region>.amazonaws.com, dynamodb-fips.<region>... or <account>.ddb.<region>...
std::optional<std::string> region_in(std::string_view host) {
  for (const std::string_view ending : {".amazonaws.com", ".amazonaws.com.cn"})
    if (host.ends_with(ending)) {
      host.remove_suffix(ending.size());
      const auto dot = host.rfind('.');
      if (dot == host.npos) return std::nullopt;
      return std::string(host.substr(dot + 1));
    }
  return std::nullopt;
}

// The host of streams beside a host of Amazon's. Source: "Amazon DynamoDB endpoints and quotas" of the AWS General
// Reference. A host of an account has no such host of its own.
std::string amazon_stream_host(const std::string& host) {
  if (host.starts_with("streams.")) return host;
  const auto account_end = host.find(".ddb.");
  if (account_end == host.npos) return "streams." + host;
  return "streams.dynamodb." + host.substr(account_end + std::string_view(".ddb.").size());
}

}  // namespace

Result<Endpoint> parse_endpoint(const std::string& text) {
  const Url url(text);
  const auto refuse = [&](const char* why) { return invalid("The endpoint " + text + " " + why); };
  if (!url.valid()) return refuse("is not a URL such as http://127.0.0.1:8000");
  const std::string scheme = url.scheme();
  if (scheme != "http" && scheme != "https") return refuse("is neither http nor https");
  if (const std::string path = url.path(); !path.empty() && path != "/") return refuse("must not have a path");
  if (!url.user().empty() || !url.query().empty()) return refuse("must not have a user or a query");

  const std::string name = url.host();
  const std::string port = url.port();
  const bool usual_port = port.empty() || port == (scheme == "http" ? "80" : "443");
  Endpoint endpoint;
  endpoint.host = usual_port ? name : name + ":" + port;
  endpoint.url = scheme + "://" + endpoint.host + "/";
  endpoint.loopback = is_loopback(name);
  endpoint.region = region_in(name);
  endpoint.stream_host = endpoint.region ? amazon_stream_host(endpoint.host) : endpoint.host;
  endpoint.stream_url = scheme + "://" + endpoint.stream_host + "/";
  return endpoint;
}

bool is_amazon_host(std::string_view host) {
  std::string name = base::lower(host.substr(0, host.rfind(':')));
  if (name.ends_with('.')) name.pop_back();  // the root of all names, which may be written
  for (const std::string_view ending :
       {".amazonaws.com", ".amazonaws.com.cn", ".api.aws", ".api.amazonwebservices.com.cn", ".amazonaws.eu"})
    if (name.ends_with(ending)) return true;
  return false;
}

std::string amazon_endpoint(const std::string& region) {
  return "https://dynamodb." + region + (region.starts_with("cn-") ? ".amazonaws.com.cn" : ".amazonaws.com");
}

}  // namespace partita::client
