#include "watch.h"

#include "base/try.h"
#include "server/subject/table_of.h"
#include "size_text.h"

namespace partita::tools {
namespace {

std::string is_audit_size(const std::string& text) {
  constexpr std::uint64_t kLeastBytes = 64 << 10;
  const auto bytes = parse_size(text);
  if (!bytes) return bytes.error();
  return *bytes < kLeastBytes ? "'" + text + "' is too small; give 64K or more" : std::string();
}

}  // namespace

void add_watch_options(CLI::App& app, WatchOptions& options) {
  app.add_option("--metrics-tables", options.labelled_tables,
                 "tables that have metrics of their own; the requests to further ones are counted together")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app.add_option("--slow-request-ms", options.slow_request_ms,
                 "milliseconds from which on a request is a line of the log, with its shape and without its values; "
                 "0: never")
      ->check(CLI::Range(0, 3'600'000))
      ->capture_default_str();
  auto* log = app.add_option("--audit-log", options.audit.path,
                             "file that gets a record of each request: who, what, when, allowed or denied and why")
                  ->type_name("FILE");
  app.add_option_function<std::string>(
         "--audit-log-size", [&options](const std::string& text) { options.audit.file_bytes = *parse_size(text); },
         "size at which the audit log is replaced by a new file, at least 64K; default 100M")
      ->check(is_audit_size)
      ->needs(log)
      ->type_name("NUMBER[K|M|G|T]");
  app.add_option("--audit-log-files", options.audit.kept_files, "former files of the audit log that are kept")
      ->check(CLI::Range(0, 1000))
      ->needs(log)
      ->capture_default_str();
  app.add_flag("--audit-keys", options.audit.shows_keys,
               "the audit log shows the keys of items, in place of their hashes")
      ->needs(log);
  app.add_flag("--audit-refuse", options.refuses,
               "requests are refused while the audit log cannot be written; without it they go on, and their records "
               "are lost and counted")
      ->needs(log);
}

expected<std::shared_ptr<server::AuditLog>, std::string> open_audit_log(const WatchOptions& options,
                                                                        const LogSink& log) {
  if (options.audit.path.empty()) return nullptr;
  server::AuditOptions audit = options.audit;
  if (options.refuses) audit.on_failure = server::AuditOptions::OnFailure::Refuse;
  PARTITA_TRY_VALUE(opened, server::AuditLog::open(std::move(audit), log));
  return std::shared_ptr<server::AuditLog>(std::move(opened));
}

void apply(const WatchOptions& options, std::shared_ptr<server::AuditLog> audit, client::EmbeddedDatabase& database,
           server::ServerOptions& out) {
  out.labelled_tables = options.labelled_tables;
  out.has_table = [&database](std::string_view name) { return database.has_table(name); };
  out.slow_request = std::chrono::milliseconds(options.slow_request_ms);
  out.audit = std::move(audit);
  out.key_names = [&database](std::string_view name) { return database.key_names(server::table_name_in(name)); };
}

}  // namespace partita::tools
