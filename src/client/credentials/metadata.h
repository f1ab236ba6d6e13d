// A request to a service on this machine's link that gives credentials.
#pragma once

#include "client/http/message.h"

namespace partita::client {

struct MetadataRequest {
  std::string method = "GET";
  std::string url;
  HttpHeaders headers = {};
  std::chrono::milliseconds timeout{};
  int attempts = 1;  // further attempts follow no answer or a 5xx
};
// Waits for the answer and returns the body of a 200. The error is the end of a sentence about the service, for example
// "did not answer: ...".
expected<std::string, std::string> ask(const MetadataRequest& request);

}  // namespace partita::client
