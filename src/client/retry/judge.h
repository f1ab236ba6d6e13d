// What to make of one attempt: pure functions, so that every rule about retries is in one table of tests.
#pragma once

#include <partita/error.h>

#include "client/retry/repeatable.h"

namespace partita::client {

// How an attempt ended, where it did not end well.
struct Setback {
  enum class Kind : std::uint8_t {
    NotSent,    // nothing of the request left this machine
    NeverSent,  // the same, and it would not help to try again
    NoAnswer,   // it was sent, and no answer came or only a part of one
    Damaged,    // an answer came whose checksum is wrong
    Error,      // the endpoint's error
  };
  Kind kind = Kind::Error;
  Error error = {};     // the endpoint's; or with a message that says what happened
  int http_status = 0;  // of Error
};

enum class Verdict : std::uint8_t {
  Final,  // the error is the answer
  Retry,
  RetryThrottled,    // later
  CorrectClock,      // the endpoint's clock differs; nothing was done
  RenewCredentials,  // the session token has expired; nothing was done
  Unknown,           // a write that may have happened, and must not be sent again
};
// `repeatable` is asked only where the answer depends on it.
Verdict judge(const Setback& setback, const std::function<Repeatable()>& repeatable);

// Whether a write may have been carried out in spite of the setback.
bool may_have_happened(const Setback& setback);
bool is_throttling(const Setback& setback);

}  // namespace partita::client
