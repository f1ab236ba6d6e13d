// Transport: the bytes of one connection, in plain text or in TLS. It never blocks.
//
// A plain transport is its socket, and costs nothing more. One in TLS has OpenSSL's session, which reads and writes
// the socket itself. Its owner waits for the socket and calls again. Either direction may have to wait for the other,
// because TLS exchanges messages of its own.
//
// All functions must be called on the loop's thread.
//
// Invariants
// 1. Bytes that have left the socket are found by has_pending(), because the socket does not become readable for them
//    again.
// 2. A call of OpenSSL reads the socket at most once. Otherwise it would not return as long as a peer sends messages
//    of TLS without data, such as a change of keys, and the loop's other connections would wait.
#pragma once

#include <boost/asio/buffer.hpp>
#include <string>
#include <string_view>

#include "server/connection/socket.h"
#include "server/tls/hello_check.h"
#include "server/tls/tls.h"

namespace partita::server {

class Transport {
 public:
  using Error = boost::system::error_code;

  // The bytes of memory that a transport in TLS takes beside those of a plain one: its session, and the buffers that
  // OpenSSL has during the handshake and while a record is read or written. Between two requests it takes less than
  // half of them.
  static constexpr std::size_t kTlsBytes = 48 << 10;
  // The messages of TLS that a peer may send after its handshake without data between them.
  static constexpr unsigned kMostMessages = 32;

  explicit Transport(Socket socket) : socket_(std::move(socket)) {}
  ~Transport();

  Socket& socket() { return socket_; }
  bool secure() const { return session_ != nullptr; }

  // The protocol that a client has begun. It looks at the first byte and leaves it.
  enum class Greeting : std::uint8_t { Awaited, Tls, Other, Ended };
  Greeting greeting();

  // The state of the connection that OpenSSL needs when it reads.
  struct Reading {
    int descriptor = -1;
    bool may_read = false;  // not yet in this call
    bool ended = false;     // the peer broke a rule, so no more bytes are read
    bool established = false;
    unsigned messages = 0;  // of TLS, after the handshake, since the last data
    HelloCheck hello;
  };

  enum class Handshake : std::uint8_t { Done, Waits, Failed };
  // Makes the transport one in TLS. Returns false if memory lacks. Requires: `session` is not nullptr, no byte was
  // read.
  bool begin_tls(TlsSession session);
  // Goes on with the handshake. If it waits, waits_for() says for which event. If it failed, `reason` is set to a text
  // for the log, and the peer was told, if possible. Requires: secure().
  Handshake shake_hands(std::string& reason);

  // Reads into `room`, which must not be empty. The error is would_block if no bytes have come, eof at the end of the
  // peer's bytes, and another one if they were cut off. Requires: secure().
  std::size_t read_some(boost::asio::mutable_buffer room, Error& error);
  // Whether bytes of the peer have left the socket but not this transport. They may be a part of a record, which
  // read_some() then keeps.
  bool has_pending() const;

  // Writes a part of `bytes`. After would_block the same bytes must be written again.
  std::size_t write_some(std::string_view bytes, Error& error) {
    if (!secure()) return socket_.write_some(boost::asio::buffer(bytes), error);
    return write_records(bytes, error);
  }
  // Writes a short text before all others. A plain transport drops it if the socket is full.
  // Requires: `text` is a literal.
  void write_interim(std::string_view text);
  // The readiness of the socket for which the last call waits that ended with would_block.
  Socket::wait_type waits_for() const { return waits_for_; }

  // Tells the peer that no more bytes come, and makes the transport plain, so that further bytes are read as they come.
  void end_sending(Error& error);
  // Tells the peer, if possible, and closes the socket.
  void close();

 private:
  std::size_t write_records(std::string_view bytes, Error& error);
  std::size_t write_record(std::string_view bytes, Error& error);
  void note_failure(int result, Error& error);
  void end_session();

  Socket socket_;
  Reading reading_;  // of session_
  TlsSession session_;
  Socket::wait_type waits_for_ = Socket::wait_write;
  bool broken_ = false;       // no more bytes may be written in TLS
  std::string_view interim_;  // the rest of a short text that must be written first
};

}  // namespace partita::server
