// The ways in which `partita move` stops the programs that write a table.
#pragma once

#include <partita/database.h>

#include <CLI/App.hpp>
#include <string>

namespace partita::tools {

struct StopOptions {
  // A command of the shell that stops the programs; its exit code is 0 once they are stopped.
  std::string command = {};
  // A resource policy that denies writes to all but this principal, by which the move itself signs its requests.
  std::string policy_for = {};
  // An item that the programs read: its table, and its key as JSON with types. Its attribute `writes` becomes
  // "stopped".
  std::string flag_table = {};
  std::string flag_key = {};
  bool are_stopped = false;  // the user says so
};
// Adds --stop-command, --stop-policy, --stop-flag and --writers-are-stopped. Requires: `options` outlives `app`.
void add_stop_options(CLI::App& app, StopOptions& options);

// Stops the programs that write these tables of `database`. Without any of the options it asks on a terminal. Errors:
// ValidationException without a terminal, or if the command fails; those of the operations.
Result<void> stop_writes(Database& database, const std::vector<std::string>& tables, const StopOptions& options);
// Lets them write again, as far as stop_writes() set something at the database. Errors: those of the operations.
Result<void> allow_writes(Database& database, const std::vector<std::string>& tables, const StopOptions& options);

}  // namespace partita::tools
