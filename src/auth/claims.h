// The claims of a request's signature: who signed it, when and what. The service's checks of its form come in the
// service's order. Nothing is verified here.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::auth {

// The parameters of a query. If a name occurs twice, the later one counts.
class QueryParameters {
 public:
  // `query` is without '?'. The values are decoded.
  void read(std::string_view query);
  void clear() { parameters_.clear(); }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  // Empty if there is no such parameter. Valid until the next call that is not const.
  std::string_view operator[](std::string_view name) const;

 private:
  const std::string* find(std::string_view name) const;

  std::vector<std::pair<std::string, std::string>> parameters_;
};

// The claims, from the Authorization header or from the query of a presigned URL. The views are parts of these.
struct Claims {
  std::string_view credential;  // the access key id and the scope
  std::string_view access_key_id;
  std::string_view scope;  // what follows the access key id: date/region/service/terminator
  std::string_view date;   // YYYYMMDD
  std::string_view region;
  std::string_view service;
  std::string_view terminator;
  std::string_view signed_headers;
  std::string_view signature;
  bool in_query = false;
};

// The parts of a request that may carry its signature.
struct SignatureParts {
  std::optional<std::string_view> authorization;  // the header
  std::string_view query;                         // the query of the URL, without '?'
  bool has_date = false;                          // whether there is an X-Amz-Date or a Date header
};

// The claims of a header in exactly the form that SDKs write, without a query. Returns nullopt for all others, which
// parse_claims() may accept too. It allocates nothing.
std::optional<Claims> plain_claims(const SignatureParts& parts);

// The checks of form that the service makes before it verifies the signature, in its order. `parameters` is filled with
// the query and must outlive the claims. Errors: MissingAuthenticationTokenException, IncompleteSignatureException, or
// InvalidSignatureException if both header and query carry a signature, with the service's texts.
Result<Claims> parse_claims(const SignatureParts& parts, QueryParameters& parameters);

}  // namespace partita::auth
