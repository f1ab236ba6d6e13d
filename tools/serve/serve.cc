// `partita serve` opens a database and serves it until SIGTERM or SIGINT.
#include <fmt/core.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "access.h"
#include "account_databases.h"
#include "admin.h"
#include "archive/standby_store.h"
#include "base/try.h"
#include "buckets/bucket_place.h"
#include "client/embedded_database.h"
#include "client/log_sink.h"
#include "commands.h"
#include "end_with_stdin.h"
#include "engine_metrics.h"
#include "expr/syntax/ast_cache.h"
#include "memory_shares.h"
#include "objects/object_files.h"
#include "serve_archive.h"
#include "serve_console.h"
#include "serve_options.h"
#include "serve_standby.h"
#include "serve_tls.h"
#include "server/endpoints/admin_socket.h"
#include "server/logs/log.h"
#include "server/server.h"
#include "settings.h"
#include "signals.h"
#include "storage/rocks/cache/cache_size.h"
#include "watch.h"

namespace partita::tools {
namespace {

// Each connection is a file descriptor. The usual soft limit of 1024 exists for select(), which this program never
// calls. Returns the connections that leave enough descriptors for the files of the store.
std::size_t raise_descriptor_limit() {
  constexpr std::size_t kMostForFiles = 4096;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return SIZE_MAX;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  const std::size_t all = limit.rlim_max == RLIM_INFINITY ? SIZE_MAX : std::size_t(limit.rlim_max);
  return all - std::min(all / 2, kMostForFiles);
}

// Divides the memory. Without a limit the store keeps its own defaults. With a limit each part is as large as the limit
// allows.
void share_memory(ServeOptions& options) {
  const std::uint64_t limit = options.memory_limit_bytes;
  const MemoryShares shares = memory_shares(limit > 0 ? limit : storage::usable_memory_bytes());
  options.server.memory_bytes = shares.requests_bytes;
  if (options.console.wanted) {
    options.console_memory_bytes = console_memory(shares.requests_bytes);
    options.server.memory_bytes -= options.console_memory_bytes;
  }
  options.open.large_writes_bytes = shares.large_writes_bytes;
  options.open.pages_bytes = shares.pages_bytes;
  options.open.catalog_bytes = shares.catalog_bytes;
  options.open.batch_get_bytes = shares.batch_get_bytes;
  // JSON has no fewer bytes than the items that it is of, both are held for a moment, and a request may have seven
  // eighths (MemoryBudget).
  options.open.answer_bytes = (options.server.memory_bytes - options.server.memory_bytes / 8) / 2;
  expr::TreeBytes::set_limit(shares.syntax_tree_bytes);
  options.open.block_cache_bytes = options.cache_mb << 20;
  if (limit == 0) return;
  if (options.cache_mb == 0) options.open.block_cache_bytes = shares.cache_bytes;
  options.open.memtable_bytes = shares.memtable_bytes;
  options.open.vector_cache_bytes = shares.vector_cache_bytes;
}

// Returns memory to the system, because the allocator keeps the gaps between blocks in use. After an hour of much work
// these may be most of its memory.
void return_much(const server::Server& server, std::size_t requests_bytes) {
  constexpr std::size_t kManyBytes = 32 << 20;
  // With little memory, requests never hold so much. A quarter of their part is much then.
  if (server.memory_given_back() > std::min(kManyBytes, requests_bytes / 4)) malloc_trim(0);
}

// Large buffers that are freed among small ones must not keep their pages. So blocks of this size go back to the system
// as they are freed. That costs time, so a machine with much memory counts only few blocks as large.
void bound_allocator(std::uint64_t memory_limit_bytes) {
  const auto large = static_cast<int>(large_block_bytes(memory_limit_bytes));
  mallopt(M_MMAP_THRESHOLD, large);
  mallopt(M_TRIM_THRESHOLD, 2 * large);
  mallopt(M_ARENA_MAX, static_cast<int>(allocator_heaps(memory_limit_bytes, std::thread::hardware_concurrency())));
}

constexpr const char* kNoFaults = R"({"rules":[]})";
// How long exports, imports and bulk writes wait for an S3 that does not answer.
constexpr std::chrono::minutes kS3Patience{5};

// The faults of the file. With a socket they may come later. nullopt if there will be none.
Result<std::optional<Faults>> read_faults_if_any(const ServeOptions& options, const LogSink& log) {
  const std::string& file = options.faults_file;
  if (file.empty() && options.admin_socket.empty()) return std::nullopt;
  if (file.empty()) return Faults{};
  PARTITA_TRY_VALUE(faults, read_faults(file));
  log(LogLevel::Warning, fmt::format("event=faults_on_purpose rules={} seed={} clock_skew_s={} file={}",
                                     faults.rules.size(), faults.seed, faults.clock_skew.count(), file));
  return faults;
}

// The rules as the file has them, for `partita faults show`.
std::string rules_text(const std::string& file) {
  if (file.empty()) return kNoFaults;
  std::ifstream input(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(input), {}};
  return parse_faults(text) ? text : kNoFaults;
}

// A server goes on with the certificate that it has if the new one is wrong.
void load_again(server::Server& server, const LogSink& log) {
  if (const auto loaded = server.reload_tls(); !loaded)
    log(LogLevel::Error, fmt::format("event=reload_failed reason=\"{}\"", loaded.error()));
}

// The parts of a running server, in the order in which they start. They end in the opposite order.
class Serving {
 public:
  explicit Serving(ServeOptions& options) : options_(options), log_(server::make_log_sink(options.log_level)) {}

  // Starts with at most so many connections. Errors: a text of one line.
  expected<void, std::string> start(std::size_t connections) {
    PARTITA_TRY(open_database());
    PARTITA_TRY(open_access());
    options_.server.log = log_;
    limit_connections(connections);
    PARTITA_TRY(watch());
    // Only now, so that a start that fails for another reason does not take the archive over.
    PARTITA_TRY(start_archive());
    PARTITA_TRY(start_server());
    PARTITA_TRY(start_console_server());
    return listen_for_admins();
  }

  // The lines that name the keys that this start has made. The next start does not make them again.
  std::string made() const { return access_ ? access_->made() : std::string(); }

  void announce() const {
    fmt::print("partita {} listening on {} (data: {})\n", PARTITA_VERSION, server_->url(),
               options_.memory ? "in memory" : options_.data);
    // The first line names the port, for programs that read it.
    fmt::print("{}", made());
    if (!tls_.self_signed_path.empty())
      fmt::print("certificate: {} (clients must trust it: AWS_CA_BUNDLE={})\n", tls_.self_signed_path,
                 tls_.self_signed_path);
    if (console_) fmt::print("console at {}\n", console_->url());
    std::fflush(stdout);
  }

  // Serves until a signal ends it.
  void wait(Signals& signals) {
    const int signal = signals.wait([this] { each_second(); }, [this] { load_files_again(); });
    log_(LogLevel::Info, fmt::format("event=stopping signal=SIG{}", sigabbrev_np(signal)));
  }

  // Whether the server goes on, as another one of the same options: a standby that was promoted, or that must be
  // restored anew.
  bool begins_anew() const { return begins_anew_; }
  // The port is that of the server that goes on.
  std::uint16_t port() const { return server_->port(); }

  // Errors: those of the last flush.
  Result<void> stop() {
    admin_socket_.reset();
    databases_->end_delays();
    if (console_) console_->stop();
    server_->stop();
    // The last writes of clients are archived before the database ends.
    archiver_.reset();
    follower_.reset();
    if (options_.open.durability == Durability::None && !options_.memory) return database_->engine().flush();
    return {};
  }

 private:
  void each_second() {
    return_much(*server_, options_.server.memory_bytes);
    if (!follower_ || begins_anew_) return;
    if (is_promoted_ || follower_->state().condition == archive::FollowCondition::Outdated) begin_anew();
  }

  // Ends wait().
  void begin_anew() {
    begins_anew_ = true;
    ::kill(::getpid(), SIGTERM);
  }

  Result<void> promote() {
    if (is_promoted_) return {};
    PARTITA_TRY(promote_running(*follower_, options_.data));
    log_(LogLevel::Info, "event=promoted");
    // The server begins anew within a second, so that this answer is sent before.
    is_promoted_ = true;
    return {};
  }

  expected<void, std::string> open_database() {
    OpenOptions& open = options_.open;
    open.in_memory = options_.memory;
    open.region = options_.server.region;
    open.ttl_interval = std::chrono::milliseconds(std::int64_t(options_.ttl_interval_s * 1000));
    // The console's page of the machine shows them.
    open.hot_keys = open.hot_keys || options_.console.wanted;
    share_memory(options_);
    open.stream_roll = std::chrono::seconds(options_.stream_roll_s);
    open.recovery_delay = std::chrono::seconds(options_.recovery_delay_s);
    open.table_delay = std::chrono::milliseconds(options_.table_delay_ms);
    open.index_delay = std::chrono::milliseconds(options_.index_delay_ms);
    open.throttle_burst = std::chrono::seconds(options_.throttle_burst_s);
    open.log = log_;
    client::StoreExtras extras;
    if (options_.archive.wanted()) extras.kept_log_bytes = options_.archive.log_bytes;
    if (is_s3_url(options_.s3))
      extras.files = objects::object_files([endpoint = options_.s3](const std::string& bucket) {
        return buckets::open_bucket(bucket, {.endpoint = endpoint, .patience = kS3Patience});
      });
    else
      open.s3_directory = options_.s3;
    PARTITA_TRY(prepare_to_follow(extras));
    auto database = client::EmbeddedDatabase::open(options_.data, open, nullptr, extras);
    if (!database) return unexpected(text_of(database.error()));
    database_ = std::move(*database);
    return start_to_follow();
  }

  // A standby that was promoted goes on as a primary, also if its options still name the archive.
  bool is_standby() const { return options_.standby.wanted() && !is_promoted(options_.data); }

  expected<void, std::string> prepare_to_follow(client::StoreExtras& extras) {
    if (!options_.standby.wanted()) return {};
    if (!is_standby()) {
      log_(LogLevel::Warning,
           "event=promoted reason=\"the directory was promoted, so it follows no archive; leave --follow out\"");
      return {};
    }
    auto location = archive_location(followed());
    if (!location) return unexpected(text_of(location.error()));
    auto prepared =
        prepare_standby(*location, {options_.data, options_.open.encryption_key_file}, client::make_log(log_));
    if (!prepared) return unexpected(text_of(prepared.error()));
    extras.in_front = [this](std::unique_ptr<storage::Store> store) -> Result<std::unique_ptr<storage::Store>> {
      followed_store_ = store.get();
      return archive::make_standby_store(std::move(store), standby_refusal(options_.standby.url));
    };
    return {};
  }

  ArchiveLocationOptions followed() const {
    ArchiveLocationOptions location = options_.archive.location;
    location.url = options_.standby.url;
    return location;
  }

  expected<void, std::string> start_to_follow() {
    if (!is_standby()) return {};
    auto location = archive_location(followed());
    if (!location) return unexpected(text_of(location.error()));
    auto follower =
        start_follower(*std::move(location), options_.standby, *followed_store_, *database_, client::make_log(log_));
    if (!follower) return unexpected(text_of(follower.error()));
    follower_ = std::move(*follower);
    return {};
  }

  expected<void, std::string> start_archive() {
    if (!options_.archive.wanted()) return {};
    auto archiver = start_archiver(options_.archive, options_.data, *database_, client::make_log(log_));
    if (!archiver) return unexpected(text_of(archiver.error()));
    archiver_ = std::move(*archiver);
    return {};
  }

  // Opens the keys and the certificates.
  expected<void, std::string> open_access() {
    PARTITA_TRY_VALUE(tls, prepare_tls(options_.tls, options_.data, options_.server.host));
    tls_ = std::move(tls);
    options_.server.tls = tls_.identity;
    options_.access.account = options_.open.account;
    PARTITA_TRY_VALUE(access, Access::open(options_.access, options_.data));
    access_.emplace(std::move(access));
    access_->apply(options_.server);
    return {};
  }

  void limit_connections(std::size_t connections) {
    if (connections >= options_.server.max_connections) return;
    options_.server.max_connections = connections;
    log_(LogLevel::Warning,
         fmt::format(
             "event=connections_limited limit={} reason=\"the limit of open files is low; the store needs some\"",
             connections));
  }

  expected<void, std::string> watch() {
    options_.server.log_requests = options_.log_level == LogLevel::Debug;
    options_.server.extra_metrics = [this] {
      std::vector<server::Metric> metrics = engine_metrics(*database_);
      if (archiver_) add_archive_metrics(*archiver_, metrics);
      if (follower_) add_standby_metrics(*follower_, metrics);
      return metrics;
    };
    PARTITA_TRY_VALUE(audit, open_audit_log(options_.watch, log_));
    audit_ = std::move(audit);
    apply(options_.watch, audit_, *database_, options_.server);
    options_.server.can_write = [&engine = *database_] { return engine.can_write(); };
    return {};
  }

  expected<void, std::string> start_server() {
    auto faults = read_faults_if_any(options_, log_);
    if (!faults) return unexpected(text_of(faults.error()));
    const bool has_faults = faults->has_value();
    auto databases = AccountDatabases::make(*database_, *std::move(faults),
                                            follower_ ? standby_refusal(options_.standby.url) : std::string());
    if (!databases) return unexpected(text_of(databases.error()));
    databases_ = std::move(*databases);
    if (has_faults) options_.server.skewed_clock = &databases_->skewed_clock();
    PARTITA_TRY_VALUE(server, server::Server::start(*databases_, options_.server));
    server_ = std::move(server);
    return {};
  }

  expected<void, std::string> start_console_server() {
    if (!options_.console.wanted) return {};
    PARTITA_TRY_VALUE(console, start_console(options_.console, {.api = *server_,
                                                                .options = options_.server,
                                                                .databases = *databases_,
                                                                .database = *database_,
                                                                .watch = options_.watch,
                                                                .account = options_.open.account,
                                                                .watches_all_keys = options_.open.hot_keys,
                                                                .memory_bytes = options_.console_memory_bytes}));
    console_ = std::move(console);
    return {};
  }

  expected<void, std::string> listen_for_admins() {
    if (options_.admin_socket.empty()) return {};
    const auto data = options_.open.in_memory ? Admin::Data::InMemory : Admin::Data::OnDisk;
    admin_.emplace(*database_, data, *databases_, *server_, *access_, rules_text(options_.faults_file), log_);
    if (archiver_) admin_->show_archive(*archiver_);
    if (follower_) admin_->show_standby(*follower_, [this] { return promote(); });
    PARTITA_TRY_VALUE(listening,
                      server::AdminSocket::listen(options_.admin_socket, [this](const server::AdminRequest& request) {
                        return admin_->answer(request);
                      }));
    admin_socket_ = std::move(listening);
    return {};
  }

  void load_files_again() {
    // This comes first, so that the log tells of it by its next line.
    if (audit_) audit_->reopen();
    access_->reload(log_);
    // Without keys and TLS there is nothing to read, which the log says.
    if (options_.tls.wanted() || !server::verifies(options_.access.auth)) load_again(*server_, log_);
    if (console_ && options_.tls.wanted()) load_again(*console_, log_);
  }

  ServeOptions& options_;
  const LogSink log_;
  std::unique_ptr<client::EmbeddedDatabase> database_;
  storage::Store* followed_store_ = nullptr;  // that of a standby, which belongs to database_
  std::unique_ptr<archive::Archiver> archiver_;
  std::unique_ptr<archive::Follower> follower_;  // nullptr if the server is not a standby
  std::atomic<bool> is_promoted_{false};
  std::atomic<bool> begins_anew_{false};
  std::optional<Access> access_;
  ServedTls tls_;
  std::shared_ptr<server::AuditLog> audit_;
  std::unique_ptr<AccountDatabases> databases_;
  std::unique_ptr<server::Server> server_;
  std::unique_ptr<server::Server> console_;
  std::optional<Admin> admin_;
  std::unique_ptr<server::AdminSocket> admin_socket_;
};

// A new data directory has items and keys that only the server's user should read. open() makes it with the rights that
// the umask leaves. A fault here is one there too, with a better text.
void make_private(const std::string& data) {
  std::error_code ignored;
  if (data.empty() || std::filesystem::exists(data, ignored)) return;
  std::filesystem::path path = std::filesystem::absolute(data, ignored).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();  // it ends with a slash
  std::filesystem::create_directories(path.parent_path(), ignored);
  (void)::mkdir(path.c_str(), S_IRWXU);
}

int serve(ServeOptions& options) {
  if (const std::string fault = fault_of(options); !fault.empty()) return print_error(fault);
  const std::size_t connections = raise_descriptor_limit();
  bound_allocator(options.memory_limit_bytes > 0 ? options.memory_limit_bytes : storage::usable_memory_bytes());
  Signals signals;
  if (options.exit_with_stdin) end_with_stdin();
  make_private(options.data);
  for (;;) {
    // Options that a start changes are those of before for the next one.
    ServeOptions own = options;
    Serving serving(own);
    if (const auto started = serving.start(connections); !started) {
      fmt::print("{}", serving.made());
      return print_error(started.error());
    }
    serving.announce();
    serving.wait(signals);
    options.server.port = serving.port();
    if (const auto stopped = serving.stop(); !stopped) return print_error(stopped.error());
    if (!serving.begins_anew()) return 0;
    signals.expect_more();
  }
}

}  // namespace

Command add_serve(CLI::App& app) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* const command = add_serve_subcommand(app, *options);
  return {command, [options, command] {
            for (const std::string& name : unknown_variables(*command))
              fmt::print(stderr, "partita: partita serve does not know the variable {}\n", name);
            return serve(*options);
          }};
}

}  // namespace partita::tools
