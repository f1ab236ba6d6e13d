#include "load/generator/wire.h"

#include <fcntl.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "lib/fatal.h"

namespace partita::bench {
namespace {

// The certificate is not checked, because the endpoint is a process of the same benchmark.
SSL_CTX* context() {
  static SSL_CTX* const made = [] {
    SSL_CTX* fresh = SSL_CTX_new(TLS_client_method());
    if (!fresh) fatal("no TLS");
    SSL_CTX_set_mode(fresh, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    return fresh;
  }();
  return made;
}

}  // namespace

Wire::Wire(const Endpoint& endpoint) : fd_(connect_to(endpoint)) {
  if (!endpoint.tls) return;
  session_ = SSL_new(context());
  if (!session_ || SSL_set_fd(session_, fd_) != 1 || SSL_connect(session_) != 1)
    fatal(fmt::format("the handshake with {} failed", endpoint.host));
}

Wire::~Wire() {
  SSL_free(session_);
  close(fd_);
}

void Wire::stop_blocking() { fcntl(fd_, F_SETFL, O_NONBLOCK); }

ssize_t Wire::send(std::string_view bytes) {
  if (session_) {
    const int sent = SSL_write(session_, bytes.data(), static_cast<int>(bytes.size()));
    if (sent > 0) return sent;
    return SSL_get_error(session_, sent) == SSL_ERROR_WANT_WRITE ? kWait : kClosed;
  }
  const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (sent > 0) return sent;
  return sent < 0 && errno == EAGAIN ? kWait : kClosed;
}

ssize_t Wire::receive(std::span<char> space) {
  if (session_) {
    const int got = SSL_read(session_, space.data(), static_cast<int>(space.size()));
    if (got > 0) return got;
    return SSL_get_error(session_, got) == SSL_ERROR_WANT_READ ? kWait : kClosed;
  }
  const ssize_t got = recv(fd_, space.data(), space.size(), 0);
  if (got > 0) return got;
  return got < 0 && errno == EAGAIN ? kWait : kClosed;
}

bool Wire::has_pending() const { return session_ && SSL_has_pending(session_) == 1; }

}  // namespace partita::bench
