// The judgement of one attempt. It is a pure function, so that one table of tests has every rule about retries.
#pragma once

#include <partita/error.h>

#include "client/retry/repeatable.h"

namespace partita::client {

// The end of an attempt that failed.
struct AttemptFailure {
  enum class Kind : std::uint8_t {
    NotSent,    // no byte of the request left this machine
    NeverSent,  // as NotSent, and another attempt would fail too
    NoAnswer,   // it was sent, but the answer is missing or incomplete
    Damaged,    // the checksum of the answer is wrong
    Error,      // the endpoint answered with an error
  };
  Kind kind = Kind::Error;
  Error error = {};     // the endpoint's error, or one whose message describes the failure
  int http_status = 0;  // only for Error
};

enum class Verdict : std::uint8_t {
  Final,  // the error is the result of the call
  Retry,
  RetryThrottled,    // retry after a longer delay
  CorrectClock,      // the endpoint's clock differs; the request was not executed
  RenewCredentials,  // the session token has expired; the request was not executed
  Unknown,           // the write may have been executed and must not be sent again
};
// Calls `repeatable` only if the verdict depends on it.
Verdict judge(const AttemptFailure& failure, const std::function<Repeatable()>& repeatable);

// Whether a write may have been executed in spite of the failure.
bool may_have_happened(const AttemptFailure& failure);
bool is_throttling(const AttemptFailure& failure);
// Whether the failure of a repeated write proves that its earlier attempts were not executed either. Only the
// cancellation of a transaction does, and only for a reason in its items: an endpoint that had executed an earlier
// attempt would have answered the repetition, which has the same token, with success. A transaction that was cancelled
// because of a conflict or of throttling may have met its own earlier attempt.
bool rules_out_earlier_attempts(const AttemptFailure& failure);

}  // namespace partita::client
