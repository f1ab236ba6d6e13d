// AWS Signature Version 4, both signing and the check of a signature's form. The source is "AWS Signature Version 4 for
// API requests" in the IAM user guide.
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
  std::string query;  // in canonical form: sorted and encoded
  Headers headers;    // the headers to be signed, which must include Host
  std::string_view body;
  std::string region;
  std::string service = "dynamodb";
  std::int64_t now_ms = 0;  // milliseconds since the Unix epoch
};
// Returns the headers to add to the request: X-Amz-Date, Authorization and, if there is a session token,
// X-Amz-Security-Token.
Headers sign(const SigningRequest& request, const Credentials& credentials);

// The claims of a request's signature, from its Authorization header or from the query of a presigned URL. They are not
// verified.
struct Authorization {
  std::string access_key_id;
  std::string date;  // YYYYMMDD
  std::string region;
  std::string service;
  std::string signed_headers;
  std::string signature;
};
// Errors: MissingAuthenticationTokenException or IncompleteSignatureException, with the service's texts.
Result<Authorization> parse_authorization(std::string_view header);

// The parts of a request that may carry its signature.
struct SignatureParts {
  std::optional<std::string_view> authorization;  // the header
  std::string_view query;                         // the query of the URL, without '?'
  bool has_date = false;                          // whether there is an X-Amz-Date or a Date header
};
// The checks of form that the service makes before it verifies the signature, in its order. Errors:
// InvalidSignatureException if both header and query carry a signature, and the errors of parse_authorization.
Result<Authorization> parse_signature(const SignatureParts& parts);

}  // namespace partita::protocol
