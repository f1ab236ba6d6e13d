#include "client/retry/judge.h"

namespace partita::client {
namespace {

bool mentions(const Error& error, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts)
    if (error.message.find(text) != std::string::npos) return true;
  return false;
}

bool blames_the_clock(const Setback& setback) {
  if (setback.error.code == ErrorCode::InvalidSignatureException)
    return mentions(setback.error, {"Signature expired", "Signature not yet current"});
  return setback.http_status < 500 &&
         mentions(setback.error, {"RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture"});
}

}  // namespace

bool is_throttling(const Setback& setback) {
  switch (setback.error.code) {
    case ErrorCode::ThrottlingException:
    case ErrorCode::ProvisionedThroughputExceededException:
    case ErrorCode::RequestLimitExceeded:
    case ErrorCode::LimitExceededException:
    case ErrorCode::TransactionInProgressException:
      return setback.kind == Setback::Kind::Error;
    default:
      return setback.kind == Setback::Kind::Error && setback.http_status == 429;
  }
}

bool may_have_happened(const Setback& setback) {
  switch (setback.kind) {
    case Setback::Kind::NotSent:
    case Setback::Kind::NeverSent:
      return false;
    case Setback::Kind::NoAnswer:
    case Setback::Kind::Damaged:
      return true;
    case Setback::Kind::Error:
      break;
  }
  return setback.http_status >= 500 && !is_throttling(setback);
}

Verdict judge(const Setback& setback, const std::function<Repeatable()>& repeatable) {
  if (setback.kind == Setback::Kind::NeverSent) return Verdict::Final;
  if (setback.kind == Setback::Kind::NotSent) return Verdict::Retry;
  if (may_have_happened(setback)) return repeatable() == Repeatable::No ? Verdict::Unknown : Verdict::Retry;
  if (is_throttling(setback)) return Verdict::RetryThrottled;
  if (blames_the_clock(setback)) return Verdict::CorrectClock;
  if (setback.error.code == ErrorCode::ExpiredTokenException) return Verdict::RenewCredentials;
  // A 4xx with an unknown code is decoded as InternalServerError, although it is a client's error.
  const bool is_named = setback.error.code != ErrorCode::InternalServerError;
  return is_named && describe(setback.error.code).retryable ? Verdict::Retry : Verdict::Final;
}

}  // namespace partita::client
