#include "server/endpoints/console_endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/beast/core/string.hpp>

#include "base/check.h"
#include "iam/identity.h"
#include "server/answers/host_check.h"
#include "server/http/gzip.h"

namespace partita::server {
namespace {

// The longest body of a console's operation: a page of items as JSON, which may be much longer than the items. The
// decoded body may take some ten times as much. The loop makes one such answer at a time, so that is bounded too.
std::size_t most_console_body(const ServerOptions& options) {
  constexpr std::size_t kMostBytes = 8 << 20;
  return std::min(kMostBytes, options.memory_bytes / 8);
}
constexpr std::string_view kSession = "x-partita-session";

std::string_view console_path(const Request& request) {
  return std::string_view(request.target).substr(0, request.target.find('?'));
}

bool is_get(const Request& request) { return request.method == Method::Get || request.method == Method::Head; }

bool is_same_text(std::string_view a, std::string_view b) {
  return boost::beast::iequals({a.data(), a.size()}, {b.data(), b.size()});
}

bool refuse(Answer& answer, ErrorCode code, int status, std::string text) {
  if (answer.content_type == ContentType::None) answer.content_type = ContentType::Json;
  answer.set_error({code, std::move(text), {}, {}});
  answer.status = status;
  return false;
}

bool shut_out(Answer& answer, std::string text) {
  return refuse(answer, ErrorCode::AccessDeniedException, 403, std::move(text));
}

// The name of a console's operation, or nullopt if the target is another service's.
std::optional<std::string_view> console_operation(const Request& request) {
  std::string_view target = request.amz_target.value;
  if (!request.amz_target.present || !target.starts_with(kConsoleService)) return std::nullopt;
  target.remove_prefix(kConsoleService.size());
  if (!target.starts_with('.')) return std::nullopt;
  return target.substr(1);
}

// Whether the value of If-None-Match names the ETag.
bool names_etag(std::string_view list, std::string_view etag) {
  while (!list.empty()) {
    std::string_view one = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), one.size() + 1));
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag || one == "*") return true;
  }
  return false;
}

}  // namespace

void ConsoleEndpoint::finish(Answer& answer) {
  if (answer.cut) {
    answer.set_error({ErrorCode::InternalServerError,
                      "The database did not answer, so that it is not known whether the request was carried out",
                      {},
                      {}});
    answer.cut = false;
  }
  answer.fields +=
      "\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer"
      "\r\nCross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin"
      "\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      "img-src 'self' data: blob:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";
  if (!answer.may_be_cached) answer.fields += "\r\nCache-Control: no-store";
}

bool ConsoleEndpoint::admit_origin(const Request& request, Answer& answer) const {
  const Policy& policy = shared_.policy;
  if (!request.has_host)
    return shut_out(answer, "The request has no Host header, by which the console knows its caller");
  if (policy.loopback_only && !is_loopback_host(request.host))
    return shut_out(answer, fmt::format("The Host header names '{}', but this console listens on loopback only: open "
                                        "it as localhost or 127.0.0.1",
                                        request.host));
  if (request.origin.present) {
    // A proxy in front may speak TLS for a server that does not.
    const std::string_view origin = request.origin.value;
    const bool same = is_same_text(origin, "https://" + request.host) ||
                      (!shared_.tls && is_same_text(origin, "http://" + request.host));
    if (!same) return shut_out(answer, "The console answers no pages of another origin");
  }
  if (const auto site = request.fields.find("sec-fetch-site")) {
    const bool typed = *site == "none" && is_get(request);
    if (*site != "same-origin" && !typed)
      return shut_out(answer, "The console answers no requests that another site began; type its address");
  }
  return true;
}

bool ConsoleEndpoint::admit_session(const Request& request, Answer& answer) const {
  if (console_.admits(request.fields.find(kSession).value_or(std::string_view()))) return true;
  return shut_out(answer,
                  "The request has no session of this console; open the address that `partita console` printed");
}

bool ConsoleEndpoint::admit(const Request& request, Answer& answer) const {
  if (!admit_origin(request, answer)) return false;
  if (is_get(request)) return console_path(request) != "/metrics" || admit_session(request, answer);
  // Another method gets its refusal from the router.
  if (request.method != Method::Post) return true;
  answer.content_type = content_type_of(request.content_type.value);
  if (answer.content_type == ContentType::None)
    return refuse(answer, ErrorCode::ValidationException, 400,
                  "The console takes requests with the Content-Type application/x-amz-json-1.0 only");
  const auto name = console_operation(request);
  const ConsoleOperation* operation = name ? console_.operation(*name) : nullptr;
  return (operation && operation->opens_session) || admit_session(request, answer);
}

bool ConsoleEndpoint::answer(Request& request, const Origin& origin, auth::Verifier* verifier, Answer& answer) {
  if (!admit(request, answer)) return true;
  const std::string_view path = console_path(request);
  if (is_get(request)) {
    if (path == "/healthz" || path == "/readyz" || path == "/metrics") return false;
    answer_file(request, path, answer);
    return true;
  }
  if (request.method == Method::Post && path == "/" && console_operation(request)) {
    answer_operation(request, origin, verifier, answer);
    return true;
  }
  answer.content_type = ContentType::None;
  return false;
}

void ConsoleEndpoint::answer_file(const Request& request, std::string_view path, Answer& answer) const {
  if (path == "/console.json") {
    answer.set_body(console_.description());
    answer.content_type = ContentType::Json;
    return;
  }
  const ConsoleFile* file = console_.file(path == "/" ? "/index.html" : path);
  if (!file) {
    answer.set_not_found();
    return;
  }
  answer.may_be_cached = true;
  answer.fields.append("\r\nETag: ").append(file->etag);
  answer.fields += "\r\nCache-Control: no-cache\r\nVary: Accept-Encoding";
  if (const auto known = request.fields.find("if-none-match"); known && names_etag(*known, file->etag)) {
    answer.status = 304;
    return;
  }
  answer.fields.append("\r\nContent-Type: ").append(file->content_type);
  if (accepts_gzip(request.accept_encoding)) {
    answer.set_compressed_body(file->gzip);
    return;
  }
  std::string bytes;
  const auto may_hold = [](std::size_t) { return true; };
  PARTITA_CHECK(inflate(file->gzip, shared_.policy.max_body_bytes, may_hold, bytes) == Inflated::Done);
  answer.set_body(bytes);
}

bool ConsoleEndpoint::verify(Request& request, auth::Verifier& verifier, Answer& answer) const {
  const auto question = request.target.find('?');
  auto verified = verifier.verify(
      {.method = "POST",
       .path = console_path(request),
       .query = question == request.target.npos ? "" : std::string_view(request.target).substr(question + 1),
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

bool ConsoleEndpoint::allow(const Request& request, const Origin& origin, const ConsoleOperation& operation,
                            Answer& answer) const {
  const Auth auth = shared_.policy.auth;
  if (!verifies(auth)) return true;
  const auto deny = [&answer](std::string text) {
    answer.denied = true;
    return refuse(answer, ErrorCode::AccessDeniedException, 400, std::move(text));
  };
  const auth::AccessKey& key = *request.caller->key;
  if (operation.action && key.account && *key.account != console_.account())
    return deny(fmt::format("{} shows what belongs to all accounts, so only keys of the account {} may ask for it",
                            operation.name, console_.account()));
  if (auth != Auth::Iam) return true;
  const iam::Identity* identity = key.identity.get();
  if (!identity) return deny("The key has no user with policies.");
  if (!operation.action) return true;
  const iam::Surroundings surroundings{.now_ms = shared_.clock().now_ms(),
                                       .source_ip = origin.address,
                                       .region = request.caller->region,
                                       .secure_transport = origin.secure};
  iam::Request asked(identity->principal(), *operation.action, "*", surroundings, nullptr);
  const iam::Outcome outcome = iam::evaluate(identity->policies(nullptr), asked);
  return outcome.decision == iam::Decision::Allowed || deny(iam::denial_text(outcome, asked));
}

void ConsoleEndpoint::answer_operation(Request& request, const Origin& origin, auth::Verifier* verifier,
                                       Answer& answer) {
  const ConsoleOperation* operation = console_.operation(*console_operation(request));
  if (!operation) {
    answer.set_error({ErrorCode::UnknownOperationException, ""});
    return;
  }
  answer.operation = operation->name;
  const std::size_t most = most_console_body(shared_.options);
  if (request.body.size() > most || !request.content_encoding.empty()) {
    refuse(answer, ErrorCode::ValidationException, 400,
           fmt::format("An operation of the console takes a body of at most {} bytes, which is not compressed", most));
    return;
  }
  if (verifies(shared_.policy.auth)) {
    PARTITA_CHECK(verifier != nullptr);
    if (!verify(request, *verifier, answer)) return;
  }
  if (shared_.options.audit && shared_.options.audit->refuses()) {
    answer.set_error({ErrorCode::ServiceUnavailable,
                      "The server cannot write its audit log, and serves no request without a record"});
    return;
  }
  if (!allow(request, origin, *operation, answer)) return;
  auto json = console_.answer(*operation, request.body);
  if (json)
    answer.set_body(*json);
  else
    answer.set_error(json.error());
}

bool ConsoleEndpoint::may_start(protocol::Operation operation, std::string_view body, Answer& answer) const {
  auto refusal = console_.refusal(operation, body);
  if (!refusal) return true;
  answer.set_error(*refusal);
  return false;
}

}  // namespace partita::server
