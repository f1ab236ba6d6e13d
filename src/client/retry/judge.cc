#include "client/retry/judge.h"

#include <algorithm>

namespace partita::client {
namespace {

bool mentions(const Error& error, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts)
    if (error.message.find(text) != std::string::npos) return true;
  return false;
}

bool is_clock_error(const AttemptFailure& failure) {
  if (failure.error.code == ErrorCode::InvalidSignatureException)
    return mentions(failure.error, {"Signature expired", "Signature not yet current"});
  return failure.http_status < 500 &&
         mentions(failure.error, {"RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture"});
}

}  // namespace

bool is_throttling(const AttemptFailure& failure) {
  switch (failure.error.code) {
    case ErrorCode::ThrottlingException:
    case ErrorCode::ProvisionedThroughputExceededException:
    case ErrorCode::RequestLimitExceeded:
    case ErrorCode::LimitExceededException:
    case ErrorCode::TransactionInProgressException:
      return failure.kind == AttemptFailure::Kind::Error;
    default:
      return failure.kind == AttemptFailure::Kind::Error && failure.http_status == 429;
  }
}

bool may_have_happened(const AttemptFailure& failure) {
  switch (failure.kind) {
    case AttemptFailure::Kind::NotSent:
    case AttemptFailure::Kind::NeverSent:
      return false;
    case AttemptFailure::Kind::NoAnswer:
    case AttemptFailure::Kind::Damaged:
      return true;
    case AttemptFailure::Kind::Error:
      break;
  }
  return failure.http_status >= 500 && !is_throttling(failure);
}

bool rules_out_earlier_attempts(const AttemptFailure& failure) {
  if (failure.kind != AttemptFailure::Kind::Error || failure.error.code != ErrorCode::TransactionCanceledException)
    return false;
  return std::ranges::any_of(failure.error.cancellation_reasons, [](const CancellationReason& reason) {
    return reason.code == "ConditionalCheckFailed" || reason.code == "DuplicateItem" ||
           reason.code == "ItemCollectionSizeLimitExceeded" || reason.code == "ValidationError";
  });
}

Verdict judge(const AttemptFailure& failure, const std::function<Repeatable()>& repeatable) {
  if (failure.kind == AttemptFailure::Kind::NeverSent) return Verdict::Final;
  if (failure.kind == AttemptFailure::Kind::NotSent) return Verdict::Retry;
  if (may_have_happened(failure)) return repeatable() == Repeatable::No ? Verdict::Unknown : Verdict::Retry;
  if (is_throttling(failure)) return Verdict::RetryThrottled;
  if (is_clock_error(failure)) return Verdict::CorrectClock;
  if (failure.error.code == ErrorCode::ExpiredTokenException) return Verdict::RenewCredentials;
  // A 4xx with an unknown code is decoded as InternalServerError, although it is a client's error.
  const bool is_named = failure.error.code != ErrorCode::InternalServerError;
  return is_named && describe(failure.error.code).retryable ? Verdict::Retry : Verdict::Final;
}

}  // namespace partita::client
