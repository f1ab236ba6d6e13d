// Endpoint: what an endpoint's URL says.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>

namespace partita::client {

struct Endpoint {
  std::string url;   // scheme, host and port, with "/" for a path
  std::string host;  // as the Host header has it: with the port unless it is the scheme's own
  bool loopback = false;
  std::optional<std::string> region;  // where it is one of Amazon's, which name their region
};

// Errors: ValidationException; the message says what is wrong with the text.
Result<Endpoint> parse_endpoint(const std::string& text);

// Amazon DynamoDB in `region`.
std::string amazon_endpoint(const std::string& region);

}  // namespace partita::client
