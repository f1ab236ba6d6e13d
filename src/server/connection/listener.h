// Listener: accepts connections on the first loop and deals them out to all loops in turn.
#pragma once

#include <partita/expected.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <memory>
#include <span>
#include <string>

#include "server/connection/loop.h"

namespace partita::server {

// The address that `host` means, which may be an IP address or "localhost". Errors: a text that advises another host.
expected<boost::asio::ip::address, std::string> parse_host(const std::string& host);

class Listener {
 public:
  using Loops = std::span<const std::shared_ptr<Loop>>;

  // `shared` and `loops` must outlive the listener. Requires: `loops` is not empty and the loops are not started yet.
  Listener(Shared& shared, Loops loops);

  // Errors: a text with advice, for example if the port is in use or if this machine does not have the address.
  expected<void, std::string> listen(const boost::asio::ip::tcp::endpoint& endpoint);
  boost::asio::ip::tcp::endpoint endpoint() const { return endpoint_; }
  // May be called once, from any thread.
  void start();
  // Only the first loop's thread may call it. No connection is dealt out afterwards.
  void close();

 private:
  using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, IoContext::executor_type>;
  using Timer =
      boost::asio::basic_waitable_timer<std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>,
                                        IoContext::executor_type>;
  void accept();
  void accept_later();
  void hand_to_loop(std::size_t to, Socket socket, const boost::asio::ip::tcp::endpoint& peer);

  Shared& shared_;
  const Loops loops_;
  Acceptor acceptor_;
  Timer retry_timer_;
  boost::asio::ip::tcp::endpoint endpoint_;
  boost::asio::ip::tcp::endpoint peer_;  // of the connection that is accepted next
  std::size_t next_ = 0;
};

}  // namespace partita::server
