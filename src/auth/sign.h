// Signs requests with AWS Signature Version 4. The source is "AWS Signature Version 4 for API requests" in the IAM user
// guide.
#pragma once

#include <partita/credentials.h>
#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::auth {

using Headers = std::vector<std::pair<std::string, std::string>>;

// The service whose paths are signed as they are sent.
inline constexpr std::string_view kS3Service = "s3";

struct SigningRequest {
  std::string method = "POST";
  std::string path = "/";  // as it will be sent, percent-encoded
  std::string query;       // as it will be sent, without '?'
  Headers headers;         // the headers to be signed, which must include Host
  std::string_view body;
  std::string region;
  std::string service = "dynamodb";
  std::int64_t now_ms = 0;  // milliseconds since the Unix epoch
};
// Returns the headers to add to the request: X-Amz-Date, Authorization and, if there is a session token,
// X-Amz-Security-Token.
Headers sign(const SigningRequest& request, const Credentials& credentials);

}  // namespace partita::auth
