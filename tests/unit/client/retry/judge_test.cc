#include "client/retry/judge.h"

#include <gtest/gtest.h>

namespace partita::client {
namespace judge_test {

using Kind = AttemptFailure::Kind;

AttemptFailure error(int status, ErrorCode code, std::string message = "") {
  return {Kind::Error, {code, std::move(message), {}, {}}, status};
}

TEST(JudgeTest, says_what_follows_for_each_sort_of_request) {
  struct Case {
    const char* what;
    AttemptFailure failure;
    Verdict read, write, no;
  };
  constexpr auto kFinal = Verdict::Final, kRetry = Verdict::Retry, kLater = Verdict::RetryThrottled,
                 kClock = Verdict::CorrectClock, kRenew = Verdict::RenewCredentials, kUnknown = Verdict::Unknown;
  const Case cases[] = {
      {"unreachable", {Kind::NotSent}, kRetry, kRetry, kRetry},
      {"certificate", {Kind::NeverSent}, kFinal, kFinal, kFinal},
      {"broken", {Kind::NoAnswer}, kRetry, kRetry, kUnknown},
      {"damaged", {Kind::Damaged}, kRetry, kRetry, kUnknown},
      {"500", error(500, ErrorCode::InternalServerError), kRetry, kRetry, kUnknown},
      {"a proxy's 502", error(502, ErrorCode::InternalServerError, "HTTP status 502: <html>"), kRetry, kRetry,
       kUnknown},
      {"503", error(503, ErrorCode::ServiceUnavailable), kRetry, kRetry, kUnknown},
      {"throttled", error(400, ErrorCode::ThrottlingException), kLater, kLater, kLater},
      {"throttled by 503", error(503, ErrorCode::ThrottlingException), kLater, kLater, kLater},
      {"throughput", error(400, ErrorCode::ProvisionedThroughputExceededException), kLater, kLater, kLater},
      {"too many requests", error(429, ErrorCode::InternalServerError), kLater, kLater, kLater},
      {"in progress", error(400, ErrorCode::TransactionInProgressException), kLater, kLater, kLater},
      {"conflict", error(400, ErrorCode::TransactionConflictException), kRetry, kRetry, kRetry},
      {"cancelled", error(400, ErrorCode::TransactionCanceledException), kFinal, kFinal, kFinal},
      {"condition", error(400, ErrorCode::ConditionalCheckFailedException), kFinal, kFinal, kFinal},
      {"a code nobody knows", error(400, ErrorCode::InternalServerError, "HTTP status 400: {}"), kFinal, kFinal,
       kFinal},
      {"late", error(400, ErrorCode::InvalidSignatureException, "Signature expired: 1 is now earlier than 2"), kClock,
       kClock, kClock},
      {"early", error(400, ErrorCode::InvalidSignatureException, "Signature not yet current: 2"), kClock, kClock,
       kClock},
      {"skewed", error(403, ErrorCode::InternalServerError, "HTTP status 403: RequestTimeTooSkewed"), kClock, kClock,
       kClock},
      {"wrong key", error(400, ErrorCode::InvalidSignatureException, "does not match"), kFinal, kFinal, kFinal},
      {"expired token", error(400, ErrorCode::ExpiredTokenException), kRenew, kRenew, kRenew},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(judge(c.failure, [] { return Repeatable::Read; }), c.read) << c.what;
    EXPECT_EQ(judge(c.failure, [] { return Repeatable::Write; }), c.write) << c.what;
    EXPECT_EQ(judge(c.failure, [] { return Repeatable::No; }), c.no) << c.what;
  }
}

}  // namespace judge_test
}  // namespace partita::client
