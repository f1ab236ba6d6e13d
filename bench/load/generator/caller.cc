#include "load/generator/caller.h"

#include "lib/fatal.h"
#include "load/generator/prepared.h"

namespace partita::bench {

Caller::Caller(const Endpoint& endpoint) : host_(endpoint.host), wire_(endpoint) {
  if (!endpoint.key_id.empty()) signer_.emplace(endpoint.key_id, endpoint.secret);
}

Caller::Answer Caller::send(std::string_view request) {
  if (signer_) request = signer_->sign(request);
  while (!request.empty()) {
    const ssize_t sent = wire_.send(request);
    if (sent <= 0) fatal(fmt::format("{} does not take a request", host_));
    request.remove_prefix(static_cast<std::size_t>(sent));
  }
  reader_.next();
  for (;;) {
    const auto space = reader_.free_space();
    const ssize_t bytes = wire_.receive(space);
    if (bytes <= 0) fatal(fmt::format("{} closed the connection", host_));
    const auto state = reader_.received(static_cast<std::size_t>(bytes));
    if (state == AnswerReader::State::Malformed) fatal(fmt::format("{} does not speak HTTP/1.1", host_));
    if (state == AnswerReader::State::Complete) return {reader_.status(), reader_.head(), reader_.body()};
  }
}

Caller::Answer Caller::call(std::string_view operation, std::string_view body) {
  return send(plain_request(host_, operation, body));
}

}  // namespace partita::bench
