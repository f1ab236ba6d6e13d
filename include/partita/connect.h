// Connects to a database elsewhere: partita::connect("http://127.0.0.1:8000"), or to Amazon DynamoDB:
// partita::connect().
//
// The result is the Database that partita::open gives, over HTTP(S). One thread of its own carries all its requests,
// hundreds at a time; completions run on that thread, so they must not block, and an operation's waiting form called in
// one is refused with a ValidationException. Nor may a completion destroy the Database.
#pragma once

#include <partita/credentials.h>
#include <partita/database_class.h>
#include <partita/log.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace partita {

struct ConnectOptions {
  // Which region requests are signed for. Empty: the one in an endpoint such as dynamodb.eu-west-1.amazonaws.com, else
  // AWS_REGION, AWS_DEFAULT_REGION, the profile's `region`; for a loopback endpoint at last us-east-1.
  std::string region = {};

  // Keys to sign with. Absent: the first of these that are configured, fetched again before they expire:
  //   1. AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN (unless `profile` is set)
  //   2. the profile, in AWS_SHARED_CREDENTIALS_FILE (~/.aws/credentials) and AWS_CONFIG_FILE (~/.aws/config): its keys
  //      or the answer of its `credential_process`
  //   3. a container's: AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or AWS_CONTAINER_CREDENTIALS_FULL_URI, with
  //      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE or AWS_CONTAINER_AUTHORIZATION_TOKEN
  //   4. an EC2 instance's role, by version 2 of the metadata service (AWS_EC2_METADATA_DISABLED,
  //      AWS_EC2_METADATA_SERVICE_ENDPOINT)
  // A loopback endpoint gets made-up keys where neither `profile` nor the environment has any: it asks for nothing
  // else.
  std::optional<Credentials> credentials = {};

  // The profile in those files. Empty: AWS_PROFILE, else "default".
  std::string profile = {};

  // A file of PEM certificates that an https endpoint's must go back to. Empty: AWS_CA_BUNDLE, else the system's.
  // Certificates are always verified.
  std::string ca_bundle = {};

  // To establish a connection, TLS included. Default: 3 s.
  std::chrono::milliseconds connect_timeout{3'000};
  // For one attempt, from its start to the end of its answer. Default: 30 s.
  std::chrono::milliseconds request_timeout{30'000};

  // How often a request is sent at most, the first time included; 1: no retries. 0: AWS_MAX_ATTEMPTS, else 4, as the
  // SDKs have it for DynamoDB. Between attempts they wait a random part of 25 ms, 50 ms, 100 ms ... up to 20 s, or of 1
  // s, 2 s ... after throttling. As in the SDKs, a quota stops retries while most requests fail.
  int max_attempts = 0;

  // Connections at a time, which are kept for later requests; further requests wait for one. Default: 256.
  int max_connections = 256;

  // Asks for compressed answers: less on the wire, more work on both sides. Default: no.
  bool accept_gzip = false;

  // Warnings about credentials that cannot be fetched anew; retries, at level Debug. Default: nowhere.
  LogSink log = {};
};

// Sends nothing yet. `endpoint` is a URL of scheme, host and port; empty: AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL,
// else Amazon DynamoDB in the region. Proxies come from the usual variables (https_proxy, no_proxy), never for
// loopback.
//
// What is retried: whatever the endpoint answers with a retryable error (ErrorCodeInfo::retryable, and any HTTP 5xx) or
// does not answer, if it was a read, or a write that may happen twice without harm: PutItem and DeleteItem without a
// condition and ReturnValues, BatchWriteItem, TransactWriteItems (which gets a ClientRequestToken before it is first
// sent), tags, and UpdateItem without a condition and ReturnValues whose expression only sets plain values, removes
// attributes or deletes from sets. Any other write is retried only where it surely did not happen, as after throttling.
//
// Errors: ValidationException for an endpoint or options that are wrong, or an unknown region. The operations': the
// endpoint's, and
//   OutcomeUnknown       a write may or may not have happened: read to find out
//   ServiceUnavailable   the endpoint cannot be reached; nothing happened
//   InternalServerError  a read without an answer, or an HTTP 5xx to a read
//   MissingAuthenticationTokenException  no credentials can be had; the message says from where none came
PARTITA_API Result<std::unique_ptr<Database>> connect(const std::string& endpoint = {}, ConnectOptions options = {});

}  // namespace partita
