// The claims of a request's signature. The service's checks of its form come in the service's order.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>

namespace partita::protocol {

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
