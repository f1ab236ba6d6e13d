#include "client/credentials/metadata.h"

#include "client/http/transfer.h"

namespace partita::client {

expected<std::string, std::string> ask(const MetadataRequest& request) {
  std::string wrong;
  for (int attempt = 0; attempt < request.attempts; ++attempt) {
    HttpRequest http;
    http.method = request.method;
    http.url = request.url;
    http.headers = request.headers;
    http.connect_timeout = http.timeout = request.timeout;
    http.direct = true;
    auto answer = fetch(std::move(http));
    if (answer && answer->status == 200) return std::move(answer->body);
    wrong = answer ? "answered HTTP status " + std::to_string(answer->status) : "did not answer: " + answer.error().why;
    if (answer && answer->status < 500) break;
  }
  return unexpected(std::move(wrong));
}

}  // namespace partita::client
