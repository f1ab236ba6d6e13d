// `partita` finds the subcommand and runs it. Exit codes: 0 if it succeeded, 1 if it failed, for some subcommands also
// 2 (their --help says when), and from 100 on for a bad command line.
#include <fcntl.h>
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>
#ifdef PARTITA_STATIC
#include <nss.h>
#endif

#include "base/try.h"
#include "build_info.h"
#include "commands.h"
#include "container/container_arguments.h"
#include "end_with_parent.h"
#include "help.h"
#include "serve/settings.h"

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

// The arguments without the program's name: those of a container's image are translated, and those of `serve` are
// followed by the settings of the environment and the configuration file. Sets `settings` to those of `serve`.
expected<std::vector<std::string>, std::string> arguments_of_call(const CLI::App& app,
                                                                  const std::vector<std::string>& call,
                                                                  std::vector<Setting>& settings) {
  std::vector<std::string> arguments(call.begin() + std::min<std::ptrdiff_t>(1, std::ssize(call)), call.end());
  const bool is_of_container = is_container_call(call);
  if (is_of_container) {
    PARTITA_TRY_VALUE(translated, container_arguments(call));
    arguments = std::move(translated);
  }
  if (arguments.empty() || arguments.front() != "serve") return arguments;
  const CLI::App& serve = *app.get_subcommand("serve");
  const std::vector<std::string> given(arguments.begin() + 1, arguments.end());
  PARTITA_TRY_VALUE(found, settings_of(serve, given, &environment_variable));
  settings = std::move(found);
  if (is_of_container) add_container_settings(settings);
  std::vector<std::string> out = arguments_of(given, settings, serve);
  out.insert(out.begin(), "serve");
  return out;
}

// Runs the command. Output that cannot be written, for example because the disk is full, is a failure.
int run(const Command& command) {
  constexpr const char* kUnwritten = "the output could not be written";
  try {
    const int code = command.run();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    return code == 0 ? print_error(kUnwritten) : code;
  } catch (const std::system_error& error) {
    // fmt::print() throws it.
    return print_error(fmt::format("{}: {}", kUnwritten, error.what()));
  }
}

constexpr const char* kExamples = R"(Examples:
  partita serve --memory                       # http://127.0.0.1:8000, with any credentials
  partita serve --data ./shop
  partita model lint shop.yml
  partita model design questions.yml -o design

partita COMMAND --help tells more of a subcommand.
)";

// Puts the subcommands into the groups of --help. Another one keeps the group of the parser, "Subcommands".
void group_commands(CLI::App& app) {
  const std::pair<const char*, std::vector<const char*>> groups[] = {
      {"Databases",
       {"serve", "console", "table", "stream", "export", "import", "copy", "fork", "compare", "move", "query",
        "versions", "recover", "undo", "demo"}},
      {"Data models", {"model", "mcp"}},
      {"Operation",
       {"config", "healthcheck", "stats", "faults", "iam", "verify", "repair", "archive", "restore", "promote",
        "encryption"}},
      {"This command", {"completion", "manual"}},
  };
  for (const auto& [group, names] : groups)
    for (const char* name : names) app.get_subcommand(name)->group(group);
  app.footer(kExamples);
}

}  // namespace
}  // namespace partita::tools

int main(int argc, char** argv) {
  using namespace partita::tools;
  end_with_parent();
  // A closed descriptor would be given to the next file that is opened, and the log would go into it.
  for (const int standard : {0, 1, 2})
    if (::fcntl(standard, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0) return 1;
#ifdef PARTITA_STATIC
  // The C library inside has these two ways to find a host. Others that a machine's nsswitch.conf may name are shared
  // objects of that machine's C library, which must not be loaded beside it.
  __nss_configure_lookup("hosts", "files dns");
#endif
  CLI::App app("Partita: a database with the API of Amazon DynamoDB", "partita");
  app.set_version_flag("--version", "partita " PARTITA_VERSION);
  app.require_subcommand(1);
  std::vector<Setting> settings;
  app.failure_message([&settings](const CLI::App* root, const CLI::Error& error) {
    std::string called = "partita";
    const CLI::App* chosen = root;
    for (auto next = root->get_subcommands(); !next.empty(); next = chosen->get_subcommands()) {
      chosen = next.front();
      called += " " + chosen->get_name();
    }
    return "partita: " + with_source(failure_text(*chosen, error), settings) + " (try " + called + " --help)\n";
  });

  const std::vector<Command> commands = {
#define PARTITA_COMMAND(name) add_##name(app),
#include "commands.def"
#undef PARTITA_COMMAND
  };
  group_commands(app);
  set_help(app);
  const std::vector<std::string> call(argv, argv + argc);
  if (call.size() == 3 && std::ranges::count(call, "--version") == 1 && std::ranges::count(call, "--json") == 1) {
    std::puts(build_info().c_str());
    return 0;
  }
  if (const std::string option = option_without_value(app, call); !option.empty())
    return print_error(option + " needs a value");
  auto arguments = arguments_of_call(app, call, settings);
  if (!arguments) return print_error(arguments.error());
  std::ranges::reverse(*arguments);  // CLI11 takes them from the end
  try {
    app.parse(*std::move(arguments));
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return run(command);
  return 1;
}
