// A Database elsewhere, spoken to in DynamoDB's HTTP API: one connection, kept alive, one request at a time.
#pragma once

#include <partita/database.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "protocol/sigv4.h"

namespace partita::client {

struct RemoteOptions {
  std::string endpoint;  // "http://127.0.0.1:8000"
  std::string region = "us-east-1";
  // Without them a loopback endpoint is sent dummies, any other endpoint is an error.
  std::optional<protocol::Credentials> credentials = {};
  std::chrono::milliseconds connect_timeout{5'000};
  std::chrono::milliseconds request_timeout{60'000};
};

// The region and credentials of the AWS_ environment variables, where they are set.
RemoteOptions options_from_environment(std::string endpoint);

// Sends nothing yet. Of the result both forms of an operation return after the answer is there; requests of several
// threads are sent one after the other.
// Errors: ValidationException for an endpoint that is no http or https URL of a host, or lacks credentials. The
// operations': those of the endpoint; ServiceUnavailable where it cannot be reached; InternalServerError where the
// connection broke after the request may have been sent.
Result<std::unique_ptr<Database>> connect(const RemoteOptions& options);

}  // namespace partita::client
