#include "server/auth.h"

#include <array>
#include <string_view>

#include "server/request.h"

namespace partita::server {
namespace {

Error incomplete(std::string message) { return {ErrorCode::IncompleteSignatureException, std::move(message), {}, {}}; }

// Calls `visit(name, value)` for each "name=value" of `text`, cut at any of `separators`; a name alone has no value.
template <class Visit>
void for_each_pair(std::string_view text, std::string_view separators, Visit visit) {
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(separators), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    const auto equals = pair.find('=');
    visit(pair.substr(0, equals), equals == pair.npos ? std::string_view() : pair.substr(equals + 1));
  }
}

std::optional<Error> check_header(const Request& request) {
  const std::string& header = request.authorization.value;
  constexpr std::array<std::string_view, 3> kParts = {"Credential", "Signature", "SignedHeaders"};
  std::array<bool, kParts.size()> found{};
  const auto algorithm_end = std::min(header.find_first_of(", "), header.size());
  for_each_pair(std::string_view(header).substr(algorithm_end), ", ", [&](std::string_view name, std::string_view value) {
    for (std::size_t i = 0; i < kParts.size(); ++i)
      if (name == kParts[i] && !value.empty()) found[i] = true;
  });
  std::string message;
  for (std::size_t i = 0; i < kParts.size(); ++i)
    if (!found[i]) message.append("Authorization header requires '").append(kParts[i]).append("' parameter. ");
  if (!request.has_date)
    message += "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
  if (message.empty()) return std::nullopt;
  return incomplete(message + "Authorization=" + header);
}

std::optional<Error> check_query(std::string_view query) {
  constexpr std::array<std::string_view, 5> kParts = {"X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature",
                                                      "X-Amz-SignedHeaders", "X-Amz-Date"};
  std::array<bool, kParts.size()> found{};
  for_each_pair(query, "&", [&](std::string_view name, std::string_view value) {
    for (std::size_t i = 0; i < kParts.size(); ++i)
      if (name == kParts[i] && !value.empty()) found[i] = true;
  });
  std::string message;
  for (std::size_t i = 0; i < kParts.size(); ++i)
    if (!found[i]) message.append("AWS query-string parameters must include '").append(kParts[i]).append("'. ");
  if (message.empty()) return std::nullopt;
  return incomplete(message + "Re-examine the query-string parameters.");
}

}  // namespace

std::optional<Error> check_credentials(const Request& request) {
  const auto question = request.target.find('?');
  const std::string_view query =
      question == std::string::npos ? std::string_view() : std::string_view(request.target).substr(question + 1);
  bool presigned = false;
  for_each_pair(query, "&", [&](std::string_view name, std::string_view) { presigned |= name == "X-Amz-Algorithm"; });

  if (presigned && request.authorization.present)
    return Error{ErrorCode::InvalidSignatureException,
                 "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
                 {},
                 {}};
  if (presigned) return check_query(query);
  if (!request.authorization.value.starts_with("AWS4-"))
    return Error{ErrorCode::MissingAuthenticationTokenException, "Request is missing Authentication Token", {}, {}};
  return check_header(request);
}

}  // namespace partita::server
