#include "server/endpoints/admin_socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/lack_of_memory.h"
#include "base/try.h"

namespace partita::server {
namespace {

namespace beast_http = boost::beast::http;
using AdminTime = std::chrono::steady_clock;

constexpr std::chrono::seconds kExchangeTime{10};
constexpr std::uint32_t kMostAdminHeader = 8 << 10;

std::string admin_failure(std::string_view what, const std::string& path) {
  return fmt::format("{} {}: {}", what, path, std::strerror(errno));
}

// Waits until `file` is ready. Returns false after the deadline, or when `stop` becomes readable.
bool wait_for(int file, short events, int stop, AdminTime::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - AdminTime::now()).count();
    if (left <= 0) return false;
    pollfd both[] = {{file, events, 0}, {stop, POLLIN, 0}};
    const int ready = ::poll(both, stop < 0 ? 1 : 2, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0 || (stop >= 0 && both[1].revents != 0)) return false;
    return both[0].revents != 0;
  }
}

bool send_all(int peer, std::string_view bytes, int stop, AdminTime::time_point deadline) {
  while (!bytes.empty()) {
    if (!wait_for(peer, POLLOUT, stop, deadline)) return false;
    const ssize_t sent = ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

// Reads a message into the parser. Returns false if it is not well-formed, too large, cut off or too slow.
template <class Parser>
bool receive_message(int peer, Parser& parser, int stop, AdminTime::time_point deadline) {
  parser.header_limit(kMostAdminHeader);
  parser.eager(true);
  std::string input;
  char bytes[16 << 10];
  while (!parser.is_done()) {
    if (!wait_for(peer, POLLIN, stop, deadline)) return false;
    const ssize_t got = ::recv(peer, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got < 0) return false;
    boost::system::error_code error;
    if (got == 0) {
      // The parser must have seen a byte before it may see the end.
      if (!parser.got_some()) return false;
      parser.put_eof(error);
      return !error && parser.is_done();
    }
    input.append(bytes, static_cast<std::size_t>(got));
    const std::size_t used = parser.put(boost::asio::buffer(input), error);
    input.erase(0, used);
    if (error && error != beast_http::error::need_more) return false;
  }
  return true;
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
      ::chmod(path.c_str(), S_IRUSR | S_IWUSR) == 0 && ::listen(listener, 8) == 0)
    return listener;
  const std::string failure = admin_failure("cannot listen on", path) +
                              "; give another path with --admin-socket, in a directory in which this user may write";
  ::close(listener);
  return unexpected(failure);
}

}  // namespace

expected<std::unique_ptr<AdminSocket>, std::string> AdminSocket::listen(std::string path, Handler handler) {
  PARTITA_TRY_VALUE(listener, listen_on(path));
  std::unique_ptr<AdminSocket> socket(new AdminSocket(std::move(path), std::move(handler), listener));
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return unexpected(admin_failure("cannot make a pipe for", socket->path_));
  socket->stop_read_ = ends[0];
  socket->stop_write_ = ends[1];
  for (std::size_t i = 0; i < kClients; ++i)
    socket->threads_.push_back(base::start_thread([self = socket.get()] { self->run(); }));
  return socket;
}

AdminSocket::AdminSocket(std::string path, Handler handler, int listener)
    : path_(std::move(path)), handler_(std::move(handler)), listener_(listener) {}

AdminSocket::~AdminSocket() {
  if (stop_write_ >= 0) ::close(stop_write_);
  for (std::thread& thread : threads_) thread.join();
  if (stop_read_ >= 0) ::close(stop_read_);
  ::close(listener_);
  ::unlink(path_.c_str());
}

void AdminSocket::run() {
  for (;;) {
    // The wait for the next peer has no deadline.
    pollfd both[] = {{listener_, POLLIN, 0}, {stop_read_, POLLIN, 0}};
    if (::poll(both, 2, -1) < 0 && errno != EINTR) return;
    if (both[1].revents != 0) return;
    if (both[0].revents == 0) continue;
    const int peer = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (peer < 0) continue;
    // A request that finds no memory gets no answer.
    (void)base::had_memory_for([&] { serve(peer); });
    ::close(peer);
  }
}

void AdminSocket::serve(int peer) {
  const auto deadline = AdminTime::now() + kExchangeTime;
  beast_http::request_parser<beast_http::string_body> parser;
  parser.body_limit(kMostBodyBytes);
  AdminAnswer answer;
  if (receive_message(peer, parser, stop_read_, deadline)) {
    const auto& request = parser.get();
    const auto text = [](boost::beast::string_view view) { return std::string(view.data(), view.size()); };
    const std::lock_guard lock(handling_);
    answer = handler_({text(request.method_string()), text(request.target()), request.body()});
  } else {
    answer = {400, "text/plain", "The request is not well-formed HTTP/1.1, too large or too slow\n"};
  }
  const std::string head =
      fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                  answer.status, answer.status < 400 ? "OK" : "Error", answer.content_type, answer.body.size());
  (void)send_all(peer, head + answer.body, stop_read_, deadline);
}

expected<AdminAnswer, std::string> ask_admin_socket(const std::string& path, const AdminRequest& request) {
  PARTITA_TRY_VALUE(peer, connect_to(path));
  const auto deadline = AdminTime::now() + kExchangeTime;
  const std::string text =
      fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
                  request.method, request.path, request.body.size(), request.body);
  beast_http::response_parser<beast_http::string_body> parser;
  parser.body_limit(std::uint64_t{64} << 20);
  const bool answered = send_all(peer, text, -1, deadline) && receive_message(peer, parser, -1, deadline);
  ::close(peer);
  if (!answered) return unexpected(fmt::format("the server behind {} gave no answer", path));
  const auto& answer = parser.get();
  const auto type = answer[beast_http::field::content_type];
  return AdminAnswer{static_cast<int>(answer.result_int()), std::string(type.data(), type.size()), answer.body()};
}

}  // namespace partita::server
