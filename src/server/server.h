// Server: DynamoDB's API over HTTP/1.1, in front of any Database.
//
// Each core has one event loop and thread. A connection stays on its loop and answers one request after the other. The
// loop starts a database operation with a completion, and the answer may come from any thread.
#pragma once

#include <partita/database.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "server/metrics/metrics_writer.h"
#include "server/options.h"
#include "server/subject/databases.h"

namespace partita::server {

enum class Encryption : std::uint8_t { Absent, Tls, WithClientCertificates };

// Whether a server with these options keeps strangers away: one that other machines can reach verifies signatures, or
// asks for certificates of clients, and has TLS, unless the options say otherwise. Errors: a text of one line with
// advice, also if the host is not an address.
expected<void, std::string> check_exposure(const ServerOptions& options, Encryption encryption);

class Server {
 public:
  // Listens and serves. `database` must outlive the server. The functions of `options` must be safe from all loops'
  // threads.
  // Errors: a text of one line with advice. The port may be in use, the host may not be an address, or it may not be
  // allowed. The identity for TLS may be missing or wrong.
  static expected<std::unique_ptr<Server>, std::string> start(Database& database, ServerOptions options);
  // The same with a database for each account and region. `databases` must outlive the server.
  static expected<std::unique_ptr<Server>, std::string> start(Databases& databases, ServerOptions options);
  ~Server();  // calls stop()

  // The port on which the server listens, also if options.port was 0.
  std::uint16_t port() const;
  std::string url() const;  // such as "http://127.0.0.1:8000", or with https

  // Gets the identity from options.tls again, for the connections that come from now on. May be called from any thread.
  // Errors: a text of one line with advice. The server then keeps the identity that it has.
  expected<void, std::string> reload_tls();

  // The text of GET /metrics. May be called from any thread.
  std::string metrics(MetricsFormat format);

  // The bytes that requests and answers hold less now than at their peak since the last call. May be called from any
  // thread.
  std::size_t memory_given_back() const;

  // Accepts no more connections, closes those between requests, and waits for the requests under way, at most
  // options.stop_timeout. Later calls have no effect. The answer of an operation that the database completes later is
  // dropped.
  void stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace partita::server
