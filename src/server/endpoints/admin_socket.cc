#include "server/endpoints/admin_socket.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "base/try.h"
#include "server/endpoints/exchange.h"

namespace partita::server {
namespace {

std::string admin_failure(std::string_view what, const std::string& path) {
  return fmt::format("{} {}: {}", what, path, std::strerror(errno));
}

expected<sockaddr_un, std::string> address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path)
    return unexpected(
        fmt::format("'{}' is not a path of a socket: it must have 1 to {} bytes", path, sizeof address.sun_path - 1));
  path.copy(address.sun_path, path.size());
  return address;
}

expected<int, std::string> connect_to(const std::string& path) {
  PARTITA_TRY_VALUE(address, address_of(path));
  const int peer = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (peer < 0) return unexpected(admin_failure("cannot make a socket for", path));
  if (::connect(peer, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return peer;
  const std::string failure =
      admin_failure("cannot connect to", path) + "; give the path with which a server runs (serve --admin-socket)";
  ::close(peer);
  return unexpected(failure);
}

// Removes a socket on which no process listens. Other files stay, and then listening fails.
void remove_left_socket(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0 || !S_ISSOCK(facts.st_mode)) return;
  const auto peer = connect_to(path);
  if (peer)
    ::close(*peer);
  else
    ::unlink(path.c_str());
}

// The socket can be opened only after listen(), so no process gets in before its mode is set.
expected<int, std::string> listen_on(const std::string& path) {
  PARTITA_TRY_VALUE(address, address_of(path));
  remove_left_socket(path);
  // Of the threads that wait for a client, one gets it.
  const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return unexpected(admin_failure("cannot make a socket for", path));
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::chmod(path.c_str(), S_IRUSR | S_IWUSR) == 0 && ::listen(listener, SOMAXCONN) == 0)
    return listener;
  const std::string failure = admin_failure("cannot listen on", path) +
                              "; give another path with --admin-socket, in a directory in which this user may write";
  ::close(listener);
  return unexpected(failure);
}

}  // namespace

expected<std::unique_ptr<AdminSocket>, std::string> AdminSocket::listen(std::string path, Handler handler) {
  PARTITA_TRY_VALUE(listener, listen_on(path));
  std::unique_ptr<AdminSocket> socket(new AdminSocket(std::move(path)));
  socket->server_ = SmallServer::start(listener, std::move(handler));
  if (!socket->server_) return unexpected(admin_failure("cannot make a pipe for", socket->path_));
  return socket;
}

AdminSocket::~AdminSocket() {
  server_.reset();
  ::unlink(path_.c_str());
}

expected<AdminAnswer, std::string> ask_admin_socket(const std::string& path, const AdminRequest& request) {
  namespace http = boost::beast::http;
  PARTITA_TRY_VALUE(peer, connect_to(path));
  const auto deadline = ExchangeTime::now() + kExchangeTime;
  const std::string text =
      fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
                  request.method, request.path, request.body.size(), request.body);
  http::response_parser<http::string_body> parser;
  parser.body_limit(std::uint64_t{64} << 20);
  const bool answered =
      send_all(peer, text, -1, deadline) && receive_message(peer, parser, -1, deadline) == Received::Message;
  ::close(peer);
  if (!answered) return unexpected(fmt::format("the server behind {} gave no answer", path));
  const auto& answer = parser.get();
  const auto type = answer[http::field::content_type];
  return AdminAnswer{static_cast<int>(answer.result_int()), std::string(type.data(), type.size()), answer.body()};
}

}  // namespace partita::server
