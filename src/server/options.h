// The options of a server.
#pragma once

#include <partita/database.h>
#include <partita/open.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "auth/access_keys.h"
#include "auth/verifier.h"
#include "base/clock.h"
#include "permissions/tables.h"
#include "server/choices.h"
#include "server/console.h"
#include "server/logs/audit_log.h"
#include "server/metrics/metric.h"
#include "server/tls/tls.h"
#include "value/limits.h"

namespace partita::server {

struct ServerOptions {
  std::string host = "127.0.0.1";  // an IP address, or "localhost"
  std::uint16_t port = 8000;       // 0 takes a free port
  unsigned loops = 0;              // event loops; 0 means one for each core that the process may use
  std::string region = "us-east-1";
  // If set, the server speaks only TLS. Called by start() and reload_tls(), in the thread of the caller.
  LoadTlsIdentity tls;
  Auth auth = Auth::Any;
  Cors cors = Cors::Off;
  Regions regions = Regions::One;
  // The keys that Auth::Keys and Auth::Iam need. They may change while the server runs. With Auth::Iam a key without an
  // identity has no permissions.
  std::shared_ptr<const auth::KeyStore> keys;
  // The tables of the database, which Auth::Iam needs if the server has one Database. Databases have their own.
  std::shared_ptr<const permissions::Tables> tables;
  auth::Explain explain_signatures = auth::Explain::No;
  // The clock of signatures, policies and the audit log. It must outlive the server.
  const base::Clock* clock = nullptr;  // nullptr: the system's
  // Another clock for signatures and for the Date field of answers, which may be wrong on purpose. It must outlive the
  // server. nullptr: `clock`.
  const base::Clock* skewed_clock = nullptr;
  // Must be true for a host that is not loopback if the server has no TLS. Such a host also needs verifies(auth), or
  // the certificates of clients (TlsFiles::client_ca).
  bool allow_plaintext = false;
  // The server is in a container and answers on an address of it, which only the ports that the container publishes
  // lead to. A host that is not loopback then needs neither verifies(auth) nor TLS. A Host field must be an address or
  // a name that no public name server gives (is_network_host), so that no web page reaches the server through a browser
  // of the machine.
  bool published = false;

  std::size_t max_connections = 10000;
  std::size_t max_header_bytes = 64 << 10;
  std::size_t max_body_bytes = limits::kRequestBytes;  // also of an inflated body
  // The bytes that all requests and answers under way may hold together. A request beyond it gets 503
  // (memory_budget.h).
  std::size_t memory_bytes = 256 << 20;
  std::size_t gzip_from_bytes = 1 << 10;  // smaller answers are never compressed

  // From a request's first byte to the end of its header, and for the handshake of TLS.
  std::chrono::milliseconds header_timeout{30'000};
  std::chrono::milliseconds body_timeout{60'000};   // for each 64 KB of a body
  std::chrono::milliseconds idle_timeout{75'000};   // between requests
  std::chrono::milliseconds rest_after{1'000};      // without a request, until a connection gives its buffers back
  std::chrono::milliseconds write_timeout{60'000};  // for the peer to take each 64 KB of an answer
  std::chrono::milliseconds memory_timeout{2'000};  // for a request to get memory
  std::chrono::milliseconds stalled_after{1'000};   // until a body or a reader without progress may lose its memory
  std::chrono::milliseconds linger_timeout{2'000};  // for the peer to take an error before the connection closes
  std::chrono::milliseconds stop_timeout{10'000};   // for requests under way when stopping

  // From this duration on a request is a line of the log (slow_log.h), at most ten lines a second. 0: never.
  std::chrono::milliseconds slow_request{0};
  // Gets a record of each POST (audit_record.h). nullptr: records are not made.
  std::shared_ptr<AuditLog> audit;
  // The names of a table's key attributes, first the partition key's, for the audit log. Empty if the table does not
  // exist.
  std::function<std::vector<std::string>(std::string_view)> key_names;

  LogSink log;                // an empty sink drops all lines
  bool log_requests = false;  // a Debug line for each request; an answer of 500 and above is always a Warning
  std::function<std::vector<Metric>()> extra_metrics;
  // Whether there is a table of this name. It must be quick, and is called for each request to a table that has no
  // label. If it is empty, no table has metrics of its own.
  std::function<bool(std::string_view)> has_table;
  // The most tables that have metrics of their own, at a time. As many of other accounts and regions have some too, if
  // there is has_table.
  std::size_t labelled_tables = 100;
  // If set, the port is that of a console, with the rules of console_endpoint.h. No web page of another origin may call
  // it, whatever `cors` says.
  std::shared_ptr<Console> console;
  std::function<bool()> can_write;  // whether the database can write, for GET / and /readyz; if empty, it can
};

}  // namespace partita::server
