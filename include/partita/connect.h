// Connects to a remote database: partita::connect("http://127.0.0.1:8000") to a server, partita::connect() to Amazon
// DynamoDB.
//
// The result is a Database like the one that partita::open returns, but over HTTP or HTTPS. One thread of its own
// carries all its requests, hundreds at a time. Completions run on that thread, so they must not block. If a completion
// calls the waiting form of an operation, that call is refused with a ValidationException. A completion must not
// destroy the Database.
#pragma once

#include <partita/credentials.h>
#include <partita/database_class.h>
#include <partita/log.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace partita {

// Whether requests to Amazon DynamoDB go to the endpoint of the account, https://<account>.ddb.<region>.amazonaws.com,
// in the place of the region's, https://dynamodb.<region>.amazonaws.com.
enum class AccountEndpoints {
  Preferred,  // if the account is known
  Disabled,
  Required,  // if the account is not known, requests are refused
};

struct ConnectOptions {
  // The region that requests are signed for. If empty, it is the first of these: the region in an endpoint such as
  // dynamodb.eu-west-1.amazonaws.com; AWS_REGION; AWS_DEFAULT_REGION; the profile's `region`; for a loopback endpoint,
  // us-east-1.
  std::string region = {};

  // The keys that requests are signed with. If absent, the keys come from the first of these sources that is
  // configured, and are fetched again before they expire:
  //   1. AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN (unless `profile` is set)
  //   2. the profile, in AWS_SHARED_CREDENTIALS_FILE (~/.aws/credentials) and AWS_CONFIG_FILE (~/.aws/config): its keys
  //      or the answer of its `credential_process`
  //   3. a container's: AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or AWS_CONTAINER_CREDENTIALS_FULL_URI, with
  //      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE or AWS_CONTAINER_AUTHORIZATION_TOKEN
  //   4. an EC2 instance's role, by version 2 of the metadata service (AWS_EC2_METADATA_DISABLED,
  //      AWS_EC2_METADATA_SERVICE_ENDPOINT)
  // For a loopback endpoint only `profile`, the environment and, if AWS_SHARED_CREDENTIALS_FILE is set, that file are
  // asked. If they have no keys, the requests are signed with dummy keys.
  std::optional<Credentials> credentials = {};

  // Used only if no endpoint is given. If absent, it is AWS_ACCOUNT_ID_ENDPOINT_MODE, the profile's
  // account_id_endpoint_mode, or Preferred. The account comes with the keys: Credentials::account_id, AWS_ACCOUNT_ID,
  // the profile's aws_account_id, or the AccountId in the answer of a credential process, a container or EC2. Streams,
  // and the regions of China and of governments, have no such endpoints.
  std::optional<AccountEndpoints> account_endpoints = {};

  // The profile in those files. If empty, it is AWS_PROFILE or else "default".
  std::string profile = {};

  // A file of PEM certificates. The certificate chain of an https endpoint must end in one of them. If empty, the file
  // is AWS_CA_BUNDLE or else the system's. Certificates are always verified.
  std::string ca_bundle = {};

  // The limit for establishing a connection, TLS included.
  std::chrono::milliseconds connect_timeout{3'000};
  // The limit for one attempt, from its start to the end of its answer.
  std::chrono::milliseconds request_timeout{30'000};

  // How often a request is sent at most, the first time included. With 1 no request is retried. With 0 the number is
  // AWS_MAX_ATTEMPTS or else 4, as the SDKs have it for DynamoDB. The wait between two attempts is a random part of 25
  // ms, 50 ms, 100 ms and so on up to 20 s, and of 1 s, 2 s and so on after throttling. As in the SDKs, a quota stops
  // the retries while most requests fail.
  int max_attempts = 0;

  // The number of connections at a time. Connections are kept for later requests, and further requests wait for one.
  int max_connections = 256;

  // Whether to ask for compressed answers, which cost fewer bytes on the wire and more work on both sides.
  bool accept_gzip = false;

  // Receives warnings about credentials that cannot be renewed and, at level Debug, a line for each retry. If empty,
  // the lines are dropped.
  LogSink log = {};
};

// Makes a remote database. The first operation sends the first request. `endpoint` is a URL of scheme, host and
// port. If empty, it is AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL or else Amazon DynamoDB in the region. Proxies come
// from the usual variables (https_proxy, no_proxy), but never for loopback.
//
// A request is retried if the endpoint answers it with a retryable error (ErrorCodeInfo::retryable, and any HTTP 5xx)
// or does not answer, and if it is a read or a write that may happen twice without harm. Such writes are: PutItem and
// DeleteItem without a condition and ReturnValues; BatchWriteItem; TransactWriteItems, which gets a ClientRequestToken
// before it is first sent; tags; UpdateItem without a condition and ReturnValues whose expression only sets plain
// values, removes attributes or deletes from sets. Any other write is retried only if it certainly did not happen, for
// example after throttling.
//
// Errors of this function: ValidationException if the endpoint or an option is wrong, or the region is unknown. Errors
// of the operations: the errors of the endpoint, and
//   OutcomeUnknown       a write may or may not have happened; a read finds out
//   ServiceUnavailable   the endpoint cannot be reached; the request had no effect
//   InternalServerError  a read got no answer, or an HTTP 5xx
//   MissingAuthenticationTokenException  no source has credentials, and the message names the sources; or the account
//                        is not known, and ConnectOptions::account_endpoints requires it
PARTITA_API Result<std::unique_ptr<Database>> connect(const std::string& endpoint = {}, ConnectOptions options = {});

}  // namespace partita
