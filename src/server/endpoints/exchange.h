// The bytes of one HTTP/1.1 message on a socket of a few clients, with a deadline. Waits in the calling thread.
#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace partita::server {

using ExchangeTime = std::chrono::steady_clock;
// For a message to come or to go.
inline constexpr std::chrono::seconds kExchangeTime{10};
inline constexpr std::uint32_t kMostExchangeHeader = 8 << 10;

// Waits until `file` has one of `events`, as poll(2) has them. Returns false after the deadline, or when `stop` becomes
// readable. Either file may be -1 and is then left out.
bool wait_for(int file, short events, int stop, ExchangeTime::time_point deadline);

// Sends all bytes. Returns false if the peer has gone, and as wait_for().
bool send_all(int peer, std::string_view bytes, int stop, ExchangeTime::time_point deadline);

// Reads and drops the bytes that still come from a peer that gets no more, until it closes. Otherwise the socket's end
// would destroy an answer on its way.
void drop_rest(int peer, int stop, ExchangeTime::time_point deadline);

enum class Received : std::uint8_t {
  Message,
  TooLarge,  // its body
  Nothing,   // because it is not well-formed, cut off or too slow, or its header is too large
};

// Reads a message into the parser of Beast.
template <class Parser>
Received receive_message(int peer, Parser& parser, int stop, ExchangeTime::time_point deadline) {
  parser.header_limit(kMostExchangeHeader);
  parser.eager(true);
  std::string input;
  char bytes[16 << 10];
  while (!parser.is_done()) {
    if (!wait_for(peer, POLLIN, stop, deadline)) return Received::Nothing;
    const ssize_t got = ::recv(peer, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got < 0) return Received::Nothing;
    boost::system::error_code error;
    if (got == 0) {
      // The parser must have seen a byte before it may see the end.
      if (!parser.got_some()) return Received::Nothing;
      parser.put_eof(error);
      return !error && parser.is_done() ? Received::Message : Received::Nothing;
    }
    input.append(bytes, static_cast<std::size_t>(got));
    const std::size_t used = parser.put(boost::asio::buffer(input), error);
    input.erase(0, used);
    if (error == boost::beast::http::error::body_limit) return Received::TooLarge;
    if (error && error != boost::beast::http::error::need_more) return Received::Nothing;
  }
  return Received::Message;
}

}  // namespace partita::server
