#include "server/router.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/beast/core/string.hpp>

#include "protocol/authorization.h"
#include "protocol/codec.h"
#include "server/gzip.h"
#include "server/host_check.h"

namespace partita::server {
namespace {

std::string_view path_of(const Request& request) {
  return std::string_view(request.target).substr(0, request.target.find('?'));
}

// The media type of a Content-Type field, without parameters.
ContentType content_type_of(std::string_view field) {
  field = field.substr(0, field.find(';'));
  while (!field.empty() && (field.back() == ' ' || field.back() == '\t')) field.remove_suffix(1);
  const auto is = [&](boost::beast::string_view name) {
    return boost::beast::iequals({field.data(), field.size()}, name);
  };
  if (field == "application/x-amz-json-1.0" || is("application/x-amz-json-1.0")) return ContentType::AmzJson10;
  if (is("application/x-amz-json-1.1")) return ContentType::AmzJson11;
  if (is("application/json")) return ContentType::Json;
  return ContentType::None;
}

// Returns the error of malformed JSON if `body` is malformed, otherwise `error`. The service reports malformed JSON
// before a wrong target or wrong credentials, but an empty body only after them.
Error unless_malformed(Error error, const std::string& body) {
  if (body.empty()) return error;
  const auto decoded = protocol::decode_request<DescribeEndpointsRequest>(body);
  const bool malformed =
      !decoded && decoded.error().code == ErrorCode::SerializationException && decoded.error().message.empty();
  return malformed ? decoded.error() : error;
}

// Whether the Authorization header has the form that every SDK writes. If so, protocol::parse_signature accepts it too.
// This check spares nearly all requests that function and its allocations.
bool plainly_signed(const Request& request) {
  std::string_view rest = request.authorization.value;
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
  if (request.target != "/" || !request.has_date || !take("AWS4-HMAC-SHA256 Credential=")) return false;
  const std::string_view credential = take_value();
  return std::count(credential.begin(), credential.end(), '/') == 4 && take(", SignedHeaders=") &&
         !take_value().empty() && take(", Signature=") && !take_value().empty() && rest.empty();
}

std::optional<Error> check_credentials(const Request& request) {
  if (plainly_signed(request)) return std::nullopt;
  const auto question = request.target.find('?');
  protocol::SignatureParts parts;
  if (request.authorization.present) parts.authorization = request.authorization.value;
  if (question != std::string::npos) parts.query = std::string_view(request.target).substr(question + 1);
  parts.has_date = request.has_date;
  const auto signature = protocol::parse_signature(parts);
  return signature ? std::nullopt : std::optional(signature.error());
}

// Returns false if it made `answer` refuse the request.
bool check_host(const Request& request, const Policy& policy, Answer& answer) {
  answer.content_type = ContentType::Json;
  if (!request.has_host && request.http_1_1) {
    answer.set_error({ErrorCode::ValidationException, "The request has no Host header, which HTTP/1.1 requires"});
    return false;
  }
  if (policy.loopback_only && request.has_host && !is_loopback_host(request.host)) {
    answer.set_error({ErrorCode::AccessDeniedException,
                      fmt::format("The Host header names '{}', but this server listens on loopback only: "
                                  "call it as localhost or 127.0.0.1",
                                  request.host),
                      {},
                      {}});
    answer.status = 403;
    return false;
  }
  return true;
}

// Returns false if it made `answer` refuse the request.
bool inflate_body(Request& request, const Policy& policy, const MayHold& may_hold, Answer& answer) {
  if (!boost::beast::iequals(request.content_encoding, "gzip")) return true;
  std::string inflated;
  switch (inflate(request.body, policy.max_body_bytes, may_hold, inflated)) {
    case Inflated::Done:
      request.body.swap(inflated);
      request.content_encoding.clear();
      return true;
    case Inflated::TooLarge:
      answer.set_too_large();
      return false;
    case Inflated::NoMemory:
      answer.set_no_memory();
      return false;
    case Inflated::Malformed:
      break;
  }
  answer.content_type = ContentType::Json;
  answer.set_error(
      {ErrorCode::SerializationException, "The request body is not gzip, although Content-Encoding says so"});
  return false;
}

void answer_get(const Request& request, const Policy& policy, Answer& answer) {
  if (path_of(request) == "/") {
    // The text ends with a space, as that of the service does.
    const bool healthy = !policy.can_write || policy.can_write();
    if (!healthy) answer.status = 503;
    answer.set_body(
        fmt::format("{}: dynamodb.{}.amazonaws.com ", healthy ? "healthy" : "unhealthy, writes fail", policy.region));
    answer.content_type = ContentType::Text;
  } else if (asks_for_metrics(request)) {
    answer.set_body(policy.metrics());
    answer.content_type = ContentType::Metrics;
  } else {
    answer.set_not_found();
  }
}

// The error that refuses the request for `target`, or nullopt if the request may start.
std::optional<Error> refusal(const Request& request, const protocol::Target& target, const Policy& policy) {
  if (target.state == protocol::TargetState::Unknown)
    return unless_malformed({ErrorCode::UnknownOperationException, ""}, request.body);
  if (policy.auth == Auth::Any)
    if (auto error = check_credentials(request)) return unless_malformed(std::move(*error), request.body);
  if (target.state == protocol::TargetState::NotBuilt)
    return Error{ErrorCode::NotImplemented, fmt::format("{} is not implemented by Partita yet", target.name)};
  if (request.body.empty()) return Error{ErrorCode::SerializationException, ""};
  return std::nullopt;
}

}  // namespace

bool asks_for_metrics(const Request& request) {
  return (request.method == Method::Get || request.method == Method::Head) && path_of(request) == "/metrics";
}

std::optional<protocol::Operation> route(Request& request, const Policy& policy, const MayHold& may_hold,
                                         Answer& answer) {
  if (!check_host(request, policy, answer)) return std::nullopt;
  answer.content_type = ContentType::None;
  answer.allow_origin = policy.cors == Cors::On && request.origin.present;
  if (request.method == Method::Options && answer.allow_origin) {
    answer.preflight = &request;
    return std::nullopt;
  }
  if (request.method == Method::Get || request.method == Method::Head) {
    answer_get(request, policy, answer);
    return std::nullopt;
  }
  const auto type = content_type_of(request.content_type.value);
  const bool has_type = request.content_type.present || !request.body.empty();
  if (request.method != Method::Post || path_of(request) != "/" || (type == ContentType::None && has_type)) {
    answer.set_not_found();
    return std::nullopt;
  }
  if (!inflate_body(request, policy, may_hold, answer)) return std::nullopt;
  answer.content_type = type == ContentType::None ? ContentType::Json : type;
  const auto target = protocol::parse_target(request.amz_target.value);
  if (const auto error = refusal(request, target, policy)) {
    answer.set_error(*error);
    return std::nullopt;
  }
  return target.operation;
}

}  // namespace partita::server
