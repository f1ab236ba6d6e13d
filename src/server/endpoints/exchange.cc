#include "server/endpoints/exchange.h"

namespace partita::server {

bool wait_for(int file, short events, int stop, ExchangeTime::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - ExchangeTime::now()).count();
    if (left <= 0) return false;
    pollfd both[] = {{file, events, 0}, {stop, POLLIN, 0}};
    const int ready = ::poll(both, stop < 0 ? 1 : 2, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0 || (stop >= 0 && both[1].revents != 0)) return false;
    return both[0].revents != 0;
  }
}

bool send_all(int peer, std::string_view bytes, int stop, ExchangeTime::time_point deadline) {
  while (!bytes.empty()) {
    if (!wait_for(peer, POLLOUT, stop, deadline)) return false;
    const ssize_t sent = ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void drop_rest(int peer, int stop, ExchangeTime::time_point deadline) {
  if (::shutdown(peer, SHUT_WR) != 0) return;
  char bytes[16 << 10];
  while (wait_for(peer, POLLIN, stop, deadline)) {
    const ssize_t got = ::recv(peer, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) return;
  }
}

}  // namespace partita::server
