#include "client/endpoint.h"

#include <curl/curl.h>

#include <memory>

namespace partita::client {
namespace {

// One part of a URL; empty where it has none.
std::string part_of(CURLU* url, CURLUPart which) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, 0) != CURLUE_OK) return {};
  std::string part = text;
  curl_free(text);
  return part;
}

// dynamodb.<region>.amazonaws.com, dynamodb-fips.<region>..., <account>.ddb.<region>...
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

}  // namespace

Result<Endpoint> parse_endpoint(const std::string& text) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url(curl_url(), curl_url_cleanup);
  const auto refuse = [&](const char* why) { return invalid("The endpoint " + text + " " + why); };
  if (curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK)
    return refuse("is not a URL such as http://127.0.0.1:8000");
  const std::string scheme = part_of(url.get(), CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return refuse("is neither http nor https");
  if (const std::string path = part_of(url.get(), CURLUPART_PATH); !path.empty() && path != "/")
    return refuse("must not have a path");
  if (!part_of(url.get(), CURLUPART_USER).empty() || !part_of(url.get(), CURLUPART_QUERY).empty())
    return refuse("must not have a user or a query");

  const std::string name = part_of(url.get(), CURLUPART_HOST);
  const std::string port = part_of(url.get(), CURLUPART_PORT);
  const bool usual_port = port.empty() || port == (scheme == "http" ? "80" : "443");
  Endpoint endpoint;
  endpoint.host = usual_port ? name : name + ":" + port;
  endpoint.url = scheme + "://" + endpoint.host + "/";
  endpoint.loopback = name == "localhost" || name == "[::1]" || name.starts_with("127.");
  endpoint.tls = scheme == "https";
  endpoint.region = region_in(name);
  return endpoint;
}

std::string amazon_endpoint(const std::string& region) {
  return "https://dynamodb." + region + (region.starts_with("cn-") ? ".amazonaws.com.cn" : ".amazonaws.com");
}

}  // namespace partita::client
