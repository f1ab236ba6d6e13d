#include "client/remote_caller.h"

#include <fmt/format.h>

#include <charconv>

#include "client/http/checked_body.h"
#include "client/time.h"
#include "protocol/codec.h"
#include "protocol/sigv4.h"

namespace partita::client {
namespace {

constexpr int kOk = 200;

// The failure in `result`. nullopt for a success, whose body is then in `body`.
std::optional<Setback> setback_in(HttpResult& result, std::string& body) {
  using Kind = Setback::Kind;
  if (!result) {
    const HttpFailure& failure = result.error();
    const Kind kind = failure.sent == HttpFailure::Sent::Maybe        ? Kind::NoAnswer
                      : failure.sent == HttpFailure::Sent::NoAndNever ? Kind::NeverSent
                                                                      : Kind::NotSent;
    return Setback{kind, {ErrorCode::ServiceUnavailable, failure.why, {}, {}}};
  }
  auto checked = checked_body(*result);
  if (!checked)
    return Setback{Kind::Damaged, {ErrorCode::InternalServerError, "the answer does not match its checksum", {}, {}}};
  if (result->status != kOk)
    return Setback{Kind::Error, protocol::decode_error(result->status, *checked), result->status};
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
  if (!credentials) return call->done(unexpected(credentials.error()));
  call->credentials = *credentials;
  ++call->attempts;
  HttpRequest request;
  request.url = settings_.endpoint.url;
  request.headers = signed_headers(*call);
  request.body = call->body;
  request.connect_timeout = settings_.connect_timeout;
  request.timeout = settings_.request_timeout;
  request.ca_bundle = settings_.ca_bundle;
  request.direct = settings_.endpoint.loopback;
  loop_.send(std::move(request), [this, call](HttpResult result) { ended(call, std::move(result)); });
}

HttpHeaders RemoteCaller::signed_headers(const RemoteCall& call) const {
  protocol::SigningRequest request;
  request.headers = {{"Host", settings_.endpoint.host},
                     {"Content-Type", "application/x-amz-json-1.0"},
                     {"X-Amz-Target", "DynamoDB_20120810." + call.operation}};
  request.body = call.body;
  request.region = settings_.region;
  request.now_ms = dependencies_.clock->now_ms() + clock_offset_ms_;
  HttpHeaders headers = request.headers;
  for (auto& header : protocol::sign(request, call.credentials)) headers.push_back(std::move(header));
  headers.emplace_back("User-Agent", "partita/" PARTITA_VERSION);
  if (settings_.accept_gzip) headers.emplace_back("Accept-Encoding", "gzip");
  return headers;
}

void RemoteCaller::ended(const Call& call, HttpResult result) {
  std::string body;
  if (const auto setback = setback_in(result, body)) return set_back(call, *setback, result ? &*result : nullptr);
  quota_.give_back(call->quota_taken);
  call->done(std::move(body));
}

void RemoteCaller::set_back(const Call& call, const Setback& setback, const HttpAnswer* answer) {
  if (may_have_happened(setback)) call->may_have_happened = true;
  switch (judge(setback, call->repeatable)) {
    case Verdict::Final:
    case Verdict::Unknown:
      return give_up(call, setback);
    case Verdict::Retry:
      return retry(call, setback, Cause::Transient, answer);
    case Verdict::RetryThrottled:
      return retry(call, setback, Cause::Throttled, answer);
    case Verdict::CorrectClock:
      if (std::exchange(call->clock_corrected, true)) return give_up(call, setback);
      correct_clock(*answer);
      return attempt(call);
    case Verdict::RenewCredentials:
      if (std::exchange(call->credentials_renewed, true)) return give_up(call, setback);
      credentials_->drop(call->credentials);
      return attempt(call);
  }
}

void RemoteCaller::retry(const Call& call, const Setback& setback, Cause cause, const HttpAnswer* answer) {
  if (call->attempts >= settings_.max_attempts) return give_up(call, setback);
  const auto cost = quota_.take(cause);
  if (!cost) return give_up(call, setback);
  call->quota_taken = *cost;
  const auto delay = delay_before(call->attempts, cause, dependencies_.jitter(), wait_asked_for(answer));
  settings_.log.write(base::Log::Level::Debug,
                      fmt::format("{} is sent again in {} ms, after attempt {}: {}", call->operation, delay.count(),
                                  call->attempts, setback.error.message));
  loop_.after(delay, [this, call] { attempt(call); });
}

void RemoteCaller::correct_clock(const HttpAnswer& answer) {
  const std::string* const date = answer.header("date");
  const auto theirs = date == nullptr ? std::nullopt : parse_http_date(*date);
  if (!theirs) return;
  clock_offset_ms_ = *theirs - dependencies_.clock->now_ms();
  settings_.log.warning(
      fmt::format("This machine's clock differs by {} s from that of {}", clock_offset_ms_ / 1000, url()));
}

void RemoteCaller::give_up(const Call& call, const Setback& setback) {
  using Kind = Setback::Kind;
  const bool answered = setback.kind == Kind::Error;
  const std::string what = setback.kind == Kind::NotSent || setback.kind == Kind::NeverSent
                               ? fmt::format("Cannot reach {}: {}", url(), setback.error.message)
                               : fmt::format("No answer from {}: {}", url(), setback.error.message);
  const bool is_definite = answered && !may_have_happened(setback) && !is_throttling(setback);
  if (call->may_have_happened && !is_definite && call->repeatable() != Repeatable::Read)
    return call->done(fail(ErrorCode::OutcomeUnknown, fmt::format("The outcome of {} is unknown. {}", call->operation,
                                                                  answered ? setback.error.message : what)));
  if (answered) return call->done(unexpected(setback.error));
  const bool sent = setback.kind == Kind::NoAnswer || setback.kind == Kind::Damaged;
  call->done(fail(sent ? ErrorCode::InternalServerError : ErrorCode::ServiceUnavailable, what));
}

}  // namespace partita::client
