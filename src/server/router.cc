#include "server/router.h"

#include <fmt/format.h>

#include <boost/beast/core/string.hpp>

#include "protocol/codec.h"
#include "server/auth.h"
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
  if (is("application/x-amz-json-1.0")) return ContentType::AmzJson10;
  if (is("application/x-amz-json-1.1")) return ContentType::AmzJson11;
  if (is("application/json")) return ContentType::Json;
  return ContentType::None;
}

// An empty body passes here: the service looks for one only after the credentials.
bool is_json(const std::string& body) {
  return body.empty() || protocol::decode_request<DescribeEndpointsRequest>(body).has_value();
}

// False where `answer` refuses the request.
bool check_host(const Request& request, const Policy& policy, Answer& answer) {
  answer.content_type = ContentType::Json;
  if (!request.has_host && request.http_1_1) {
    answer.set_error({ErrorCode::ValidationException, "The request has no Host header, which HTTP/1.1 requires", {}, {}});
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

// False where `answer` refuses the request.
bool inflate_body(Request& request, const Policy& policy, Answer& answer) {
  if (!boost::beast::iequals(request.content_encoding, "gzip")) return true;
  std::string inflated;
  switch (inflate(request.body, policy.max_body_bytes, inflated)) {
    case Inflated::Done: request.body.swap(inflated); return true;
    case Inflated::TooLarge: answer.set_too_large(); return false;
    case Inflated::Malformed: break;
  }
  answer.content_type = ContentType::Json;
  answer.set_error({ErrorCode::SerializationException, "The request body is not gzip, as Content-Encoding says", {}, {}});
  return false;
}

void answer_get(const Request& request, const Policy& policy, Answer& answer) {
  if (path_of(request) == "/") {
    // With the space at the end, as the service has it.
    answer.set_body(fmt::format("healthy: dynamodb.{}.amazonaws.com ", policy.region));
    answer.content_type = ContentType::Text;
  } else if (path_of(request) == "/metrics") {
    answer.set_body(policy.metrics());
    answer.content_type = ContentType::Metrics;
  } else {
    answer.set_not_found();
  }
}

std::optional<protocol::Operation> route_operation(const Request& request, const Policy& policy, Answer& answer) {
  const auto target = protocol::parse_target(request.amz_target.value);
  if (target.state == protocol::TargetState::Unknown) {
    answer.set_bare_error(is_json(request.body) ? ErrorCode::UnknownOperationException
                                                : ErrorCode::SerializationException);
    return std::nullopt;
  }
  if (policy.auth == Auth::Any) {
    if (const auto error = check_credentials(request)) {
      is_json(request.body) ? answer.set_error(*error) : answer.set_bare_error(ErrorCode::SerializationException);
      return std::nullopt;
    }
  }
  if (target.state == protocol::TargetState::NotBuilt) {
    answer.set_error({ErrorCode::NotImplemented, fmt::format("Partita does not have {} yet", target.name), {}, {}});
    return std::nullopt;
  }
  if (request.body.empty()) {
    answer.set_bare_error(ErrorCode::SerializationException);
    return std::nullopt;
  }
  return target.operation;
}

}  // namespace

std::optional<protocol::Operation> route(Request& request, const Policy& policy, Answer& answer) {
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
  if (!inflate_body(request, policy, answer)) return std::nullopt;
  answer.content_type = type == ContentType::None ? ContentType::Json : type;
  return route_operation(request, policy, answer);
}

}  // namespace partita::server
