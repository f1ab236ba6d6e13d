#include "load/generator/caller.h"

#include <sys/socket.h>
#include <unistd.h>

#include "lib/fatal.h"
#include "load/generator/prepared.h"

namespace partita::bench {

Caller::~Caller() { close(fd_); }

Caller::Answer Caller::send(std::string_view request) {
  while (!request.empty()) {
    const ssize_t sent = ::send(fd_, request.data(), request.size(), MSG_NOSIGNAL);
    if (sent <= 0) fatal(fmt::format("{} does not take a request", host_));
    request.remove_prefix(static_cast<std::size_t>(sent));
  }
  reader_.next();
  for (;;) {
    const auto space = reader_.free_space();
    const ssize_t bytes = recv(fd_, space.data(), space.size(), 0);
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
