// How a subcommand joins `partita`: its file <name>.cc defines add_<name>, and commands.def has a line for it.
#pragma once

#include <partita/error.h>

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <string_view>

namespace partita::tools {

struct Command {
  CLI::App* app = nullptr;   // the App that add_subcommand returned
  std::function<int()> run;  // runs after parsing, returns the exit code and owns the option values of `app`
};

#define PARTITA_COMMAND(name) Command add_##name(CLI::App& app);
#include "commands.def"
#undef PARTITA_COMMAND

// Prints one line on stderr with the failure and the remedy. Returns the exit code for it, 1.
int print_error(std::string_view message);
int print_error(const Error& error);

// The error's message. If it is empty, as the service's is for unknown operations, the error's name and
// meaning.
std::string text_of(const Error& error);

}  // namespace partita::tools
