// Tls: the certificate and the rules with which a server speaks TLS. It makes the session of each new connection.
//
// Only TLS 1.2 with ephemeral keys and authenticated ciphers, and TLS 1.3, are spoken. Renegotiation, compression and
// early data are refused. Sessions are resumed by tickets, so the server does not remember them. A ticket is valid
// until the identity is loaded again.
//
// All functions may be called from any thread.
#pragma once

#include <partita/expected.h>
#include <partita/log.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

// OpenSSL's own types, whose headers only the files that need them include.
struct ssl_ctx_st;
struct ssl_st;

namespace partita::server {

// Who a server is, in PEM, and whose certificates it asks for. The names are for the texts of errors, such as the paths
// of the files.
struct TlsIdentity {
  std::string certificate;  // the server's certificate, then those between it and the root
  std::string key;
  std::string client_ca = {};  // if not empty, each client must show a certificate that one of these vouches for
  std::string certificate_name = "the certificate";
  std::string key_name = "the key";
  std::string client_ca_name = "the client CA";
};

using LoadTlsIdentity = std::function<expected<TlsIdentity, std::string>()>;

struct FreeTlsSession {
  void operator()(ssl_st* session) const noexcept;
};
using TlsSession = std::unique_ptr<ssl_st, FreeTlsSession>;

class Tls {
 public:
  // An empty `log` drops all lines.
  Tls(LoadTlsIdentity identity, LogSink log) : identity_(std::move(identity)), log_(std::move(log)) {}

  // Gets the identity and uses it for the sessions made from now on. Logs a warning if the certificate is not valid
  // now. Errors: a text of one line with advice. The identity that was loaded before, if any, then stays.
  expected<void, std::string> load();

  // Requires: load() has succeeded. Returns nullptr if memory lacks.
  TlsSession new_session() const;

  // Whether clients must show a certificate. Requires: load() has succeeded.
  bool asks_clients() const { return asks_clients_.load(std::memory_order_relaxed); }

  // The end of the certificate's validity, in seconds since 1970. Requires: load() has succeeded.
  std::int64_t valid_until_s() const { return valid_until_s_.load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<ssl_ctx_st> context() const;

  const LoadTlsIdentity identity_;
  const LogSink log_;
  std::atomic<bool> asks_clients_{false};
  std::atomic<std::int64_t> valid_until_s_{0};
  mutable std::mutex mutex_;
  std::shared_ptr<ssl_ctx_st> context_;  // guarded by mutex_
};

}  // namespace partita::server
