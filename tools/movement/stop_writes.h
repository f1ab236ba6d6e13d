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

// Looks before the programs are stopped whether they can be. `written` is the database that they write, `next` the
// other one, and `moved` has all tables of the move at both. Errors: ValidationException without a named way and a
// terminal, or if the flag's table is missing at `written` or is moved too, because then its item would go to the other
// end; those of the operations.
Result<void> check_stop(Database& written, Database& next, const std::vector<std::string>& moved,
                        const StopOptions& options);
// Stops the programs that write these tables of `database`. Without any of the options it asks on a terminal. Errors:
// ValidationException if the command fails, or if a policy also stops the move itself, which is then taken away; those
// of the operations.
Result<void> stop_writes(Database& database, const std::vector<std::string>& tables, const StopOptions& options);
// Lets programs write these tables: removes a policy of stop_writes(), and sets the flag if its table is there. Errors:
// those of the operations.
Result<void> allow_writes(Database& database, const std::vector<std::string>& tables, const StopOptions& options);

}  // namespace partita::tools
