// One question to a service on this machine's link that knows about credentials.
#pragma once

#include "client/http/message.h"

namespace partita::client {

struct MetadataRequest {
  std::string method = "GET";
  std::string url;
  HttpHeaders headers = {};
  std::chrono::milliseconds timeout{};
  int attempts = 1;  // where nothing answers, or with a 5xx
};
// The body of a 200, waited for; or what was wrong, as the end of a sentence.
expected<std::string, std::string> ask(const MetadataRequest& request);

}  // namespace partita::client
