// What all loops of a server share. It outlives their threads.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <string_view>

#include "server/router.h"
#include "server/server.h"

namespace partita::server {

struct Shared {
  Shared(Database& served, ServerOptions given) : database(served), options(std::move(given)) {}
  void log(LogLevel level, std::string_view message) const {
    if (options.log) options.log(level, message);
  }

  Database& database;
  const ServerOptions options;
  Policy policy;  // fixed before the loops start
  std::atomic<std::uint64_t> open_connections{0};
  std::atomic<std::uint64_t> refused_connections{0};
};

}  // namespace partita::server
