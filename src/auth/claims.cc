#include "auth/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "auth/canonical_request.h"
#include "auth/percent.h"

namespace partita::auth {
namespace {

unexpected<Error> incomplete(std::string message) {
  return fail(ErrorCode::IncompleteSignatureException, std::move(message));
}

// The position of the first character of `separator`, which is a character or a text of several ones.
std::size_t find_any(std::string_view text, char separator) { return text.find(separator); }
std::size_t find_any(std::string_view text, std::string_view separators) { return text.find_first_of(separators); }

// Calls `each` with each part of the text between the separators.
template <class Separator, class Each>
void split(std::string_view text, Separator separator, Each each) {
  for (;;) {
    const std::size_t at = find_any(text, separator);
    each(text.substr(0, at));
    if (at == text.npos) return;
    text.remove_prefix(at + 1);
  }
}

// Fills the parts of the credential. Returns false if it does not have five.
bool take_credential(std::string_view credential, Claims& claims) {
  const std::array<std::string_view*, 5> parts = {&claims.access_key_id, &claims.date, &claims.region, &claims.service,
                                                  &claims.terminator};
  std::size_t count = 0;
  split(credential, '/', [&](std::string_view part) {
    if (count < parts.size()) *parts[count] = part;
    ++count;
  });
  if (count != parts.size()) return false;
  claims.credential = credential;
  claims.scope = credential.substr(claims.access_key_id.size() + 1);
  return true;
}

Result<Claims> make(std::string_view algorithm, std::string_view credential, std::string_view signed_headers,
                    std::string_view signature) {
  if (algorithm != kAlgorithm)
    return incomplete(fmt::format("Unsupported AWS 'algorithm': '{}' (only AWS4-HMAC-SHA256 for now). ", algorithm));
  Claims claims;
  if (!take_credential(credential, claims))
    return incomplete(fmt::format(
        "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got '{}'",
        credential));
  claims.signed_headers = signed_headers;
  claims.signature = signature;
  return claims;
}

Result<Claims> from_query(const QueryParameters& parameters) {
  std::string missing;
  for (const char* name :
       {"X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date"})
    if (parameters[name].empty()) missing += fmt::format("AWS query-string parameters must include '{}'. ", name);
  if (!missing.empty()) return incomplete(missing + "Re-examine the query-string parameters.");
  auto claims = make(parameters["X-Amz-Algorithm"], parameters["X-Amz-Credential"], parameters["X-Amz-SignedHeaders"],
                     parameters["X-Amz-Signature"]);
  if (claims) claims->in_query = true;
  return claims;
}

// The service reports a part without '=' only if no other part is missing.
Result<Claims> from_header(std::string_view header, bool has_date) {
  std::string_view credential, signature, signed_headers, no_pair;
  split(header.substr(std::min(header.find(' '), header.size())), std::string_view(", "), [&](std::string_view pair) {
    const std::size_t equals = pair.find('=');
    if (equals == pair.npos) {
      if (no_pair.empty()) no_pair = pair;
      return;
    }
    const std::string_view name = pair.substr(0, equals), value = pair.substr(equals + 1);
    if (name == "Credential") credential = value;
    if (name == "Signature") signature = value;
    if (name == "SignedHeaders") signed_headers = value;
  });
  std::string missing;
  const auto need = [&](std::string_view value, const char* name) {
    if (value.empty()) missing += fmt::format("Authorization header requires '{}' parameter. ", name);
  };
  need(credential, "Credential");
  need(signature, "Signature");
  need(signed_headers, "SignedHeaders");
  if (!has_date) missing += "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
  if (!missing.empty()) return incomplete(fmt::format("{}Authorization={}", missing, header));
  if (!no_pair.empty())
    return incomplete(fmt::format("'{}' not a valid key=value pair (missing equal-sign) in Authorization header: '{}'.",
                                  no_pair, header));
  return make(header.substr(0, header.find(' ')), credential, signed_headers, signature);
}

}  // namespace

void QueryParameters::read(std::string_view query) {
  parameters_.clear();
  if (query.empty()) return;
  split(query, '&', [&](std::string_view pair) {
    const std::size_t equals = std::min(pair.find('='), pair.size());
    parameters_.emplace_back(std::string(pair.substr(0, equals)),
                             percent_decoded(pair.substr(std::min(equals + 1, pair.size()))));
  });
}

const std::string* QueryParameters::find(std::string_view name) const {
  const auto found =
      std::find_if(parameters_.rbegin(), parameters_.rend(), [&](const auto& one) { return one.first == name; });
  return found == parameters_.rend() ? nullptr : &found->second;
}

std::string_view QueryParameters::operator[](std::string_view name) const {
  const std::string* const found = find(name);
  return found ? std::string_view(*found) : std::string_view();
}

std::optional<Claims> plain_claims(const SignatureParts& parts) {
  if (!parts.authorization || !parts.query.empty() || !parts.has_date) return std::nullopt;
  std::string_view rest = *parts.authorization;
  const auto take = [&](std::string_view prefix) {
    if (!rest.starts_with(prefix)) return false;
    rest.remove_prefix(prefix.size());
    return true;
  };
  // Takes the value before the next comma. The result is empty if the value has a space.
  const auto take_value = [&]() -> std::string_view {
    const auto comma = rest.find(',');
    const std::string_view value = rest.substr(0, comma);
    rest.remove_prefix(value.size());
    return value.find(' ') == value.npos ? value : std::string_view();
  };
  Claims claims;
  if (!take("AWS4-HMAC-SHA256 Credential=") || !take_credential(take_value(), claims) || !take(", SignedHeaders="))
    return std::nullopt;
  claims.signed_headers = take_value();
  if (claims.signed_headers.empty() || !take(", Signature=")) return std::nullopt;
  claims.signature = take_value();
  if (claims.signature.empty() || !rest.empty()) return std::nullopt;
  return claims;
}

Result<Claims> parse_claims(const SignatureParts& parts, QueryParameters& parameters) {
  parameters.read(parts.query);
  const bool in_query = parameters.has("X-Amz-Algorithm");
  if (parts.authorization && in_query)
    return fail(ErrorCode::InvalidSignatureException,
                "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
  if (in_query) return from_query(parameters);
  if (!parts.authorization || !parts.authorization->starts_with("AWS4-"))
    return fail(ErrorCode::MissingAuthenticationTokenException, "Request is missing Authentication Token");
  return from_header(*parts.authorization, parts.has_date);
}

}  // namespace partita::auth
