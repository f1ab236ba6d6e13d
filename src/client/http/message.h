// A request over HTTP, and its answer or failure.
#pragma once

#include <partita/expected.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace partita::client {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method = "POST";  // POST, GET, PUT or DELETE
  std::string url;
  HttpHeaders headers;
  std::string body;
  std::chrono::milliseconds connect_timeout{};
  std::chrono::milliseconds timeout{};  // of the whole exchange
  std::string ca_bundle = {};           // empty means the system's
  bool direct = false;                  // do not use a proxy
  // Anyone: the server's certificate is not checked. Only for requests that carry no secret and only read.
  enum class Trust : std::uint8_t { Verified, Anyone } trust = Trust::Verified;
  // Asked about once a second during the exchange, by the thread that performs it. Once it returns true, the exchange
  // fails as one without an answer.
  std::function<bool()> is_abandoned = {};
};

struct HttpAnswer {
  int status = 0;
  HttpHeaders headers;  // the names are in lower case
  std::string body;     // as it was sent, perhaps compressed

  // The header `name`, which must be in lower case, or nullptr if it is absent.
  const std::string* header(std::string_view name) const {
    for (const auto& [candidate, value] : headers)
      if (candidate == name) return &value;
    return nullptr;
  }
};

struct HttpFailure {
  enum class Sent : std::uint8_t {
    No,          // no byte of it was sent
    NoAndNever,  // as No, and another attempt would fail too, because of the server's certificate or the CA bundle
    Maybe,       // it may have arrived and been executed
  };
  Sent sent = Sent::No;
  std::string why;
};

using HttpResult = expected<HttpAnswer, HttpFailure>;

}  // namespace partita::client
