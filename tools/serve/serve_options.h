// The options of `partita serve`, and whether they can be together.
#pragma once

#include <partita/open.h>

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "access.h"
#include "serve_archive.h"
#include "serve_console.h"
#include "serve_standby.h"
#include "serve_tls.h"
#include "server/server.h"
#include "watch.h"

namespace partita::tools {

struct ServeOptions {
  std::string data;
  bool memory = false;
  OpenOptions open;
  server::ServerOptions server;
  AccessOptions access;
  TlsOptions tls;
  WatchOptions watch;
  ConsoleOption console;
  ServeArchiveOptions archive;
  StandbyOptions standby;
  std::size_t console_memory_bytes = 0;
  double ttl_interval_s = 1;
  std::int64_t table_delay_ms = 0;
  std::int64_t stream_roll_s = 0;
  std::int64_t recovery_delay_s = 0;
  std::int64_t index_delay_ms = 0;
  std::int64_t throttle_burst_s = 300;
  std::uint64_t cache_mb = 0;
  std::string faults_file;
  std::string admin_socket;
  bool exit_with_stdin = false;
  std::string s3;  // a directory, or the URL of an endpoint; empty: without an S3
  std::string config;
  std::uint64_t memory_limit_bytes = 0;  // 0: the machine's memory
  LogLevel log_level = LogLevel::Info;
};

// Whether the value of --s3 is the URL of an endpoint, and not a directory.
bool is_s3_url(const std::string& text);

// Adds the subcommand `serve` to `app`, with all of its options, which write to `options`. Requires: `options` outlives
// `app`.
CLI::App* add_serve_subcommand(CLI::App& app, ServeOptions& options);

// Why a server with these options would not start, as far as the options tell. An empty text if they tell no reason.
std::string fault_of(const ServeOptions& options);

}  // namespace partita::tools
