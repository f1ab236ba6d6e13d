// `partita` finds the subcommand and runs it. Exit codes: 0 if it succeeded, 1 if it failed, for some subcommands also
// 2 (their --help says when), and from 100 on for a bad command line.
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

namespace {

// If a subcommand is missing, because `chosen` does not have the one that was given, names the latter.
std::string failure_text(const CLI::App& chosen, const CLI::Error& error) {
  const std::vector<std::string> left = chosen.remaining();
  if (error.get_exit_code() != int(CLI::ExitCodes::RequiredError) || left.empty() || left.front().starts_with('-') ||
      chosen.get_subcommands([](const CLI::App*) { return true; }).empty())
    return error.what();
  return "there is no subcommand '" + left.front() + "'";
}

}  // namespace
}  // namespace partita::tools

int main(int argc, char** argv) {
  using namespace partita::tools;
  CLI::App app("Partita: a database with the API of Amazon DynamoDB", "partita");
  app.set_version_flag("--version", "partita " PARTITA_VERSION);
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* root, const CLI::Error& error) {
    std::string called = "partita";
    const CLI::App* chosen = root;
    for (auto next = root->get_subcommands(); !next.empty(); next = chosen->get_subcommands()) {
      chosen = next.front();
      called += " " + chosen->get_name();
    }
    return "partita: " + failure_text(*chosen, error) + " (try " + called + " --help)\n";
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
