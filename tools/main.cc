// `partita` finds the subcommand and runs it. Exit codes: 0 if it succeeded, 1 if it failed, from 100 on for a bad
// command line.
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <vector>

#include "commands.h"

namespace partita::tools {

int print_error(std::string_view message) {
  std::fprintf(stderr, "partita: %.*s\n", int(message.size()), message.data());
  return 1;
}

int print_error(const Error& error) { return print_error(text_of(error)); }

std::string text_of(const Error& error) {
  if (!error.message.empty()) return error.message;
  const ErrorCodeInfo& code = describe(error.code);
  return std::string(code.name).append(": ").append(code.meaning);
}

}  // namespace partita::tools

int main(int argc, char** argv) {
  using namespace partita::tools;
  CLI::App app("Partita: a database with the API of Amazon DynamoDB", "partita");
  app.set_version_flag("--version", "partita " PARTITA_VERSION);
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* root, const CLI::Error& error) {
    std::string called = "partita";
    for (auto chosen = root->get_subcommands(); !chosen.empty(); chosen = chosen.front()->get_subcommands())
      called += " " + chosen.front()->get_name();
    return "partita: " + std::string(error.what()) + " (try " + called + " --help)\n";
  });

  const std::vector<Command> commands = {
#define PARTITA_COMMAND(name) add_##name(app),
#include "commands.def"
#undef PARTITA_COMMAND
  };
  CLI11_PARSE(app, argc, argv);
  for (const Command& command : commands)
    if (command.app->parsed()) return command.run();
  return 1;
}
