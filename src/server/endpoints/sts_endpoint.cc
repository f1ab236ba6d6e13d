#include "server/endpoints/sts_endpoint.h"

#include <fmt/format.h>

#include <boost/beast/core/string.hpp>

#include "base/random.h"
#include "base/text.h"
#include "sts/service.h"
#include "sts/xml.h"

namespace partita::server {
namespace {

constexpr std::size_t kMostLoggedBytes = 2048;  // the longest ARN of a role that the service takes
// The largest requests that STS can grant have less. An answer repeats faulty values, so its size is bounded too.
constexpr std::size_t kMostStsBodyBytes = 256 << 10;
constexpr std::size_t kMostTokenBytes = 64 << 10;  // few sessions ask for others

std::string_view sts_path(const Request& request) {
  return std::string_view(request.target).substr(0, request.target.find('?'));
}

std::string_view sts_query(const Request& request) {
  const auto question = request.target.find('?');
  return question == request.target.npos ? std::string_view() : std::string_view(request.target).substr(question + 1);
}

bool is_form(std::string_view content_type) {
  const std::string_view type = base::trimmed(content_type.substr(0, content_type.find(';')));
  return boost::beast::iequals({type.data(), type.size()}, "application/x-www-form-urlencoded");
}

// The code that metrics and logs show for a refusal.
ErrorCode code_of(const sts::StsFault& fault) {
  if (fault.status == 503) return ErrorCode::ServiceUnavailable;
  if (fault.status >= 500) return ErrorCode::InternalServerError;
  return fault.code == "AccessDenied" ? ErrorCode::AccessDeniedException : ErrorCode::ValidationException;
}

void refuse(const sts::StsFault& fault, ErrorCode code, Answer& answer) {
  answer.set_body(sts::error_xml(fault.status, fault.code, fault.message, answer.request_id));
  answer.status = fault.status;
  answer.error = code;
  if (answer.keeps_error_text) answer.error_text = fault.message;
}

}  // namespace

bool is_for_sts(const Request& request) {
  if (request.amz_target.present || sts_path(request) != "/") return false;
  if (request.method == Method::Post && is_form(request.content_type.value)) return true;
  // A presigned request has its parameters in the query.
  const bool may_be_presigned =
      request.method == Method::Get || (request.method == Method::Post && !request.content_type.present);
  return may_be_presigned && sts::Parameters::read(sts_query(request)).find("Action");
}

StsEndpoint::StsEndpoint(const auth::KeyStore& keys, const base::Clock& clock, auth::Explain explain)
    : clock_(clock),
      verifier_(keys, clock, {.explain = explain, .service = "sts", .most_token_bytes = kMostTokenBytes}) {}

void StsEndpoint::answer(Request& request, const Origin& origin, Answer& answer) {
  answer.clear();
  answer.content_type = ContentType::Xml;
  answer.request_id = base::random_uuid();  // the form of STS's
  if (request.body.size() > kMostStsBodyBytes)
    return refuse({413, "RequestEntityTooLarge", fmt::format("The request has more than {} bytes.", kMostStsBodyBytes)},
                  ErrorCode::ValidationException, answer);
  const bool is_get = request.method == Method::Get;
  auto verified = verifier_.verify({.method = is_get ? "GET" : "POST",
                                    .path = sts_path(request),
                                    .query = sts_query(request),
                                    .body = request.body,
                                    .fields = &request.fields});
  if (!verified) {
    answer.refused_signature = true;
    return refuse(sts::fault_of_signature(verified.error()), verified.error().code, answer);
  }
  request.caller = std::move(*verified);
  const auto parameters = sts::Parameters::read(std::string(sts_query(request)) + "&" + request.body);
  answer.operation = sts::operation_of(parameters);
  if (answer.operation == "AssumeRole") {
    answer.role = parameters.find("RoleArn").value_or("").substr(0, kMostLoggedBytes);
    answer.session_name = parameters.find("RoleSessionName").value_or("").substr(0, kMostLoggedBytes);
  }
  if (origin.refused)
    return refuse(
        {503, "ServiceUnavailable", "The server cannot write its audit log, and serves no request without a record"},
        ErrorCode::ServiceUnavailable, answer);
  const auto done = sts::answer(parameters, {.key = *request.caller,
                                             .surroundings = {.now_ms = clock_.now_ms(),
                                                              .source_ip = origin.address,
                                                              .region = request.caller->region,
                                                              .secure_transport = origin.secure}});
  if (!done) {
    answer.denied = done.error().code == "AccessDenied";
    return refuse(done.error(), code_of(done.error()), answer);
  }
  answer.set_body(sts::result_xml(answer.operation, *done, answer.request_id));
}

}  // namespace partita::server
