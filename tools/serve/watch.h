// The options of `partita serve` by which an operator sees what it does.
#pragma once

#include <partita/open.h>

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "client/embedded_database.h"
#include "server/logs/audit_log.h"
#include "server/server.h"

namespace partita::tools {

struct WatchOptions {
  std::size_t labelled_tables = 100;
  std::int64_t slow_request_ms = 0;
  server::AuditOptions audit;  // without a path there is no audit log
  bool refuses = false;
};

void add_watch_options(CLI::App& app, WatchOptions& options);

// Opens the audit log. The result is nullptr without one. Errors: a text of one line.
expected<std::shared_ptr<server::AuditLog>, std::string> open_audit_log(const WatchOptions& options,
                                                                        const LogSink& log);

// Sets the members of `out` that are about watching. `database` must outlive the server.
void apply(const WatchOptions& options, std::shared_ptr<server::AuditLog> audit, client::EmbeddedDatabase& database,
           server::ServerOptions& out);

}  // namespace partita::tools
