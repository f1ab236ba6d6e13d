// The example systems that `partita demo` runs, and the database they run on.
#pragma once

#include <partita/database.h>

#include <memory>
#include <string>

#include "commands.h"

namespace partita::tools {

// Where a demo runs: at `endpoint`, else in directory `data`, else in memory.
struct DemoTarget {
  std::string endpoint;
  std::string data;
};
void describe(CLI::App& app, DemoTarget& target);
// "in memory", or where else.
std::string name_of(const DemoTarget& target);
Result<std::unique_ptr<Database>> open_target(const DemoTarget& target);

Command add_commerce_demo(CLI::App& demo);

}  // namespace partita::tools
