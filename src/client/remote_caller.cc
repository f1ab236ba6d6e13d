#include "client/remote_caller.h"

#include <fmt/format.h>

#include <charconv>

#include "auth/sign.h"
#include "client/http/checked_body.h"
#include "client/time.h"
#include "protocol/error_json.h"
#include "protocol/target.h"

namespace partita::client {
namespace {

constexpr int kOk = 200;

// Returns the failure in `result`, or nullopt if the attempt succeeded. Then `body` holds the body of the answer.
std::optional<AttemptFailure> failure_in(HttpResult& result, std::string& body) {
  using Kind = AttemptFailure::Kind;
  if (!result) {
    const HttpFailure& http = result.error();
    const Kind kind = http.sent == HttpFailure::Sent::Maybe        ? Kind::NoAnswer
                      : http.sent == HttpFailure::Sent::NoAndNever ? Kind::NeverSent
                                                                   : Kind::NotSent;
    return AttemptFailure{kind, {ErrorCode::ServiceUnavailable, http.why}};
  }
  auto checked = checked_body(*result);
  if (!checked)
    return AttemptFailure{Kind::Damaged, {ErrorCode::InternalServerError, "the answer does not match its checksum"}};
  if (result->status != kOk)
    return AttemptFailure{Kind::Error, protocol::decode_error(result->status, *checked), result->status};
  body = *std::move(checked);
  return std::nullopt;
}

std::optional<std::chrono::milliseconds> wait_asked_for(const HttpAnswer* answer) {
  const std::string* const text = answer == nullptr ? nullptr : answer->header("x-amz-retry-after");
  int milliseconds = 0;
  if (text == nullptr) return std::nullopt;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), milliseconds);
  if (read.ec != std::errc() || milliseconds < 0) return std::nullopt;
  return std::chrono::milliseconds(milliseconds);
}

}  // namespace

RemoteCaller::RemoteCaller(CallerSettings settings, std::unique_ptr<RefreshingCredentials> credentials,
                           ClientDependencies dependencies)
    : settings_(std::move(settings)),
      dependencies_(std::move(dependencies)),
      loop_(static_cast<std::size_t>(settings_.max_connections)),
      credentials_(std::move(credentials)) {}

void RemoteCaller::start(Call call) {
  loop_.post([this, call = std::move(call)] { attempt(call); });
}

void RemoteCaller::attempt(const Call& call) {
  credentials_->get([this, call](const Result<Credentials>& credentials) {
    if (loop_.on_own_thread())
      send(call, credentials);
    else
      loop_.post([this, call, credentials] { send(call, credentials); });
  });
}

void RemoteCaller::send(const Call& call, const Result<Credentials>& credentials) {
  if (!credentials) return end_with(call, credentials.error());
  auto endpoint =
      endpoint_of_account(settings_.endpoint, settings_.account_endpoints, settings_.region, credentials->account_id);
  if (!endpoint) return end_with(call, std::move(endpoint.error()));
  const bool of_streams = protocol::is_of_streams(call->operation);
  call->credentials = *credentials;
  call->url = of_streams ? endpoint->stream_url : endpoint->url;
  ++call->attempts;
  HttpRequest request;
  request.url = call->url;
  request.headers = signed_headers(*call, of_streams ? endpoint->stream_host : endpoint->host);
  request.body = call->body;
  request.connect_timeout = settings_.connect_timeout;
  request.timeout = settings_.request_timeout;
  request.ca_bundle = settings_.ca_bundle;
  request.direct = settings_.endpoint.loopback;
  loop_.send(std::move(request), [this, call](HttpResult result) { ended(call, std::move(result)); });
}

HttpHeaders RemoteCaller::signed_headers(const RemoteCall& call, const std::string& host) const {
  auth::SigningRequest request;
  request.headers = {{"Host", host},
                     {"Content-Type", "application/x-amz-json-1.0"},
                     {"X-Amz-Target", std::string(protocol::service_of(call.operation)) + "." + call.operation}};
  request.body = call.body;
  request.region = settings_.region;
  request.now_ms = dependencies_.clock->now_ms() + clock_offset_ms_;
  HttpHeaders headers = request.headers;
  for (auto& header : auth::sign(request, call.credentials)) headers.push_back(std::move(header));
  headers.emplace_back("User-Agent", "partita/" PARTITA_VERSION);
  if (settings_.accept_gzip) headers.emplace_back("Accept-Encoding", "gzip");
  return headers;
}

void RemoteCaller::ended(const Call& call, HttpResult result) {
  std::string body;
  if (const auto failure = failure_in(result, body)) return attempt_failed(call, *failure, result ? &*result : nullptr);
  quota_.give_back(call->quota_taken);
  call->done(std::move(body));
}

void RemoteCaller::attempt_failed(const Call& call, const AttemptFailure& failure, const HttpAnswer* answer) {
  if (may_have_happened(failure)) call->may_have_happened = true;
  switch (judge(failure, call->repeatable)) {
    case Verdict::Final:
    case Verdict::Unknown:
      return give_up(call, failure);
    case Verdict::Retry:
      return retry(call, failure, Cause::Transient, answer);
    case Verdict::RetryThrottled:
      return retry(call, failure, Cause::Throttled, answer);
    case Verdict::CorrectClock:
      if (std::exchange(call->clock_corrected, true)) return give_up(call, failure);
      correct_clock(*call, *answer);
      return attempt(call);
    case Verdict::RenewCredentials:
      if (std::exchange(call->credentials_renewed, true)) return give_up(call, failure);
      credentials_->drop(call->credentials);
      return attempt(call);
  }
}

void RemoteCaller::retry(const Call& call, const AttemptFailure& failure, Cause cause, const HttpAnswer* answer) {
  if (call->attempts >= settings_.max_attempts) return give_up(call, failure);
  const auto cost = quota_.take(cause);
  if (!cost) return give_up(call, failure);
  call->quota_taken = *cost;
  const auto delay = delay_before(call->attempts, cause, dependencies_.jitter(), wait_asked_for(answer));
  settings_.log.write(base::Log::Level::Debug,
                      fmt::format("{} is sent again in {} ms, after attempt {}: {}", call->operation, delay.count(),
                                  call->attempts, failure.error.message));
  loop_.after(delay, [this, call] { attempt(call); });
}

void RemoteCaller::correct_clock(const RemoteCall& call, const HttpAnswer& answer) {
  const std::string* const date = answer.header("date");
  const auto theirs = date == nullptr ? std::nullopt : parse_http_date(*date);
  if (!theirs) return;
  clock_offset_ms_ = *theirs - dependencies_.clock->now_ms();
  settings_.log.warning(
      fmt::format("This machine's clock differs by {} s from that of {}", clock_offset_ms_ / 1000, call.url));
}

void RemoteCaller::give_up(const Call& call, const AttemptFailure& failure) {
  using Kind = AttemptFailure::Kind;
  const bool answered = failure.kind == Kind::Error;
  const std::string what = failure.kind == Kind::NotSent || failure.kind == Kind::NeverSent
                               ? fmt::format("Cannot reach {}: {}", call->url, failure.error.message)
                               : fmt::format("No answer from {}: {}", call->url, failure.error.message);
  if (answered && rules_out_earlier_attempts(failure)) return call->done(unexpected(failure.error));
  if (answered) return end_with(call, failure.error);
  const bool sent = failure.kind == Kind::NoAnswer || failure.kind == Kind::Damaged;
  end_with(call, {sent ? ErrorCode::InternalServerError : ErrorCode::ServiceUnavailable, what});
}

void RemoteCaller::end_with(const Call& call, Error error) {
  if (!call->may_have_happened || call->repeatable() == Repeatable::Read)
    return call->done(unexpected(std::move(error)));
  call->done(
      fail(ErrorCode::OutcomeUnknown, fmt::format("The outcome of {} is unknown. {}", call->operation, error.message)));
}

}  // namespace partita::client
