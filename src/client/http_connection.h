// One HTTP connection to one endpoint over libcurl: posts a body, gives the answer, keeps the connection for the next.
#pragma once

#include <partita/error.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "protocol/sigv4.h"

namespace partita::client {

// Where to: what an endpoint URL says.
struct Endpoint {
  std::string url;   // scheme, host and port, without a path
  std::string host;  // as the Host header has it: with the port unless it is the scheme's own
  bool loopback = false;
};
// Errors: ValidationException; the message says what is wrong with the text.
Result<Endpoint> parse_endpoint(const std::string& text);

struct HttpAnswer {
  int status = 0;
  std::string body;
};

// Safe to use from several threads, which wait for each other.
class HttpConnection {
 public:
  HttpConnection(Endpoint endpoint, std::chrono::milliseconds connect_timeout,
                 std::chrono::milliseconds request_timeout);
  ~HttpConnection();

  // Errors: ServiceUnavailable where nothing was sent, InternalServerError where something may have been.
  Result<HttpAnswer> post(const protocol::Headers& headers, std::string_view body);

 private:
  class Handle;
  const Endpoint endpoint_;
  std::mutex mutex_;
  std::unique_ptr<Handle> handle_;  // guarded by mutex_
};

}  // namespace partita::client
