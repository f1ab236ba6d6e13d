// The options of `partita serve` for its console.
#pragma once

#include <partita/expected.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "client/embedded_database.h"
#include "server/server.h"
#include "watch.h"

namespace partita::tools {

struct ConsoleOption {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
  bool wanted = false;
  std::string model_file;
};

void add_console_options(CLI::App& app, ConsoleOption& option);

// The part of `memory_bytes`, the memory for requests of the whole process, that a console's port gets.
std::size_t console_memory(std::size_t memory_bytes);

// What the console's server shares with the server of the API.
struct ServedBesides {
  server::Server& api;
  const server::ServerOptions& options;  // of the server of the API
  server::Databases& databases;
  const client::EmbeddedDatabase& database;
  const WatchOptions& watch;
  std::string account;
  bool watches_all_keys = false;
  std::size_t memory_bytes = 0;
};
// Starts the server of the console. Errors: those of server::Server::start and of the file of the model.
expected<std::unique_ptr<server::Server>, std::string> start_console(const ConsoleOption& option, ServedBesides beside);

}  // namespace partita::tools
