// Accepts connections on the first loop and deals them out to all loops in turn.
#pragma once

#include <partita/expected.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <memory>
#include <span>
#include <string>

#include "server/loop.h"

namespace partita::server {

// The address that `host` means: an IP address or "localhost". Errors: a text that says what to give instead.
expected<boost::asio::ip::address, std::string> parse_host(const std::string& host);

class Listener {
 public:
  using Loops = std::span<const std::shared_ptr<Loop>>;

  // `loops`, not started yet and not empty, must outlive it.
  Listener(Shared& shared, Loops loops);

  // Errors: the port is in use, or the address is not this machine's.
  expected<void, std::string> listen(const boost::asio::ip::tcp::endpoint& endpoint);
  boost::asio::ip::tcp::endpoint endpoint() const { return endpoint_; }
  // Any thread, once.
  void start();
  // The first loop's thread only. No connection is dealt out after it.
  void close();

 private:
  using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, IoContext::executor_type>;
  using Timer =
      boost::asio::basic_waitable_timer<std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>,
                                        IoContext::executor_type>;
  void accept();
  void accept_later();
  void deal(std::size_t to, Socket socket);

  Shared& shared_;
  const Loops loops_;
  Acceptor acceptor_;
  Timer retry_timer_;
  boost::asio::ip::tcp::endpoint endpoint_;
  std::size_t next_ = 0;
};

}  // namespace partita::server
