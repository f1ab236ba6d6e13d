// Runs an example system on a database.
#pragma once

#include <partita/database.h>

#include <memory>
#include <string>

#include "commands.h"
#include "shared/system.h"

namespace partita::tools {

// Where a demo runs: at `endpoint`, else in directory `data`, else in memory.
struct DemoTarget {
  std::string endpoint;
  std::string data;
};
void add_options(CLI::App& app, DemoTarget& target);
// "an embedded database in memory", or where else.
std::string name_of(const DemoTarget& target);
Result<std::unique_ptr<Database>> open_target(const DemoTarget& target);

// Loads the system's sample data, runs every access pattern and prints what each did and cost. The exit code is not
// zero where an answer, an index or the number of requests is not what the system promises.
int run_demo(const systems::System& system, const DemoTarget& target);

}  // namespace partita::tools
