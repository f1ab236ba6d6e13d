// BucketClient: sends requests to one bucket, signed and repeated.
#pragma once

#include <partita/connect.h>

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
};

class BucketClient {
 public:
  struct Settings {
    std::string bucket;
    client::Endpoint endpoint;
    std::string region;
    std::string ca_bundle;
  };
  // Requires: libcurl is loaded.
  BucketClient(Settings settings, std::unique_ptr<client::RefreshingCredentials> credentials,
               client::ClientDependencies dependencies);

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
  Error error_of(const BucketRequest& request, const client::HttpAnswer& answer) const;

  const Settings settings_;
  const std::unique_ptr<client::RefreshingCredentials> credentials_;
  const client::ClientDependencies dependencies_;

  std::mutex mutex_;
  std::vector<std::unique_ptr<client::Transfer>> idle_;  // guarded by mutex_; their connections are kept
};

}  // namespace partita::buckets
