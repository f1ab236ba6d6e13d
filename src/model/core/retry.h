// The failures after which a request is sent again.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "model/core/async_operation.h"

namespace partita::model {

// True if the request may have been carried out although it failed.
inline bool outcome_is_unknown(ErrorCode code) {
  return code == ErrorCode::OutcomeUnknown || code == ErrorCode::InternalServerError ||
         code == ErrorCode::ServiceUnavailable;
}

// True if the same request may succeed later.
inline bool may_succeed_later(ErrorCode code) { return describe(code).retryable || outcome_is_unknown(code); }

// The error of a write with an unknown outcome. It has the message and the item of `cause`.
inline Error outcome_unknown(const Error& cause) {
  return Error{ErrorCode::OutcomeUnknown, "The outcome of the write is not known: " + cause.message, cause.item};
}

// Sends `request` until it succeeds, fails for good, or the attempts are used up.
// Requires: the request may be repeated. `operation` is an AsyncOperation with a member `cost`, which counts the
// requests. `then` gets the last answer.
template <class State, class Request>
void call_with_retries(std::shared_ptr<State> operation, Request request, Done<ResponseOf<Request>> then,
                       int attempt = 1) {
  ++operation->cost.requests;
  Request copy = request;
  const RequestSender& caller = operation->caller;
  caller.call(
      std::move(copy), Done<ResponseOf<Request>>([operation, request = std::move(request), then = std::move(then),
                                                  attempt](Result<ResponseOf<Request>> answer) mutable {
        if (answer || !may_succeed_later(answer.error().code)) return then(std::move(answer));
        const auto delay = operation->caller.session().back_off(attempt);
        if (!delay) return then(std::move(answer));
        operation->caller.after(
            *delay, [operation, request, then, attempt] { call_with_retries(operation, request, then, attempt + 1); });
      }));
}

// The failures in a row of an operation whose step can be made again, such as a read of several requests side by side.
class Failures {
 public:
  // True if the step is to be made again: then `again` is called after a delay. False if the error lasts, or if the
  // attempts are used up. `caller` must live until then.
  template <class Again>
  bool passes(const RequestSender& caller, const Error& error, Again again) {
    return may_succeed_later(error.code) && goes_on(caller, std::move(again));
  }
  // The same for an error of which the caller knows that it may pass.
  template <class Again>
  bool goes_on(const RequestSender& caller, Again again) {
    const auto delay = caller.session().back_off(++count_);
    if (!delay) return false;
    caller.after(*delay, std::move(again));
    return true;
  }
  void forget() { count_ = 0; }

 private:
  int count_ = 0;
};

}  // namespace partita::model
