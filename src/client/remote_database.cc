#include "client/remote_database.h"

#include <fmt/format.h>

#include <random>

#include "base/check.h"
#include "base/completing.h"
#include "client/remote_subscription.h"
#include "client/retry/repeatable.h"
#include "client/waiter.h"
#include "protocol/codec.h"
#include "protocol/json/check_text.h"

namespace partita::client {
namespace {

// Completes a request before its first attempt. All attempts of a transaction must have the same token.
template <class Request>
void complete(Request&) {}

void give_token(OptionalString& token) {
  if (token) return;
  std::random_device random;
  token = fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

void complete(TransactWriteItemsRequest& request) { give_token(request.client_request_token); }
void complete(ExecuteTransactionRequest& request) {
  if (repeatable(request) != Repeatable::Read) give_token(request.client_request_token);
}

template <class Response>
Result<Response> decode(const Result<std::string>& body, const RemoteCall& call, const std::string& url) {
  if (!body) return unexpected(body.error());
  auto response = protocol::decode_response<Response>(*body);
  if (response) return response;
  const bool read = call.repeatable() == Repeatable::Read;
  return fail(read ? ErrorCode::InternalServerError : ErrorCode::OutcomeUnknown,
              fmt::format("{} answered {} with a body that is not an answer of DynamoDB: {}", url, call.operation,
                          response.error().message));
}

}  // namespace

RemoteDatabase::~RemoteDatabase() {
  PARTITA_CHECK(!caller_->on_own_thread());
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return under_way_ == 0; });
}

void RemoteDatabase::started() {
  const std::lock_guard lock(mutex_);
  under_way_ += 2;
}

void RemoteDatabase::ended() {
  const std::lock_guard lock(mutex_);
  if (--under_way_ == 0) idle_.notify_all();
}

template <class Response, class Request>
void RemoteDatabase::start(std::string_view operation, Request request, Completion<Response> completion) {
  started();
  if (auto text = protocol::check_text(request); !text) {
    {
      const base::Completing completing;
      completion(unexpected(std::move(text.error())));
    }
    ended();
    return ended();
  }
  complete(request);
  const auto call = std::make_shared<RemoteCall>();
  call->operation = operation;
  protocol::encode_request(request, call->body);
  call->repeatable = [request = std::make_shared<const Request>(std::move(request))] { return repeatable(*request); };
  call->done = [this, weak = std::weak_ptr(call), completion = std::move(completion)](const Result<std::string>& body) {
    {
      const base::Completing completing;
      completion(decode<Response>(body, *weak.lock(), caller_->url()));
    }
    ended();
  };
  caller_->start(call);
  ended();
}

template <class Response, class Request>
Result<Response> RemoteDatabase::wait_for(std::string_view operation, Request request) {
  if (caller_->on_own_thread())
    return invalid(
        fmt::format("{}: a completion must not wait for an operation; use the form with a completion", operation));
  Waiter<Response> waiter;
  start<Response>(operation, std::move(request), waiter.completion());
  return waiter.wait();
}

#define PARTITA_OPERATION(function, Name)                                                       \
  Result<Name##Response> RemoteDatabase::function(Name##Request request) {                      \
    return wait_for<Name##Response>(#Name, std::move(request));                                 \
  }                                                                                             \
  void RemoteDatabase::function(Name##Request request, Completion<Name##Response> completion) { \
    start<Name##Response>(#Name, std::move(request), std::move(completion));                    \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

Result<std::unique_ptr<Subscription>> RemoteDatabase::subscribe(SubscribeRequest request) {
  const auto later = [this](std::chrono::milliseconds delay, std::function<void()> task) {
    caller_->later(delay, std::move(task));
  };
  return subscribe_remotely(*this, later, request);
}

}  // namespace partita::client
