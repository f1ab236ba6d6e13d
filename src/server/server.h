// Server: DynamoDB's API over HTTP/1.1, in front of any Database.
//
// One event loop and thread per core; a connection stays on its loop and answers one request after the other. Database
// operations are started on the loop with a completion; the answer may come from any thread.
#pragma once

#include <partita/database.h>
#include <partita/open.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace partita::server {

enum class Auth : std::uint8_t {
  Any,  // a request must carry credentials of the right form; which ones and the signature are not looked at
  Off,  // none needed
};
enum class Cors : std::uint8_t { Off, On };

// A measurement of another layer, shown under GET /metrics.
struct Metric {
  enum class Type : std::uint8_t { Counter, Gauge };
  std::string name;  // Prometheus form: partita_engine_commits_total
  std::string help;
  Type type = Type::Counter;
  double value = 0;
  std::vector<std::pair<std::string, std::string>> labels = {};  // names and values; metrics of one name stand together
};

struct ServerOptions {
  std::string host = "127.0.0.1";  // an IP address, or "localhost"
  std::uint16_t port = 8000;       // 0: a free one
  unsigned loops = 0;              // event loops; 0: one for each core that the process may use
  std::string region = "us-east-1";
  Auth auth = Auth::Any;
  Cors cors = Cors::Off;
  bool allow_unauthenticated = false;  // needed for a host that is not loopback: signatures are not verified

  std::size_t max_connections = 10000;
  std::size_t max_header_bytes = 64 << 10;
  std::size_t max_body_bytes = 16 << 20;  // also of an inflated body
  // What requests and answers under way may hold in all; beyond it 503. See memory_budget.h.
  std::size_t memory_bytes = 256 << 20;
  std::size_t gzip_from_bytes = 1 << 10;  // smaller answers are never compressed

  std::chrono::milliseconds header_timeout{30'000};  // from a request's first byte to the end of its header
  std::chrono::milliseconds body_timeout{60'000};    // for each 64 KB of a body
  std::chrono::milliseconds idle_timeout{75'000};    // between requests
  std::chrono::milliseconds rest_after{1'000};       // without a request; its buffers are then given back
  std::chrono::milliseconds write_timeout{60'000};   // for the peer to take each 64 KB of an answer
  std::chrono::milliseconds memory_timeout{2'000};   // for a request to get memory
  std::chrono::milliseconds stalled_after{1'000};    // a body or a reader without progress is given up for others' memory
  std::chrono::milliseconds linger_timeout{2'000};   // for the peer to take an error before the connection closes
  std::chrono::milliseconds stop_timeout{10'000};    // for requests under way when stopping

  LogSink log;                // default: nowhere
  bool log_requests = false;  // a Debug line per request; answers of 500 and above are a Warning anyway
  std::function<std::vector<Metric>()> extra_metrics;
  std::function<bool()> can_write;  // whether the database can; asked by GET /. Default: it can
};

class Server {
 public:
  // Listens and serves; `database` must outlive the server.
  // Errors: a text of one line that says what to do: the port is in use, the host is no address or is not allowed.
  static expected<std::unique_ptr<Server>, std::string> start(Database& database, ServerOptions options);
  ~Server();  // stops

  std::uint16_t port() const;
  std::string url() const;  // "http://127.0.0.1:8000"

  // How much less requests and answers hold now than at their peak since the last call. Any thread.
  std::size_t memory_given_back() const;

  // Takes no more connections, closes those between requests, and waits for the requests under way, at most
  // options.stop_timeout. Later calls do nothing. An operation that the database completes after that is dropped.
  void stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace partita::server
