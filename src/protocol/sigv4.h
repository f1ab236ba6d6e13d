// AWS Signature Version 4, both directions. Source: "AWS Signature Version 4 for API requests", IAM user guide.
#pragma once

#include <partita/credentials.h>
#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::protocol {

using partita::Credentials;

using Headers = std::vector<std::pair<std::string, std::string>>;

struct SigningRequest {
  std::string method = "POST";
  std::string path = "/";
  std::string query;  // canonical: sorted, encoded
  Headers headers;    // to be signed; must hold Host
  std::string_view body;
  std::string region;
  std::string service = "dynamodb";
  std::int64_t now_ms = 0;  // since the epoch
};
// The headers to add: X-Amz-Date, Authorization and, with a session token, X-Amz-Security-Token.
Headers sign(const SigningRequest& request, const Credentials& credentials);

// What a request claims in its Authorization header, or in the query of a presigned URL.
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

// Where a request may carry its signature.
struct SignatureParts {
  std::optional<std::string_view> authorization;  // the header
  std::string_view query;                         // of the URL, without '?'
  bool has_date = false;                          // an X-Amz-Date or a Date header is there
};
// The checks of form that the service makes before it looks at the signature itself, in its order.
// Errors: InvalidSignatureException where header and query both sign; else as parse_authorization.
Result<Authorization> parse_signature(const SignatureParts& parts);

}  // namespace partita::protocol
