#include "serve_options.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <map>

#include "choice.h"
#include "client/endpoint.h"
#include "help.h"
#include "identities/master_key_file.h"
#include "size_text.h"

namespace partita::tools {
namespace {

const std::map<std::string, Durability> kDurabilities = {
    {"sync", Durability::Sync}, {"os", Durability::Os}, {"none", Durability::None}};
const std::map<std::string, Throttling> kThrottlings = {{"off", Throttling::Off}, {"capacity", Throttling::Capacity}};
const std::map<std::string, Conflicts> kConflicts = {{"wait", Conflicts::Wait}, {"conflict", Conflicts::Fail}};
const std::map<std::string, server::Cors> kCors = {{"on", server::Cors::On}, {"off", server::Cors::Off}};
const std::map<std::string, server::Regions> kRegions = {{"one", server::Regions::One},
                                                         {"many", server::Regions::Many}};
const std::map<std::string, LogLevel> kLogLevels = {
    {"debug", LogLevel::Debug}, {"info", LogLevel::Info}, {"warning", LogLevel::Warning}, {"error", LogLevel::Error}};

std::string is_region(const std::string& text) {
  const bool named = !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == text.npos;
  return named
             ? std::string()
             : "'" + text + "' is not a region: a region has lower-case letters, digits and hyphens, such as us-east-1";
}

std::string is_account(const std::string& text) {
  const bool number = text.size() == 12 && text.find_first_not_of("0123456789") == text.npos;
  return number ? std::string() : "'" + text + "' is not an account: an account has 12 digits";
}

std::string is_count(const std::string& text) {
  const bool digits = !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == text.npos;
  return digits ? std::string() : "'" + text + "' is not a number of 0 or more";
}

std::string is_memory_limit(const std::string& text) {
  constexpr std::uint64_t kLeastBytes = std::uint64_t{64} << 20, kMostBytes = std::uint64_t{1} << 50;
  const auto bytes = parse_size(text);
  if (!bytes) return bytes.error();
  if (*bytes < kLeastBytes) return "'" + text + "' is less than a server needs; give 64M or more";
  return *bytes > kMostBytes ? "'" + text + "' is too large; give 1P at most" : std::string();
}

void add_place_options(CLI::App& app, ServeOptions& options) {
  auto* data = app.add_option("--data", options.data, "directory of the database, created if missing");
  app.add_flag("--memory", options.memory, "keep all data in memory; the data is lost when the server stops")
      ->excludes(data);
  app.add_option("--encryption-key", options.open.encryption_key_file,
                 "file with the keys with which the files of the data directory are encrypted, the current one first")
      ->type_name("FILE")
      ->needs(data);
  app.add_option("--host", options.server.host, "address to listen on")->capture_default_str();
  app.add_option("--port", options.server.port, "port to listen on; 0 takes a free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  app.add_option("--region", options.server.region, "region named in ARNs")->check(is_region)->capture_default_str();
  app.add_option("--account", options.open.account, "account of the keys that name none, and named in ARNs")
      ->check(is_account)
      ->capture_default_str();
  add_choice(app, "--regions", options.server.regions, kRegions,
             "one (the default): requests that are signed for any region have the same tables; many: each region has "
             "tables of its own");
  add_choice(app, "--durability", options.open.durability, kDurabilities,
             "a write is acknowledged as soon as it survives a power cut (sync, the default), a crash of the process "
             "(os), or at once (none)");
}

void add_resource_options(CLI::App& app, ServeOptions& options) {
  app.add_option_function<std::string>(
         "--memory-limit", [&options](const std::string& text) { options.memory_limit_bytes = *parse_size(text); },
         "the memory that the process may use, such as 512M or 2G, at least 64M; the data of --memory is not counted. "
         "A quarter is for requests and answers under way, which wait or get a 503 if it is used up; with this option, "
         "the default of --cache is an eighth. Default: the machine's memory, or its control group's limit")
      ->check(is_memory_limit)
      ->type_name("NUMBER[K|M|G|T]");
  app.add_option("--cache", options.cache_mb,
                 "megabytes of blocks and rows kept in memory; 0 (the default): a quarter of the memory, at least 64")
      ->check(CLI::Range(0, 1 << 20));
  app.add_option(
         "--read-threads", options.open.read_threads,
         "threads that wait for the disk so that no other request does; 0 (the default): 2 for each core, from 4 to 32")
      ->check(CLI::Range(0, 256));
  app.add_option("--compaction-threads", options.open.compaction_threads,
                 "threads that write and compact table files; 0 (the default): half of the cores, from 2 to 16")
      ->check(CLI::Range(0, 64));
  app.add_option("--approximate-from", options.open.approximate_from,
                 "vectors of a partition from which SearchVectors uses an index, which may miss about 2 of 100 "
                 "results; 0: never")
      ->check(is_count)
      ->capture_default_str();
}

// Those by which the database behaves as the service does, which is slower or refuses more.
void add_service_options(CLI::App& app, ServeOptions& options) {
  app.add_option("--stream-roll", options.stream_roll_s,
                 "seconds after which the open shard of a stream is closed and a child is opened, at least 60; the "
                 "service does so about every four hours; 0 (the default): never")
      ->check([](const std::string& text) {
        const auto fault = CLI::Range(0, 86400)(text);
        if (!fault.empty()) return fault;
        return text != "0" && std::stoi(text) < 60 ? "'" + text + "' is less than 60 seconds" : std::string();
      })
      ->type_name("SECONDS");
  app.add_option("--recovery-delay", options.recovery_delay_s,
                 "seconds before now of the latest time to which a table can be restored; about 300 on the service")
      ->check(CLI::Range(0, 86400))
      ->type_name("SECONDS")
      ->capture_default_str();
  app.add_option(
         "--s3", options.s3,
         "the S3 of exports, imports and bulk writes: a directory, whose folders are the buckets, or the URL of "
         "an endpoint, whose credentials are found as an AWS SDK finds them; without it these operations are "
         "refused")
      ->check([](const std::string& text) {
        if (is_s3_url(text)) {
          const auto endpoint = client::parse_endpoint(text);
          return endpoint ? std::string() : endpoint.error().message;
        }
        return CLI::ExistingDirectory(text);
      })
      ->type_name("DIRECTORY|URL");
  app.add_option("--table-delay", options.table_delay_ms,
                 "milliseconds that tables stay CREATING, UPDATING or DELETING, as on the service")
      ->check(CLI::Range(0, 3'600'000))
      ->capture_default_str();
  add_choice(app, "--transactions", options.open.conflicts, kConflicts,
             "what a write does that meets a transaction: wait for it (wait, the default), or fail with "
             "TransactionConflictException or be cancelled, as on the service (conflict)");
  app.add_option("--index-delay", options.index_delay_ms,
                 "milliseconds by which reads of global indexes lag behind at least; twice as many at most")
      ->check(CLI::Range(0, 3'600'000))
      ->capture_default_str();
  app.add_flag("--delay-eventual-reads", options.open.delay_eventual_reads,
               "with --index-delay: let reads of tables lag too, unless they are strongly consistent");
  add_choice(app, "--throttle", options.open.throttling, kThrottlings,
             "refuse requests that ask for more capacity than their table, global index or partition key has, as the "
             "service does; default off");
  app.add_option("--throttle-burst", options.throttle_burst_s,
                 "seconds whose unused units a provisioned table keeps; the service keeps those of 300")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
}

void add_options(CLI::App& app, ServeOptions& options) {
  add_place_options(app, options);
  add_resource_options(app, options);
  add_access_options(app, options.access);
  add_choice(app, "--cors", options.server.cors, kCors, "let web pages of any origin call; default off");
  app.add_option("--ttl-interval", options.ttl_interval_s,
                 "seconds between sweeps for expired items; 0 turns the sweeps off")
      ->check([](const std::string& text) {
        // A range holds "nan" too, because no comparison with it is true.
        return text.find_first_of("nN") == text.npos ? CLI::Range(0.0, 86400.0)(text) : text + " is not a number";
      })
      ->capture_default_str();
  add_service_options(app, options);
  app.add_option("--faults", options.faults_file,
                 "JSON file of rules by which requests are delayed, throttled, answered with errors or in part, or not "
                 "answered, so that programs can test what they do then")
      ->type_name("FILE");
  add_watch_options(app, options.watch);
  app.add_flag("--hot-keys", options.open.hot_keys,
               "look for the partition keys that requests name most often; `partita stats` shows them");
  app.add_option("--admin-socket", options.admin_socket,
                 "Unix socket, for this user only, by which `partita stats`, `partita faults` and `partita iam` reach "
                 "the server")
      ->type_name("PATH");
  // It is taken off the command line before (settings.h), and is here for the help.
  app.add_option("--config", options.config,
                 "file with lines such as port = 8000, for options that neither the command line nor the "
                 "environment gives (PARTITA_PORT=8000); `partita config check` shows the result")
      ->type_name("FILE");
  app.add_flag("--exit-with-stdin", options.exit_with_stdin,
               "end when stdin ends, so that the server does not outlive the program that started it");
  add_tls_options(app, options.tls);
  add_console_options(app, options.console);
  add_archive_options(app, options.archive);
  add_standby_options(app, options.standby);
  add_choice(app, "--log-level", options.log_level, kLogLevels,
             "the least severe level that is logged on stderr; default info");
}

void group_serve_options(CLI::App& app) {
  group_options(
      app, {{"Data", {"--data", "--encryption-key", "--memory", "--durability", "--memory-limit"}},
            {"Network", {"--host", "--port", "--tls-certificate", "--tls-key", "--tls-self-signed", "--published"}},
            {"Access", {"--auth", "--credentials"}},
            {"For tests", {"--throttle", "--transactions", "--faults", "--exit-with-stdin"}},
            {"Operation", {"--config", "--console", "--admin-socket", "--log-level"}},
            {"Archive", {"--archive", "--archive-key", "--archive-keep", "--follow"}},
            {std::string(kFurther) + "data",
             {"--s3", "--cache", "--read-threads", "--compaction-threads", "--region", "--account", "--regions",
              "--ttl-interval", "--stream-roll", "--approximate-from"}},
            {std::string(kFurther) + "network and access",
             {"--cors", "--plaintext", "--tls-client-ca", "--identity-key", "--explain-signatures"}},
            {std::string(kFurther) + "for tests",
             {"--table-delay", "--recovery-delay", "--index-delay", "--delay-eventual-reads", "--throttle-burst"}},
            {std::string(kFurther) + "archive",
             {"--archive-every", "--archive-base-every", "--archive-rate", "--archive-log", "--archive-most-lag",
              "--archive-required", "--archive-take-over", "--follow-every", "--s3-endpoint", "--s3-region"}},
            {std::string(kFurther) + "operation",
             {"--model", "--metrics-tables", "--slow-request-ms", "--hot-keys", "--audit-log", "--audit-log-size",
              "--audit-log-files", "--audit-keys", "--audit-refuse"}}});
  app.footer(R"(Examples:
  partita serve --memory                                 # for tests; nothing is kept
  partita serve --data ./shop --console 8001             # kept, with pages for a browser
  partita serve --data ./shop --host 0.0.0.0 --auth keys --tls-self-signed

Exit code: 0 after SIGTERM or SIGINT, 1 if the server cannot start or the data cannot be written.)");
}

// Whether strangers could reach a server with these options.
// Whether the file is that of the master key, which would be lost when a former key of encryption is removed.
bool is_key_of_identities(const std::string& file, const ServeOptions& options) {
  if (file.empty()) return false;
  const std::string& named = options.access.identity_key;
  const auto path_of = [](const std::string& name) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(name, ignored);
  };
  return path_of(file) == path_of(named.empty() ? identities::default_key_file(options.data) : named);
}

std::string fault_of_exposure(const ServeOptions& options, const std::string& host) {
  server::ServerOptions shown = options.server;
  shown.host = host;
  shown.auth = options.access.auth;
  shown.published = options.access.published;
  shown.allow_plaintext = options.access.plaintext;
  const auto encryption = !options.tls.wanted()                 ? server::Encryption::Absent
                          : options.tls.files.client_ca.empty() ? server::Encryption::Tls
                                                                : server::Encryption::WithClientCertificates;
  const auto checked = server::check_exposure(shown, encryption);
  return checked ? std::string() : checked.error();
}

}  // namespace

bool is_s3_url(const std::string& text) { return text.starts_with("http://") || text.starts_with("https://"); }

CLI::App* add_serve_subcommand(CLI::App& app, ServeOptions& options) {
  CLI::App* command = app.add_subcommand("serve", "serve a database over HTTP to any AWS SDK");
  add_options(*command, options);
  group_serve_options(*command);
  return command;
}

std::string fault_of(const ServeOptions& options) {
  if (options.data.empty() && !options.memory)
    return "give the place of the data: --data DIR, or --memory to keep the data in memory";
  if (options.archive.wanted() && options.memory) return "--archive: a database in memory has no archive; give --data";
  if (options.archive.wanted() && options.open.durability == Durability::None)
    return "--archive: the durability none has no log that could be archived; give --durability os or sync";
  if (!options.archive.wanted() && !options.standby.wanted()) {
    if (options.archive.required) return "--archive-required needs --archive";
    if (options.archive.take_over) return "--archive-take-over needs --archive";
    if (!options.archive.keep.empty()) return "--archive-keep needs --archive";
  }
  if (!options.archive.wanted() && !options.standby.wanted() && !options.archive.location.key_file.empty())
    return "--archive-key needs --archive or --follow";
  if (options.standby.wanted() && options.memory) return "--follow: a standby has its data on disk; give --data";
  if (options.standby.wanted() && options.archive.wanted())
    return "--follow: a standby writes no archive; leave --archive out until it is promoted";
  if (std::string fault = conflict(options.access, options.data); !fault.empty()) return fault;
  if (!options.data.empty() && is_key_of_identities(options.open.encryption_key_file, options))
    return fmt::format("--encryption-key: {} is also the file of the master key of users and roles; name another file",
                       options.open.encryption_key_file);
  std::error_code ignored;
  if (!options.data.empty() && std::filesystem::exists(options.data, ignored) &&
      !std::filesystem::is_directory(options.data, ignored))
    return fmt::format("--data: {} is not a directory", options.data);
  if (std::string fault = fault_of_exposure(options, options.server.host); !fault.empty()) return fault;
  if (!options.console.wanted) return {};
  const std::string fault = fault_of_exposure(options, options.console.address);
  return fault.empty() ? fault : "--console: " + fault;
}

}  // namespace partita::tools
