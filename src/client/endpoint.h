// Endpoint: the parts of an endpoint's URL.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>

namespace partita::client {

struct Endpoint {
  std::string url;   // scheme, host and port, with the path "/"
  std::string host;  // the Host header, which has the port unless it is the scheme's default
  // The same for the operations of streams. Amazon has another host for them.
  std::string stream_url;
  std::string stream_host;
  bool loopback = false;
  std::optional<std::string> region;  // set for a host of Amazon's, because its name contains the region
};

// Splits a URL such as http://127.0.0.1:8000. Errors: ValidationException, whose message names the fault in `text`.
Result<Endpoint> parse_endpoint(const std::string& text);

// Whether the host, which may have a port, belongs to Amazon Web Services.
bool is_amazon_host(std::string_view host);

// The URL of Amazon DynamoDB in `region`.
std::string amazon_endpoint(const std::string& region);

}  // namespace partita::client
