#include "unit/server/client.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace partita::server {
namespace {

// Only a server that hangs makes a test wait this long.
// ThreadSanitizer makes the copies of large bodies about ten times as long.
#ifdef __SANITIZE_THREAD__
constexpr timeval kHang{180, 0};
#else
constexpr timeval kHang{30, 0};
#endif

std::unique_ptr<BIO, decltype(&BIO_free)> reader_of(const std::string& pem) {
  return {BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free};
}

void trust(SSL_CTX* context, const std::string& pem) {
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
      PEM_read_bio_X509(reader_of(pem).get(), nullptr, nullptr, nullptr), X509_free);
  X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate.get());
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
}

// Shows the first certificate of `identity`, and the others as its chain.
void show(SSL_CTX* context, const test::Identity& identity) {
  const auto certificates = reader_of(identity.certificate);
  const std::unique_ptr<X509, decltype(&X509_free)> own(
      PEM_read_bio_X509(certificates.get(), nullptr, nullptr, nullptr), X509_free);
  EXPECT_EQ(SSL_CTX_use_certificate(context, own.get()), 1);
  while (X509* const further = PEM_read_bio_X509(certificates.get(), nullptr, nullptr, nullptr))
    SSL_CTX_add0_chain_cert(context, further);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      PEM_read_bio_PrivateKey(reader_of(identity.key).get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
  EXPECT_EQ(SSL_CTX_use_PrivateKey(context, key.get()), 1);
}

std::shared_ptr<SSL_CTX> make_context(const ClientTls& wanted) {
  const std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
  trust(context.get(), wanted.trusted);
  if (!wanted.identity.key.empty()) show(context.get(), wanted.identity);
  // The client offers versions and ciphers that the server must refuse.
  SSL_CTX_set_security_level(context.get(), 0);
  SSL_CTX_set_min_proto_version(context.get(), wanted.version);
  SSL_CTX_set_max_proto_version(context.get(), wanted.version);
  if (!wanted.ciphers.empty()) SSL_CTX_set_cipher_list(context.get(), wanted.ciphers.c_str());
  if (!wanted.protocols.empty())
    SSL_CTX_set_alpn_protos(context.get(), reinterpret_cast<const unsigned char*>(wanted.protocols.data()),
                            static_cast<unsigned>(wanted.protocols.size()));
  return context;
}

void note_fault(std::string& fault) {
  if (const char* const reason = ERR_reason_error_string(ERR_peek_last_error())) fault = reason;
}

const test::Authority& test_authority() {
  static const test::Authority authority;
  return authority;
}

}  // namespace

bool all_over_tls() { return std::getenv("PARTITA_TEST_TLS") != nullptr; }

const test::Identity& test_tls_identity() {
  static const test::Identity identity = test_authority().issue("server");
  return identity;
}

const ClientTls& test_tls_client() {
  static const ClientTls tls{.trusted = test_authority().certificate()};
  return tls;
}

Client::Client(std::uint16_t port) : Client(port, all_over_tls() ? test_tls_client() : ClientTls{}) {}

Client::Client(std::uint16_t port, const ClientTls& tls) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kHang, sizeof kHang);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &kHang, sizeof kHang);
  if (!tls.trusted.empty()) shake_hands(tls);
}

Client::~Client() { ::close(socket_); }

void Client::send_raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the server has closed, and its answer gives the reason
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void Client::send(std::string_view bytes) {
  if (!tls_) return send_raw(bytes);
  // A large text is sent as it is encrypted, so that the server can answer before its end.
  constexpr std::size_t kPart = 256 << 10;
  for (std::size_t at = 0; at < bytes.size(); at += kPart) send_raw(seal(bytes.substr(at, kPart)));
}

void Client::end_sending_raw() { ::shutdown(socket_, SHUT_WR); }

void Client::end_sending() {
  if (tls_) {
    SSL_shutdown(tls_.get());
    send_raw(take_records());
  }
  end_sending_raw();
}

bool Client::receive(std::string& out) {
  char chunk[16384];
  const auto got = ::recv(socket_, chunk, sizeof chunk, 0);
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) ADD_FAILURE() << "the server hangs";
  if (got <= 0) return false;
  out.append(chunk, static_cast<std::size_t>(got));
  return true;
}

bool Client::fill() {
  if (!tls_) return receive(buffered_);
  for (;;) {
    char chunk[16384];
    std::size_t got = 0;
    ERR_clear_error();
    const int result = SSL_read_ex(tls_.get(), chunk, sizeof chunk, &got);
    // Messages of TLS itself may have to be answered.
    send_raw(take_records());
    if (result == 1) {
      buffered_.append(chunk, got);
      return true;
    }
    if (SSL_get_error(tls_.get(), result) != SSL_ERROR_WANT_READ) {
      note_fault(fault_);
      return false;
    }
    std::string records;
    if (!receive(records)) return false;
    BIO_write(SSL_get_rbio(tls_.get()), records.data(), static_cast<int>(records.size()));
  }
}

std::string Client::take_records() {
  char* bytes = nullptr;
  BIO* const written = SSL_get_wbio(tls_.get());
  const long size = BIO_get_mem_data(written, &bytes);
  std::string records(bytes, static_cast<std::size_t>(size));
  BIO_reset(written);
  return records;
}

std::string Client::seal(std::string_view bytes) {
  std::size_t written = 0;
  EXPECT_EQ(SSL_write_ex(tls_.get(), bytes.data(), bytes.size(), &written), 1);
  EXPECT_EQ(written, bytes.size());
  return take_records();
}

void Client::shake_hands(const ClientTls& wanted) {
  context_ = make_context(wanted);
  SSL_CTX_set_app_data(context_.get(), this);
  SSL_CTX_set_session_cache_mode(context_.get(), SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context_.get(), [](SSL* tls, SSL_SESSION* session) {
    static_cast<Client*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(tls)))->session_.reset(session, SSL_SESSION_free);
    return 1;
  });
  tls_.reset(SSL_new(context_.get()), SSL_free);
  SSL_set_bio(tls_.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
  BIO_set_mem_eof_return(SSL_get_rbio(tls_.get()), -1);
  X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls_.get()), "127.0.0.1");
  if (wanted.session) SSL_set_session(tls_.get(), wanted.session.get());
  SSL_set_connect_state(tls_.get());
  for (;;) {
    ERR_clear_error();
    const int result = SSL_do_handshake(tls_.get());
    send_raw(take_records());
    if (result == 1) return;
    std::string records;
    if (SSL_get_error(tls_.get(), result) != SSL_ERROR_WANT_READ) return note_fault(fault_);
    if (!receive(records)) {
      fault_ = "the server closed the connection";
      return;
    }
    BIO_write(SSL_get_rbio(tls_.get()), records.data(), static_cast<int>(records.size()));
  }
}

bool Client::ended_well() const { return (SSL_get_shutdown(tls_.get()) & SSL_RECEIVED_SHUTDOWN) != 0; }

std::string Client::server_name() const {
  char name[64] = {};
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(SSL_get1_peer_certificate(tls_.get()), X509_free);
  if (certificate)
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate.get()), NID_commonName, name, sizeof name);
  return name;
}

HttpAnswer Client::read(bool head) {
  HttpAnswer answer;
  std::size_t end;
  while ((end = buffered_.find("\r\n\r\n")) == std::string::npos)
    if (!fill()) return answer;
  const std::string header = buffered_.substr(0, end + 2);
  buffered_.erase(0, end + 4);
  answer.status = std::stoi(header.substr(header.find(' ') + 1));
  for (std::size_t at = header.find("\r\n") + 2; at < header.size();) {
    const std::size_t line_end = header.find("\r\n", at);
    const std::size_t colon = header.find(": ", at);
    std::string name = header.substr(at, colon - at);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    answer.headers[name] = header.substr(colon + 2, line_end - colon - 2);
    at = line_end + 2;
  }
  const auto length = answer.headers.find("content-length");
  if (head || length == answer.headers.end()) return answer;
  const std::size_t size = std::stoul(length->second);
  while (buffered_.size() < size)
    if (!fill()) break;
  answer.body = buffered_.substr(0, size);
  buffered_.erase(0, size);
  return answer;
}

std::string Client::read_to_end() {
  while (fill()) {
  }
  return std::exchange(buffered_, {});
}

bool Client::closed() { return buffered_.empty() && !fill(); }

std::string post(std::string_view operation, std::string_view body, std::string_view extra) {
  std::string request = "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.";
  request.append(operation).append("\r\n").append(kJson).append(kSignature).append(extra);
  request.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n").append(body);
  return request;
}

}  // namespace partita::server
