// A small blocking HTTP client for tests. It sends exactly the bytes that it is given, and reads answers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "support/certificates.h"

struct ssl_ctx_st;
struct ssl_session_st;
struct ssl_st;

namespace partita::server {

struct HttpAnswer {
  int status = 0;                              // 0: the connection ended first
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// How a client speaks TLS.
struct ClientTls {
  std::string trusted;                                // PEM
  test::Identity identity = {};                       // shown to the server, if not empty
  int version = 0;                                    // OpenSSL's number of the only version; 0: any
  std::string ciphers = {};                           // of TLS 1.2; empty: OpenSSL's own
  std::string protocols = {};                         // for ALPN, each after a byte with its length
  std::shared_ptr<ssl_session_st> session = nullptr;  // to be resumed
};

// Whether all tests run over TLS: clients and servers then use test_tls_client() and test_tls_identity() unless they
// are told otherwise.
bool all_over_tls();
const test::Identity& test_tls_identity();
const ClientTls& test_tls_client();

class Client {
 public:
  explicit Client(std::uint16_t port);
  // Makes the handshake. If that fails, fault() is not empty.
  Client(std::uint16_t port, const ClientTls& tls);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send(std::string_view bytes);
  // Ends this direction, in TLS too.
  void end_sending();
  // The next answer. `head`: the answer is to a HEAD request, so it has no body.
  HttpAnswer read(bool head = false);
  HttpAnswer exchange(std::string_view request) {
    send(request);
    return read();
  }
  // All further bytes until the server closes the connection.
  std::string read_to_end();
  // Whether the server closes the connection without sending another byte.
  bool closed();

  // Sends bytes as they are, outside of TLS.
  void send_raw(std::string_view bytes);
  // Ends this direction of the socket only.
  void end_sending_raw();
  // The records that send() would send. Requires: the client speaks TLS, as all functions below.
  std::string seal(std::string_view bytes);
  // The reason for which the handshake or a later read failed.
  const std::string& fault() const { return fault_; }
  // Whether the server has said that it sends no more.
  bool ended_well() const;
  ssl_st* tls() const { return tls_.get(); }
  // The last session that can be resumed; nullptr without one.
  std::shared_ptr<ssl_session_st> session() const { return session_; }
  // The common name of the server's certificate.
  std::string server_name() const;

 private:
  bool fill();
  bool receive(std::string& out);
  std::string take_records();
  void shake_hands(const ClientTls& tls);

  int socket_;
  std::string buffered_;
  std::shared_ptr<ssl_ctx_st> context_;
  std::shared_ptr<ssl_st> tls_;
  std::shared_ptr<ssl_session_st> session_;
  std::string fault_;
};

inline constexpr std::string_view kSignature =
    "Authorization: AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=0123\r\nX-Amz-Date: 20260101T000000Z\r\n";
inline constexpr std::string_view kJson = "Content-Type: application/x-amz-json-1.0\r\n";

// A signed POST of `body` for DynamoDB_20120810.`operation`. `extra` has further header lines.
std::string post(std::string_view operation, std::string_view body, std::string_view extra = {});

}  // namespace partita::server
