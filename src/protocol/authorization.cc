#include "protocol/authorization.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"

namespace partita::protocol {
namespace {

using Parameters = std::map<std::string, std::string, std::less<>>;

unexpected<Error> incomplete(std::string message) {
  return fail(ErrorCode::IncompleteSignatureException, std::move(message));
}

std::vector<std::string_view> split(std::string_view text, std::string_view any_of) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find_first_of(any_of);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// The value of a hexadecimal digit in either case, or -1.
int hex_digit(char c) { return std::max(base::lower_hex_digit(c), base::upper_hex_digit(c)); }

// Decodes %XX. A '%' without two hex digits stays as it is.
std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    out.push_back(low >= 0 ? static_cast<char>(high * 16 + low) : text[i]);
    if (low >= 0) i += 2;
  }
  return out;
}

Parameters query_parameters(std::string_view query) {
  Parameters parameters;
  for (const std::string_view pair : split(query, "&")) {
    const std::size_t equals = std::min(pair.find('='), pair.size());
    parameters[std::string(pair.substr(0, equals))] = percent_decoded(pair.substr(std::min(equals + 1, pair.size())));
  }
  return parameters;
}

// The name=value pairs after the algorithm, which commas and spaces separate.
Parameters header_parameters(std::string_view header) {
  Parameters parameters;
  for (const std::string_view pair : split(header.substr(std::min(header.find(' '), header.size())), ", ")) {
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos)
      parameters[std::string(pair.substr(0, equals))] = std::string(pair.substr(equals + 1));
  }
  return parameters;
}

Result<Authorization> make(std::string_view algorithm, std::string_view credential, std::string signed_headers,
                           std::string signature) {
  if (algorithm != "AWS4-HMAC-SHA256")
    return incomplete(fmt::format("Unsupported AWS 'algorithm': '{}' (only AWS4-HMAC-SHA256 for now). ", algorithm));
  const auto scope = split(credential, "/");
  if (scope.size() != 5)
    return incomplete(fmt::format(
        "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got '{}'",
        credential));
  return Authorization{std::string(scope[0]), std::string(scope[1]),     std::string(scope[2]),
                       std::string(scope[3]), std::move(signed_headers), std::move(signature)};
}

Result<Authorization> from_query(Parameters parameters) {
  std::string missing;
  for (const char* name :
       {"X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date"})
    if (parameters[name].empty()) missing += fmt::format("AWS query-string parameters must include '{}'. ", name);
  if (!missing.empty()) return incomplete(missing + "Re-examine the query-string parameters.");
  return make(parameters["X-Amz-Algorithm"], parameters["X-Amz-Credential"], parameters["X-Amz-SignedHeaders"],
              parameters["X-Amz-Signature"]);
}

Result<Authorization> from_header(std::string_view header, bool has_date) {
  Parameters parameters = header_parameters(header);
  std::string missing;
  for (const char* name : {"Credential", "Signature", "SignedHeaders"})
    if (parameters[name].empty()) missing += fmt::format("Authorization header requires '{}' parameter. ", name);
  if (!has_date) missing += "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
  if (!missing.empty()) return incomplete(fmt::format("{}Authorization={}", missing, header));
  return make(header.substr(0, header.find(' ')), parameters["Credential"], parameters["SignedHeaders"],
              parameters["Signature"]);
}

}  // namespace

Result<Authorization> parse_signature(const SignatureParts& parts) {
  Parameters query = query_parameters(parts.query);
  const bool in_query = query.contains("X-Amz-Algorithm");
  if (parts.authorization && in_query)
    return fail(ErrorCode::InvalidSignatureException,
                "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
  if (in_query) return from_query(std::move(query));
  if (!parts.authorization || !parts.authorization->starts_with("AWS4-"))
    return fail(ErrorCode::MissingAuthenticationTokenException, "Request is missing Authentication Token");
  return from_header(*parts.authorization, parts.has_date);
}

Result<Authorization> parse_authorization(std::string_view header) { return parse_signature({header, {}, true}); }

}  // namespace partita::protocol
