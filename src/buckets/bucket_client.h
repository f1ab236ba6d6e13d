// BucketClient: sends requests to one bucket, signed and repeated.
#pragma once

#include <partita/connect.h>

#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "client/credentials/refreshing.h"
#include "client/dependencies.h"
#include "client/endpoint.h"
#include "client/http/transfer.h"

namespace partita::buckets {

struct BucketRequest {
  std::string method = "GET";
  std::string key = {};  // empty: the bucket itself
  std::vector<std::pair<std::string, std::string>> query = {};
  client::HttpHeaders headers = {};
  std::string body = {};
  // If the work has ended, the request is sent even so, once and with little time for its answer.
  bool is_last_word = false;
};

class BucketClient {
 public:
  struct Settings {
    std::string bucket;
    client::Endpoint endpoint;
    std::string region;
    std::string ca_bundle;
    std::chrono::milliseconds patience{};  // BucketOptions::patience
  };
  // Requires: libcurl is loaded.
  BucketClient(Settings settings, std::unique_ptr<client::RefreshingCredentials> credentials,
               client::ClientDependencies dependencies);

  // Ends each send() soon with ServiceUnavailable when `stops` returns true. Requires: no request was sent yet.
  void end_if(std::function<bool()> stops) { stops_ = std::move(stops); }

  // Sends the request and waits for an answer with a status of 2xx, or with one that is in `also`. May be called from
  // several threads. Errors: ResourceNotFoundException for a 404, AccessDeniedException for a 403,
  // MissingAuthenticationTokenException without credentials, ServiceUnavailable if no answer came, and
  // InternalServerError for any other answer. The messages name the object.
  Result<client::HttpAnswer> send(const BucketRequest& request, std::initializer_list<int> also = {});

  // "s3://bucket/key".
  std::string name_of(const std::string& key) const;

 private:
  Result<Credentials> credentials();
  client::HttpRequest signed_request(const BucketRequest& request, const Credentials& credentials) const;
  client::HttpResult perform(client::HttpRequest request);
  bool is_ended() const { return stops_ && stops_(); }
  // Waits before the next attempt, unless the work has ended.
  void wait(std::chrono::milliseconds time) const;
  Error error_of(const BucketRequest& request, const client::HttpAnswer& answer) const;

  const Settings settings_;
  const std::unique_ptr<client::RefreshingCredentials> credentials_;
  const client::ClientDependencies dependencies_;
  std::function<bool()> stops_;

  std::mutex mutex_;
  std::vector<std::unique_ptr<client::Transfer>> idle_;  // guarded by mutex_; their connections are kept
};

}  // namespace partita::buckets
