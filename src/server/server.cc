#include "server/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>

#include "base/cores.h"
#include "base/lack_of_memory.h"
#include "base/try.h"
#include "server/connection/listener.h"
#include "server/metrics/metrics_text.h"

namespace partita::server {
namespace {

std::vector<Metric> shared_metrics(const Shared& shared) {
  using enum Metric::Type;
  const AuditLog::Counts audit = shared.options.audit ? shared.options.audit->counts() : AuditLog::Counts();
  return {
      {"partita_open_connections", "Connections open now", Gauge, double(shared.open_connections)},
      {"partita_refused_connections_total", "Connections answered with 503 because too many were open", Counter,
       double(shared.refused_connections)},
      {"partita_tls_handshake_failures_total",
       "TLS handshakes that failed: plain HTTP, no common version or cipher, a wrong or missing client certificate, "
       "too slow, or cut off by the client",
       Counter, double(shared.failed_handshakes)},
      {"partita_tls_certificate_end_seconds",
       "End of the server certificate's validity, in seconds since 1970; 0 without TLS", Gauge,
       double(shared.tls ? shared.tls->valid_until_s() : 0)},
      {"partita_memory_held_bytes", "Bytes of memory that requests and answers under way hold", Gauge,
       double(shared.budget->held())},
      {"partita_memory_peak_bytes", "The most bytes of memory that requests and answers held at a time since the start",
       Gauge, double(shared.budget->peak())},
      {"partita_memory_limit_bytes", "Bytes of memory that requests and answers under way may hold", Gauge,
       double(shared.budget->limit())},
      {"partita_memory_waiting_requests", "Requests that wait for memory, in the order in which they get it", Gauge,
       double(shared.budget->queued())},
      {"partita_memory_waits_total", "Requests that waited for memory, each wait counted once", Counter,
       double(shared.starved_requests)},
      {"partita_memory_refusals_total",
       "Requests answered with 503 because no memory was free, or with 413 because they need more than the limit",
       Counter, double(shared.refused_for_memory)},
      {"partita_signature_refusals_total",
       "Requests refused because they have no signature, a malformed one or, with --auth keys or iam, a wrong one",
       Counter, double(shared.refused_signatures)},
      {"partita_permission_denials_total",
       "Requests that no policy allows or one denies, with --auth iam; batches of statements with such a member count "
       "too",
       Counter, double(shared.denied_requests)},
      {"partita_audit_records_total", "Records that were written to the audit log", Counter, double(audit.written)},
      {"partita_audit_lost_records_total",
       "Records of the audit log that were lost, because its disk was full or too slow", Counter, double(audit.lost)},
      {"partita_audit_failing", "1 while the audit log cannot be written", Gauge, audit.failing ? 1.0 : 0.0},
      {"partita_shed_bodies_total", "Requests dropped before they were read, to free memory for other requests",
       Counter, double(shared.shed_bodies)},
      {"partita_shed_readers_total", "Answers dropped before they were sent, to free memory for other requests",
       Counter, double(shared.shed_readers)},
  };
}

expected<void, std::string> check_access(const ServerOptions& options, const permissions::Tables* tables,
                                         const Tls* tls) {
  if (verifies(options.auth) && !options.keys)
    return unexpected<std::string>("signatures cannot be verified without keys");
  if (options.auth == Auth::Iam && !tables)
    return unexpected<std::string>("policies cannot be asked without the tables of the database");
  return check_exposure(options, !tls                  ? Encryption::Absent
                                 : tls->asks_clients() ? Encryption::WithClientCertificates
                                                       : Encryption::Tls);
}

}  // namespace

expected<void, std::string> check_exposure(const ServerOptions& options, Encryption encryption) {
  PARTITA_TRY_VALUE(address, parse_host(options.host));
  if (address.is_loopback() || options.published) return {};
  if (!verifies(options.auth) && encryption != Encryption::WithClientCertificates)
    return unexpected(
        fmt::format("other machines can reach {}, and signatures are not verified: anyone there could read and write; "
                    "listen on 127.0.0.1, or pass --auth keys or --auth iam",
                    options.host));
  if (encryption == Encryption::Absent && !options.allow_plaintext)
    return unexpected(fmt::format(
        "other machines can reach {}, and the server has no TLS: anyone on the way could read requests and answers; "
        "pass --tls-certificate and --tls-key, or listen on 127.0.0.1, or pass --plaintext in a network that you trust",
        options.host));
  return {};
}

class Server::Impl {
 public:
  Impl(std::unique_ptr<OneDatabase> owned, Databases& databases, ServerOptions options)
      : owned_(std::move(owned)), shared_(databases, std::move(options)) {
    const unsigned count = shared_.options.loops ? shared_.options.loops : base::usable_cores();
    for (unsigned i = 0; i < count; ++i) loops_.push_back(std::make_shared<Loop>(shared_));
    listener_ = std::make_unique<Listener>(shared_, loops_);
  }

  expected<void, std::string> start() {
    const ServerOptions& options = shared_.options;
    PARTITA_TRY_VALUE(address, parse_host(options.host));
    if (shared_.tls) PARTITA_TRY(shared_.tls->load());
    PARTITA_TRY(check_access(options, shared_.databases.own().tables, shared_.tls.get()));
    PARTITA_TRY(listener_->listen({address, options.port}));
    shared_.policy = Policy{.auth = options.auth,
                            .cors = options.console ? Cors::Off : options.cors,
                            .regions = options.regions,
                            .loopback_only = address.is_loopback(),
                            .network_only = options.published && !verifies(options.auth),
                            .region = options.region,
                            .max_body_bytes = options.max_body_bytes,
                            .can_write = options.can_write};
    shared_.shed = [this] {
      for (const auto& loop : loops_) loop->shed_later();
    };
    shared_.metrics = &metrics_maker_;
    if (!base::had_memory_for([this] { metrics_maker_.start(); }))
      return unexpected<std::string>("the system has no thread for the metrics");
    for (const auto& loop : loops_) loop->start();
    listener_->start();
    running_ = true;
    shared_.log(LogLevel::Info, fmt::format("event=listening url={} loops={}", url(), loops_.size()));
    return {};
  }

  void stop() {
    if (!running_) return;
    running_ = false;
    // This runs on the loop that deals connections out, so that each loop drains after it got its last connection.
    boost::asio::post(loops_.front()->io(), [this] {
      listener_->close();
      for (const auto& loop : loops_) loop->drain();
    });
    metrics_maker_.hurry();
    for (const auto& loop : loops_) loop->join();
    metrics_maker_.stop();
    shared_.log(LogLevel::Info, "event=stopped");
  }

  expected<void, std::string> reload_tls() {
    if (!shared_.tls)
      return unexpected(std::string("the server does not speak TLS, so there is nothing to load again"));
    return shared_.tls->load();
  }
  std::size_t memory_given_back() {
    const std::size_t peak = shared_.budget->take_recent_peak();
    return peak - std::min(peak, shared_.budget->held());
  }
  std::string metrics(MetricsFormat format) {
    shared_.labels.prune();
    std::vector<const LoopMetrics*> counts;
    for (const auto& loop : loops_) counts.push_back(&std::as_const(*loop).metrics());
    std::vector<Metric> others = shared_metrics(shared_);
    if (const auto& extra = shared_.options.extra_metrics)
      for (Metric& metric : extra()) others.push_back(std::move(metric));
    return metrics_text(format, counts, others);
  }
  // A console shows those of the server that it is for.
  std::optional<std::string> shown_metrics(MetricsFormat format) {
    const auto& console = shared_.options.console;
    return console ? console->metrics(format) : metrics(format);
  }
  std::uint16_t port() const { return listener_->endpoint().port(); }
  std::string url() const {
    const auto address = listener_->endpoint().address();
    return fmt::format(FMT_STRING("{}://{}{}{}:{}"), shared_.tls ? "https" : "http", address.is_v6() ? "[" : "",
                       address.to_string(), address.is_v6() ? "]" : "", port());
  }

 private:
  const std::unique_ptr<OneDatabase> owned_;  // nullptr if the caller has the databases
  Shared shared_;
  std::vector<std::shared_ptr<Loop>> loops_;
  std::unique_ptr<Listener> listener_;
  MetricsMaker metrics_maker_{[this](MetricsFormat format) { return shown_metrics(format); }};
  bool running_ = false;
};

expected<std::unique_ptr<Server>, std::string> Server::start(Database& database, ServerOptions options) {
  auto owned = std::make_unique<OneDatabase>(database, options.tables.get());
  OneDatabase& databases = *owned;
  std::unique_ptr<Server> server(new Server(std::make_unique<Impl>(std::move(owned), databases, std::move(options))));
  PARTITA_TRY(server->impl_->start());
  return server;
}

expected<std::unique_ptr<Server>, std::string> Server::start(Databases& databases, ServerOptions options) {
  std::unique_ptr<Server> server(new Server(std::make_unique<Impl>(nullptr, databases, std::move(options))));
  PARTITA_TRY(server->impl_->start());
  return server;
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() { impl_->stop(); }
std::uint16_t Server::port() const { return impl_->port(); }
std::string Server::url() const { return impl_->url(); }
std::string Server::metrics(MetricsFormat format) { return impl_->metrics(format); }
expected<void, std::string> Server::reload_tls() { return impl_->reload_tls(); }
std::size_t Server::memory_given_back() const { return impl_->memory_given_back(); }
void Server::stop() { impl_->stop(); }

}  // namespace partita::server
