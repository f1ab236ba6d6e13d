// How a subcommand joins `partita`: one file <name>.cc that defines add_<name>, and one line in commands.def.
#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace partita::tools {

struct Command {
  CLI::App* app = nullptr;   // what add_subcommand returned
  std::function<int()> run;  // after parsing; gives the exit code. Owns the option values that `app` writes to.
};

#define PARTITA_COMMAND(name) Command add_##name(CLI::App& app);
#include "commands.def"
#undef PARTITA_COMMAND

// Says on stderr, on one line, what went wrong and what to do; gives the exit code for it, 1.
int complain(std::string_view message);

}  // namespace partita::tools
