#include "server/connection/listener.h"

#include <fmt/format.h>

#include <boost/asio/post.hpp>

#include "base/lack_of_memory.h"

namespace partita::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// This many connections beyond the limit get an error. Further ones are closed at once.
constexpr std::size_t kRefusedAtOnce = 256;
constexpr std::chrono::milliseconds kRetryAfter{100};

std::string explain(const asio::ip::tcp::endpoint& endpoint, const error_code& error) {
  const int port = endpoint.port();
  if (error == asio::error::address_in_use)
    return fmt::format(
        "port {} is in use; stop the server that has it, or choose another with --port (0 takes a free one)", port);
  if (error == asio::error::access_denied)
    return fmt::format("port {} cannot be opened by this user; choose one above 1023 with --port", port);
  if (error == boost::system::errc::address_not_available)
    return fmt::format("{} is not an address of this machine; choose one with --host", endpoint.address().to_string());
  return fmt::format("cannot listen on {} port {}: {}", endpoint.address().to_string(), port, error.message());
}

}  // namespace

expected<asio::ip::address, std::string> parse_host(const std::string& host) {
  if (host == "localhost") return asio::ip::address(asio::ip::address_v4::loopback());
  error_code error;
  const auto address = asio::ip::make_address(host, error);
  if (error) return unexpected(fmt::format("'{}' is not an IP address; give one with --host, such as 127.0.0.1", host));
  return address;
}

Listener::Listener(Shared& shared, Loops loops)
    : shared_(shared), loops_(loops), acceptor_(loops.front()->io()), retry_timer_(loops.front()->io()) {}

expected<void, std::string> Listener::listen(const asio::ip::tcp::endpoint& endpoint) {
  error_code error;
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(Acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(Acceptor::max_listen_connections, error);
  if (!error) endpoint_ = acceptor_.local_endpoint(error);
  if (error) return unexpected(explain(endpoint, error));
  return {};
}

void Listener::start() {
  asio::post(loops_.front()->io(), [this] { accept(); });
}

void Listener::close() {
  error_code ignored;
  acceptor_.close(ignored);
  retry_timer_.cancel();
}

void Listener::accept() {
  if (!acceptor_.is_open()) return;
  const std::size_t to = next_++ % loops_.size();
  acceptor_.async_accept(loops_[to]->io(), peer_, [this, to](const error_code& error, Socket socket) {
    if (!acceptor_.is_open()) return;
    if (!error) {
      hand_to_loop(to, std::move(socket), peer_);
      if (!base::had_memory_for([this] { accept(); })) accept_later();
    } else if (error == asio::error::connection_aborted) {
      accept();
    } else {
      shared_.log(LogLevel::Warning, fmt::format("event=accept_failed reason=\"{}\"", error.message()));
      accept_later();
    }
  });
}

// Called if descriptors or memory have run out. The connection stays in the backlog, so an attempt at once would spin.
void Listener::accept_later() {
  retry_timer_.expires_after(kRetryAfter);
  retry_timer_.async_wait([this](const error_code& error) {
    if (!error) accept();
  });
}

void Listener::hand_to_loop(std::size_t to, Socket socket, const asio::ip::tcp::endpoint& peer) {
  const std::size_t limit = shared_.options.max_connections;
  const std::uint64_t open = shared_.open_connections.fetch_add(1, std::memory_order_relaxed) + 1;
  const Admission admission = open > limit ? Admission::Refused : Admission::Served;
  if (admission == Admission::Refused) {
    const auto refused = shared_.refused_connections.fetch_add(1, std::memory_order_relaxed) + 1;
    if (refused % 1000 == 1)
      shared_.log(LogLevel::Warning,
                  fmt::format("event=connections_refused limit={} refused_total={}", limit, refused));
    if (open > limit + kRefusedAtOnce) {
      shared_.open_connections.fetch_sub(1, std::memory_order_relaxed);
      return;
    }
  }
  Loop& loop = *loops_[to];
  if (to == 0) return loop.adopt(std::move(socket), peer, admission);
  const bool posted = base::had_memory_for([&] {
    asio::post(loop.io(), [&loop, admission, peer, accepted = std::move(socket)]() mutable {
      loop.adopt(std::move(accepted), peer, admission);
    });
  });
  if (!posted) shared_.open_connections.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace partita::server
