#include "server/connection/transport.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <cerrno>

namespace partita::server {
namespace {

using boost::system::error_code;

constexpr unsigned char kHandshakeRecord = 0x16;

// How OpenSSL uses a socket. Its own way would raise SIGPIPE if the peer has closed.

Transport::Reading& reading_of(BIO* bio) { return *static_cast<Transport::Reading*>(BIO_get_data(bio)); }

template <class Call>
int call_socket(BIO* bio, int retry_flag, Call call) {
  BIO_clear_retry_flags(bio);
  ssize_t done;
  do done = call(reading_of(bio).descriptor);
  while (done < 0 && errno == EINTR);
  if (done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) BIO_set_flags(bio, retry_flag | BIO_FLAGS_SHOULD_RETRY);
  return static_cast<int>(done);
}

int read_socket(BIO* bio, char* out, int size) {
  Transport::Reading& reading = reading_of(bio);
  BIO_clear_retry_flags(bio);
  if (reading.ended) return -1;
  if (!reading.may_read) {
    BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY);
    return -1;
  }
  reading.may_read = false;
  const int got = call_socket(bio, BIO_FLAGS_READ, [&](int fd) { return ::recv(fd, out, std::size_t(size), 0); });
  if (got == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  if (got > 0 && !reading.established && !reading.hello.accepts({out, std::size_t(got)})) {
    reading.ended = true;
    return -1;
  }
  return got;
}

int write_socket(BIO* bio, const char* bytes, int size) {
  return call_socket(bio, BIO_FLAGS_WRITE, [&](int fd) { return ::send(fd, bytes, std::size_t(size), MSG_NOSIGNAL); });
}

long control_socket(BIO* bio, int command, long, void*) {
  if (command == BIO_CTRL_EOF) return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0;
  return command == BIO_CTRL_FLUSH;
}

int begin_socket(BIO* bio) {
  BIO_set_init(bio, 1);
  return 1;
}

BIO_METHOD* make_socket_method() {
  BIO_METHOD* const method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket of a loop");
  if (!method) return nullptr;
  BIO_meth_set_create(method, begin_socket);
  BIO_meth_set_read(method, read_socket);
  BIO_meth_set_write(method, write_socket);
  BIO_meth_set_ctrl(method, control_socket);
  return method;
}

// It lives as long as the process, because each session refers to it.
const BIO_METHOD* socket_method() {
  static const BIO_METHOD* const kMethod = make_socket_method();
  return kMethod;
}

// Called by OpenSSL at each step of its state machine. A second handshake in TLS 1.2 is refused here, because OpenSSL
// refuses it only after it has taken the memory that the peer's message announces.
void note_step(const SSL* session, int where, int) {
  Transport::Reading& reading = reading_of(SSL_get_rbio(session));
  if (!reading.established) {
    if (SSL_version(session) < TLS1_3_VERSION) reading.hello.stop();
    return;
  }
  const bool again = (where & SSL_CB_HANDSHAKE_START) != 0 && SSL_version(session) < TLS1_3_VERSION;
  if (again || ((where & SSL_CB_LOOP) != 0 && ++reading.messages > Transport::kMostMessages)) reading.ended = true;
}

}  // namespace

Transport::~Transport() = default;

Transport::Greeting Transport::greeting() {
  unsigned char first = 0;
  ssize_t got;
  do got = ::recv(socket_.native_handle(), &first, 1, MSG_PEEK);
  while (got < 0 && errno == EINTR);
  if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? Greeting::Awaited : Greeting::Ended;
  if (got == 0) return Greeting::Ended;
  return first == kHandshakeRecord ? Greeting::Tls : Greeting::Other;
}

bool Transport::begin_tls(TlsSession session) {
  const BIO_METHOD* const method = socket_method();
  BIO* const bio = method ? BIO_new(method) : nullptr;
  if (!bio) return false;
  reading_.descriptor = socket_.native_handle();
  BIO_set_data(bio, &reading_);
  SSL_set_bio(session.get(), bio, bio);
  SSL_set_info_callback(session.get(), note_step);
  SSL_set_accept_state(session.get());
  session_ = std::move(session);
  return true;
}

Transport::Handshake Transport::shake_hands(std::string& reason) {
  ERR_clear_error();
  reading_.may_read = true;
  const int result = SSL_do_handshake(session_.get());
  if (result == 1) {
    reading_.established = true;
    return Handshake::Done;
  }
  error_code error;
  note_failure(result, error);
  if (error == boost::asio::error::would_block) return Handshake::Waits;
  const char* const fault = ERR_reason_error_string(ERR_peek_last_error());
  reason = fault            ? fault
           : reading_.ended ? "the first message of the client is too long"
                            : "the client closed the connection";
  if (const long refusal = SSL_get_verify_result(session_.get()); refusal != X509_V_OK)
    reason += fmt::format(": {}", X509_verify_cert_error_string(refusal));
  return Handshake::Failed;
}

// Turns OpenSSL's result into the errors of sockets.
void Transport::note_failure(int result, error_code& error) {
  switch (SSL_get_error(session_.get(), result)) {
    case SSL_ERROR_WANT_READ:
      waits_for_ = Socket::wait_read;
      error = boost::asio::error::would_block;
      break;
    case SSL_ERROR_WANT_WRITE:
      waits_for_ = Socket::wait_write;
      error = boost::asio::error::would_block;
      break;
    case SSL_ERROR_ZERO_RETURN:
      error = boost::asio::error::eof;
      break;
    default:
      // The peer is gone, or its bytes are not TLS. Without a farewell an attacker may have ended the connection.
      broken_ = true;
      error = boost::asio::error::connection_reset;
  }
}

std::size_t Transport::read_some(boost::asio::mutable_buffer room, error_code& error) {
  error.clear();
  ERR_clear_error();
  std::size_t got = 0;
  reading_.may_read = true;
  const int result = SSL_read_ex(session_.get(), room.data(), room.size(), &got);
  if (result != 1) note_failure(result, error);
  if (got > 0) reading_.messages = 0;
  return got;
}

bool Transport::has_pending() const { return SSL_has_pending(session_.get()) == 1; }

std::size_t Transport::write_record(std::string_view bytes, error_code& error) {
  error.clear();
  if (bytes.empty()) return 0;
  ERR_clear_error();
  std::size_t written = 0;
  const int result = SSL_write_ex(session_.get(), bytes.data(), bytes.size(), &written);
  if (result != 1) note_failure(result, error);
  return written;
}

std::size_t Transport::write_records(std::string_view bytes, error_code& error) {
  // OpenSSL has begun a record with these bytes, so they must be written again until it is sent.
  while (!interim_.empty()) {
    interim_.remove_prefix(write_record(interim_, error));
    if (error) return 0;
  }
  return write_record(bytes, error);
}

void Transport::write_interim(std::string_view text) {
  error_code ignored;
  if (!secure()) {
    socket_.write_some(boost::asio::buffer(text), ignored);
    return;
  }
  interim_ = text;
  write_records({}, ignored);
}

// The farewell is lost if the socket is full. The peer then knows the end of the answer by its Content-Length.
void Transport::end_session() {
  if (!session_) return;
  ERR_clear_error();
  if (!broken_ && SSL_is_init_finished(session_.get()) == 1) SSL_shutdown(session_.get());
  session_.reset();
  interim_ = {};
  waits_for_ = Socket::wait_write;
}

void Transport::end_sending(error_code& error) {
  end_session();
  socket_.shutdown(Socket::shutdown_send, error);
}

void Transport::close() {
  end_session();
  error_code ignored;
  socket_.close(ignored);
}

}  // namespace partita::server
