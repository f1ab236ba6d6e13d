#include "server/endpoints/small_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/lack_of_memory.h"
#include "base/text.h"
#include "server/endpoints/exchange.h"

namespace partita::server {
namespace {

namespace http = boost::beast::http;

std::string text(boost::beast::string_view view) { return std::string(view.data(), view.size()); }

SmallRequest request_of(const http::request<http::string_body>& message) {
  SmallRequest request{text(message.method_string()), text(message.target()), message.body()};
  for (const auto& field : message) {
    const auto [at, is_new] = request.headers.try_emplace(base::lower(text(field.name_string())), text(field.value()));
    if (!is_new) request.repeated.insert(at->first);
  }
  return request;
}

}  // namespace

const std::string& SmallRequest::header(const std::string& name) const {
  static const std::string kAbsent;
  const auto at = headers.find(name);
  return at == headers.end() ? kAbsent : at->second;
}

std::unique_ptr<SmallServer> SmallServer::start(int listener, Handler handler) {
  std::unique_ptr<SmallServer> server(new SmallServer(listener, std::move(handler)));
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return nullptr;
  server->stop_read_ = ends[0];
  server->stop_write_ = ends[1];
  for (std::size_t i = 0; i < kClients; ++i)
    server->threads_.push_back(base::start_thread([self = server.get()] { self->run(); }));
  return server;
}

SmallServer::~SmallServer() {
  if (stop_write_ >= 0) ::close(stop_write_);
  for (std::thread& thread : threads_) thread.join();
  if (stop_read_ >= 0) ::close(stop_read_);
  ::close(listener_);
}

void SmallServer::run() {
  for (;;) {
    // The wait for the next peer has no deadline. Of the threads that wait for a client, one gets it.
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

void SmallServer::serve(int peer) {
  http::request_parser<http::string_body> parser;
  parser.body_limit(kMostBodyBytes);
  SmallAnswer answer;
  const Received received = receive_message(peer, parser, stop_read_, ExchangeTime::now() + kExchangeTime);
  if (received == Received::Message) {
    const SmallRequest request = request_of(parser.get());
    const std::lock_guard lock(handling_);
    answer = handler_(request);
  } else if (received == Received::TooLarge) {
    answer = {413, "text/plain", fmt::format("The body is larger than {} bytes\n", kMostBodyBytes)};
  } else {
    answer = {400, "text/plain",
              "The request is not well-formed HTTP/1.1, its header is too large, or it is too slow\n"};
  }
  const std::string head = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{}Connection: close\r\n\r\n", answer.status,
      answer.status < 400 ? "OK" : "Error", answer.content_type, answer.body.size(), answer.further_headers);
  const auto deadline = ExchangeTime::now() + kExchangeTime;
  if (send_all(peer, head + answer.body, stop_read_, deadline) && received == Received::TooLarge)
    drop_rest(peer, stop_read_, deadline);
}

}  // namespace partita::server
