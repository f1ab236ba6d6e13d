#include "server/answers/router.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/beast/core/string.hpp>

#include "auth/claims.h"
#include "base/check.h"
#include "protocol/codec.h"
#include "server/answers/host_check.h"
#include "server/http/gzip.h"
#include "server/subject/realm_of.h"

namespace partita::server {
namespace {

std::string_view path_of(const Request& request) {
  return std::string_view(request.target).substr(0, request.target.find('?'));
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

std::string_view query_of(const Request& request) {
  const auto question = request.target.find('?');
  return question == request.target.npos ? std::string_view() : std::string_view(request.target).substr(question + 1);
}

// Checks the form of the credentials, and finds the account and the region that they name.
std::optional<Error> check_credentials(Request& request, Regions regions) {
  auth::SignatureParts parts;
  parts.query = query_of(request);
  parts.has_date = request.has_date;
  if (request.authorization.present) parts.authorization = request.authorization.value;
  // Nearly all requests have this form, which needs no memory.
  if (const auto plain = auth::plain_claims(parts)) {
    find_realm(request, regions, plain);
    return std::nullopt;
  }
  auth::QueryParameters query;
  const auto claims = auth::parse_claims(parts, query);
  if (!claims) return claims.error();
  find_realm(request, regions, *claims);
  return std::nullopt;
}

bool refuse_host(std::string text, Answer& answer) {
  answer.set_error({ErrorCode::AccessDeniedException, std::move(text), {}, {}});
  answer.status = 403;
  return false;
}

// Returns false if it made `answer` refuse the request.
bool check_host(const Request& request, const Policy& policy, Answer& answer) {
  answer.content_type = ContentType::Json;
  if (!request.has_host && request.http_1_1) {
    answer.set_error({ErrorCode::ValidationException, "The request has no Host header, which HTTP/1.1 requires"});
    return false;
  }
  // A proxy on this machine passes on the name by which clients call it, because they sign it. A web page has no key.
  const bool is_signed = verifies(policy.auth) && request.method == Method::Post;
  if (is_signed || !request.has_host) return true;
  if (policy.loopback_only && !is_loopback_host(request.host))
    return refuse_host(fmt::format("The Host header names '{}', but this server listens on loopback only: "
                                   "call it as localhost or 127.0.0.1",
                                   request.host),
                       answer);
  if (policy.network_only && !is_network_host(request.host))
    return refuse_host(fmt::format("The Host header names '{}', which may be the name of a web page: call this server "
                                   "by an address, as localhost, or by the name of its container",
                                   request.host),
                       answer);
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
  } else if (path_of(request) == "/healthz") {
    answer.set_body("ok\n");
    answer.content_type = ContentType::Text;
  } else if (path_of(request) == "/readyz") {
    const bool ready = !policy.can_write || policy.can_write();
    if (!ready) answer.status = 503;
    answer.set_body(ready ? "ok\n" : "not ready: the store cannot write; the server's log has the reason\n");
    answer.content_type = ContentType::Text;
  } else if (path_of(request) == "/metrics") {
    const bool open = request.accepts_openmetrics;
    answer.metrics = open ? MetricsFormat::OpenMetrics : MetricsFormat::Prometheus;
    answer.content_type = open ? ContentType::OpenMetrics : ContentType::Metrics;
  } else {
    answer.set_not_found();
  }
}

// Requires: the method is POST. Returns false if it made `answer` refuse the request. This happens before the body is
// inflated, and no refusal looks into the body, so that only the owner of a key can make the server work on it.
bool verify(Request& request, const protocol::Target& target, auth::Verifier& verifier, Answer& answer) {
  if (request.caller) return true;
  if (target.state == protocol::TargetState::Unknown) {
    answer.set_error({ErrorCode::UnknownOperationException, ""});
    return false;
  }
  auto verified = verifier.verify({.method = "POST",
                                   .path = path_of(request),
                                   .query = query_of(request),
                                   .body = request.body,
                                   .fields = &request.fields});
  if (verified) {
    request.caller = std::move(*verified);
    return true;
  }
  answer.set_error(verified.error());
  answer.refused_signature = true;
  return false;
}

// Returns false if it made `answer` refuse the request for `target`.
bool may_start(Request& request, const protocol::Target& target, const Policy& policy, Answer& answer) {
  if (target.state == protocol::TargetState::Unknown) {
    answer.set_error(unless_malformed({ErrorCode::UnknownOperationException, ""}, request.body));
    return false;
  }
  if (policy.auth == Auth::Off) {
    // Credentials that are there name an account too. Those of another form count as absent.
    if (request.authorization.present || !query_of(request).empty()) (void)check_credentials(request, policy.regions);
  } else if (policy.auth == Auth::Any) {
    if (auto error = check_credentials(request, policy.regions)) {
      answer.set_error(unless_malformed(std::move(*error), request.body));
      answer.refused_signature = true;
      return false;
    }
  }
  if (target.state == protocol::TargetState::NotBuilt)
    answer.set_error({ErrorCode::NotImplemented, fmt::format("{} is not implemented by Partita yet", target.name)});
  else if (request.body.empty())
    answer.set_error({ErrorCode::SerializationException, ""});
  return !answer.error;
}

}  // namespace

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

std::optional<protocol::Operation> route(Request& request, const Policy& policy, auth::Verifier* verifier,
                                         const MayHold& may_hold, Answer& answer) {
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
  const auto answered_as = type == ContentType::None ? ContentType::Json : type;
  const auto target = protocol::parse_target(request.amz_target.value);
  if (verifies(policy.auth)) {
    PARTITA_CHECK(verifier != nullptr);
    answer.content_type = answered_as;
    if (!verify(request, target, *verifier, answer)) return std::nullopt;
    find_realm(request, policy.regions, std::nullopt);
    answer.content_type = ContentType::None;
  }
  if (!inflate_body(request, policy, may_hold, answer)) return std::nullopt;
  answer.content_type = answered_as;
  if (!may_start(request, target, policy, answer)) return std::nullopt;
  return target.operation;
}

}  // namespace partita::server
