// AWS Signature Version 4, both directions. Source: "AWS Signature Version 4 for API requests", IAM user guide.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::protocol {

struct Credentials {
  std::string access_key_id;
  std::string secret_access_key;
  std::optional<std::string> session_token;
};

using Headers = std::vector<std::pair<std::string, std::string>>;

struct SigningRequest {
  std::string method = "POST";
  std::string path = "/";
  std::string query;        // canonical: sorted, encoded
  Headers headers;          // to be signed; must hold Host
  std::string_view body;
  std::string region;
  std::string service = "dynamodb";
  std::int64_t now_ms = 0;  // since the epoch
};
// The headers to add: X-Amz-Date, Authorization and, with a session token, X-Amz-Security-Token.
Headers sign(const SigningRequest& request, const Credentials& credentials);

// What an Authorization header claims.
struct Authorization {
  std::string access_key_id;
  std::string date;  // YYYYMMDD
  std::string region;
  std::string service;
  std::string signed_headers;
  std::string signature;
};
// Errors: MissingAuthenticationTokenException, IncompleteSignatureException, with the service's texts.
Result<Authorization> parse_authorization(std::string_view header);

}  // namespace partita::protocol
