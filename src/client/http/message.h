// A request over HTTP, its answer, and how it can fail to have one.
#pragma once

#include <partita/expected.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace partita::client {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method = "POST";  // POST, GET or PUT
  std::string url;
  HttpHeaders headers;
  std::string body;
  std::chrono::milliseconds connect_timeout{};
  std::chrono::milliseconds timeout{};  // of the whole
  std::string ca_bundle = {};           // empty: the system's
  bool direct = false;                  // never through a proxy
};

struct HttpAnswer {
  int status = 0;
  HttpHeaders headers;  // names in lower case
  std::string body;     // as it was sent, perhaps compressed

  // The header called `name`, in lower case, or nullptr.
  const std::string* header(std::string_view name) const {
    for (const auto& [candidate, value] : headers)
      if (candidate == name) return &value;
    return nullptr;
  }
};

struct HttpFailure {
  enum class Sent : std::uint8_t {
    No,          // not a byte of it
    NoAndNever,  // and trying again would not help: the server's certificate, the CA bundle
    Maybe,       // it may have arrived and been carried out
  };
  Sent sent = Sent::No;
  std::string why;
};

using HttpResult = expected<HttpAnswer, HttpFailure>;

}  // namespace partita::client
