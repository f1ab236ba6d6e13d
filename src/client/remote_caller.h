// RemoteCaller: carries calls to an endpoint. It signs each attempt, sends it, judges its result and tries again.
//
// The life of a call is on the loop's thread: attempt, credentials, send, ended. Then the call succeeds, fails, or is
// attempted again later.
#pragma once

#include <partita/error.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/log.h"
#include "client/account_endpoint.h"
#include "client/credentials/refreshing.h"
#include "client/dependencies.h"
#include "client/endpoint.h"
#include "client/http/loop.h"
#include "client/retry/backoff.h"
#include "client/retry/judge.h"

namespace partita::client {

struct CallerSettings {
  Endpoint endpoint;
  AccountEndpoints account_endpoints = AccountEndpoints::Disabled;
  std::string region;
  std::string ca_bundle;
  std::chrono::milliseconds connect_timeout{};
  std::chrono::milliseconds request_timeout{};
  int max_attempts = 1;
  int max_connections = 1;
  bool accept_gzip = false;
  base::Log log;
};

struct RemoteCall {
  std::string operation;  // for example "PutItem"
  std::string body;
  std::function<Repeatable()> repeatable;
  // Called once, on the loop's thread, with the body of the answer or the call's error.
  std::function<void(Result<std::string>)> done;

  // Only the loop's thread uses these.
  int attempts = 0;
  int quota_taken = 0;  // the cost of the last retry
  bool clock_corrected = false;
  bool credentials_renewed = false;
  bool may_have_happened = false;  // by one of the attempts
  Credentials credentials;         // those of the last attempt
  std::string url;                 // that of the last attempt
};

class RemoteCaller {
 public:
  RemoteCaller(CallerSettings settings, std::unique_ptr<RefreshingCredentials> credentials,
               ClientDependencies dependencies);
  // Requires: every call is done.
  ~RemoteCaller() = default;

  // May be called from any thread.
  void start(std::shared_ptr<RemoteCall> call);
  // Runs the task on the loop's thread after the delay, unless the caller is destroyed before. May be called from any
  // thread.
  void later(std::chrono::milliseconds delay, HttpLoop::Task task) {
    loop_.post([this, delay, task = std::move(task)] { loop_.after(delay, task); });
  }
  bool on_own_thread() const { return loop_.on_own_thread(); }
  // The endpoint's URL, which is that of the region if each account has its own.
  const std::string& url() const { return settings_.endpoint.url; }

 private:
  using Call = std::shared_ptr<RemoteCall>;

  void attempt(const Call& call);
  void send(const Call& call, const Result<Credentials>& credentials);
  HttpHeaders signed_headers(const RemoteCall& call, const std::string& host) const;
  void ended(const Call& call, HttpResult result);
  void attempt_failed(const Call& call, const AttemptFailure& failure, const HttpAnswer* answer);
  void retry(const Call& call, const AttemptFailure& failure, Cause cause, const HttpAnswer* answer);
  void correct_clock(const RemoteCall& call, const HttpAnswer& answer);
  // Ends the call with an error. `failure` was its last one.
  void give_up(const Call& call, const AttemptFailure& failure);
  // Ends the call with the error, or with OutcomeUnknown if it is a write that an earlier attempt may have carried out.
  static void end_with(const Call& call, Error error);

  const CallerSettings settings_;
  const ClientDependencies dependencies_;

  // Only the loop's thread uses these.
  std::int64_t clock_offset_ms_ = 0;  // the endpoint's clock minus this machine's
  RetryQuota quota_;

  HttpLoop loop_;
  const std::unique_ptr<RefreshingCredentials> credentials_;
};

}  // namespace partita::client
