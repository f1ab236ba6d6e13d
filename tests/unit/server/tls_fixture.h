// The fixture of the tests of TLS: a server with an identity, and clients that trust it.
#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>

#include "unit/server/fixture.h"

namespace partita::server {

class TlsTest : public ServerTest {
 protected:
  ServerOptions secure() {
    ServerOptions options = defaults();
    options.tls = [this]() -> expected<TlsIdentity, std::string> { return identity_; };
    return options;
  }
  static TlsIdentity of(const test::Identity& identity) {
    return {.certificate = identity.certificate, .key = identity.key};
  }
  ClientTls trusting(int version = 0) const { return {.trusted = authority_.certificate(), .version = version}; }
  double metric(const std::string& name) {
    const auto body = Client(port(), trusting()).exchange("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body;
    const auto at = body.find("\n" + name + " ");
    return at == body.npos ? -1 : std::stod(body.substr(at + name.size() + 2));
  }
  double failures() { return metric("partita_tls_handshake_failures_total"); }
  // A handshake's first record, which a client sends to a server that never answers it.
  static std::string client_hello() {
    const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
    const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(context.get()), SSL_free);
    BIO* const written = BIO_new(BIO_s_mem());
    SSL_set_bio(tls.get(), BIO_new(BIO_s_mem()), written);
    SSL_set_connect_state(tls.get());
    SSL_do_handshake(tls.get());
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(written, &bytes);
    return {bytes, static_cast<std::size_t>(size)};
  }
  void answer_with(std::size_t bytes) {
    database_.on_get_item = [bytes](GetItemRequest, Completion<GetItemResponse> done) {
      done(GetItemResponse{.item = Item(AttributeMap{{"a", std::string(bytes, 'x')}})});
    };
  }

  const test::Authority authority_;
  TlsIdentity identity_ = of(authority_.issue("server"));
};

}  // namespace partita::server
