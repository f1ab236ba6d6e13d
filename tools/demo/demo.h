// Runs an example system on a database.
#pragma once

#include <partita/database.h>
#include <partita/open.h>

#include <memory>
#include <string>

#include "commands.h"
#include "shared/system.h"

namespace partita::tools {

// A demo runs at `endpoint` if it is set, else in directory `data` if that is set, else in memory.
struct DemoTarget {
  std::string endpoint;
  std::string data;
  // The account and the region in the directory; empty: those of requests that name none.
  std::string account;
  std::string region;
  std::string encryption_key;  // the file with the keys of the directory; empty: it is not encrypted
};
// Adds --endpoint and --data, which write to `target`. Requires: `target` outlives `app`.
void add_options(CLI::App& app, DemoTarget& target);
// Adds --endpoint, --data, --encryption-key, --account and --region to a command that works on tables that are there
// already. Without any of them the target is kDefaultEndpoint. Requires: `target` outlives `app`.
void add_server_options(CLI::App& app, DemoTarget& target);
inline constexpr std::string_view kDefaultEndpoint = "http://127.0.0.1:8000";
// Sets the default of add_server_options.
void use_default_endpoint(DemoTarget& target);
// A check of an option whose value may not be an empty text.
std::string need_text(const std::string& text);
// Adds --encryption-key, --account and --region, which need `data`, the option of the directory. Requires: `target`
// outlives `app`.
void add_account_options(CLI::App& app, CLI::Option* data, DemoTarget& target);
// The endpoint, or "an embedded database in memory", or the same in a directory.
std::string name_of(const DemoTarget& target);
// Connects to the endpoint or opens the embedded database with `options`, whose `in_memory` is set here. Errors: those
// of partita::connect, partita::open or partita::in_account.
Result<std::unique_ptr<Database>> open_target(const DemoTarget& target, OpenOptions options = {});

// Loads the system's sample data, runs every access pattern and prints the result and the cost of each. Returns the
// exit code: 1 if an answer, an index or the number of requests is not as the system promises, or if the target cannot
// be used; otherwise 0.
int run_demo(const systems::System& system, const DemoTarget& target);

}  // namespace partita::tools
