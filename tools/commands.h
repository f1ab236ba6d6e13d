// How a subcommand joins `partita`: one file <name>.cc that defines add_<name>, and one line in commands.def.
#pragma once

#include <partita/error.h>

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <string_view>

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
int complain(const Error& error);

// The error's message, or where an endpoint gave none, as the service does for unknown operations, its name and meaning.
std::string text_of(const Error& error);

}  // namespace partita::tools
