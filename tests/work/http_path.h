// HttpPath: the server's work on one request's bytes, without the socket. It reads the header and the body, routes,
// starts the operation and builds the answer. One object serves one request after the other, as a connection does.
#pragma once

#include <partita/credentials.h>

#include <optional>
#include <string>
#include <string_view>

#include "server/answers/dispatch.h"
#include "server/answers/router.h"
#include "server/http/plain_request.h"
#include "server/http/request_id.h"
#include "server/metrics/metrics.h"
#include "server/subject/databases.h"

namespace partita::work {

class HttpPath final : public server::Call {
 public:
  explicit HttpPath(Database& database) : database_(database) { policy_.max_body_bytes = kLimit; }

  // Verifies signatures from now on. `keys` and `clock` must outlive this object.
  void verify(const auth::KeyStore& keys, const base::Clock& clock) {
    verifier_.emplace(keys, clock);
    policy_.auth = server::Auth::Keys;
    request_.keeps_fields = true;
  }
  // Asks policies from now on. All arguments must outlive this object.
  void ask_policies(const permissions::Tables& tables, const iam::Identity& identity) {
    authorizer_.emplace(tables);
    identity_ = &identity;
  }
  // From now on, requests of other accounts and regions get their databases from `databases`, which must outlive this
  // object.
  void serve_accounts(server::Databases& databases) {
    databases_ = &databases;
    policy_.regions = server::Regions::Many;
  }
  // The answer's bytes, valid until the next call. Throws if the request is not well-formed HTTP, or if the database
  // does not finish at once.
  std::string_view exchange(std::string_view request);
  // The two steps of exchange(): reading the request, and routing and answering it.
  void read(std::string_view request);
  void work();
  int status() const { return answer().status; }

  void is_about(std::string_view table) override { table_ = metrics_.table(table); }
  void decoded(server::KeepBody) override {}
  std::string_view body() const override { return request_.body; }
  std::string own_address() const override { return {}; }
  bool may_change(std::size_t /*bytes*/) override { return true; }
  bool may_answer(std::size_t, server::Outcome) override { return true; }
  void complete() override { completed_ = true; }

 private:
  static constexpr std::size_t kLimit = 1 << 20;

  Database& database_of_request();

  Database& database_;
  server::Databases* databases_ = nullptr;
  server::Policy policy_;
  server::Request request_;
  std::optional<auth::Verifier> verifier_;
  std::optional<permissions::Authorizer> authorizer_;
  const iam::Identity* identity_ = nullptr;
  server::RequestIds ids_;
  server::TableLabels labels_{10, [](std::string_view) { return true; }};
  server::LoopMetrics metrics_{labels_};
  server::TableCountsPtr table_;
  std::optional<protocol::Operation> operation_;
  bool completed_ = false;
};

// A request with the fields that an SDK sends. Its signature is only well-formed.
std::string http_request(std::string_view operation, std::string_view body);
// The same with the signature of `credentials` at `time_ms`.
std::string signed_http_request(std::string_view operation, std::string_view body, const Credentials& credentials,
                                std::int64_t time_ms);

}  // namespace partita::work
