// `partita config check` shows the settings with which `partita serve` would start, and the source of each.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "commands.h"
#include "help.h"
#include "serve_options.h"
#include "settings.h"

namespace partita::tools {
namespace {

// The files that a server reads when it starts.
int check_files(const ServeOptions& options, const std::vector<Setting>& settings) {
  const std::pair<const char*, const std::string&> files[] = {{"tls-certificate", options.tls.files.certificate},
                                                              {"tls-key", options.tls.files.key},
                                                              {"credentials", options.access.credentials},
                                                              {"faults", options.faults_file},
                                                              {"model", options.console.model_file}};
  int code = 0;
  for (const auto& [name, path] : files) {
    if (path.empty() || ::access(path.c_str(), R_OK) == 0) continue;
    code = print_error(
        with_source(fmt::format("--{}: {} cannot be read: {}", name, path, std::strerror(errno)), settings));
  }
  return code;
}

int check(CLI::App& root, const std::vector<std::string>& given) {
  if (const std::string option = option_without_value(given); !option.empty())
    return print_error(option + " needs a value");
  const CLI::App& serve = *root.get_subcommand("serve");
  const auto settings = settings_of(serve, given, &environment_variable);
  if (!settings) return print_error(settings.error());
  std::size_t widest = 0;
  for (const Setting& one : *settings) widest = std::max(widest, one.name.size() + one.value.size() + 3);
  for (const Setting& one : *settings) fmt::print("{:{}}  # {}\n", one.name + " = " + one.value, widest, one.source);
  if (settings->empty()) fmt::print("# nothing is set\n");
  for (const std::string& name : unknown_variables(serve))
    fmt::print(stderr, "partita: partita serve does not know the variable {}\n", name);
  // A parser of its own, because that of this process has parsed this command.
  ServeOptions options;
  CLI::App parser("", "partita");
  add_serve_subcommand(parser, options);
  std::vector<std::string> arguments = arguments_of(given, *settings, serve);
  arguments.insert(arguments.begin(), "serve");
  std::ranges::reverse(arguments);
  try {
    parser.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    return print_error("--help is not a setting");
  } catch (const CLI::ParseError& error) {
    return print_error(with_source(error.what(), *settings));
  }
  if (const std::string fault = fault_of(options); !fault.empty()) return print_error(with_source(fault, *settings));
  return check_files(options, *settings);
}

}  // namespace

Command add_config(CLI::App& app) {
  CLI::App* command = app.add_subcommand("config", "the settings of a server");
  command->require_subcommand(1);
  CLI::App* checked = command->add_subcommand("check", "show the settings of partita serve, and the source of each");
  auto given = std::make_shared<std::vector<std::string>>();
  auto file = std::make_shared<std::string>();
  checked->add_option("--config", *file, "the file, as in `-- --config FILE`")->type_name("FILE");
  checked->add_option("OPTIONS", *given, "options of partita serve, behind --");
  checked->footer(
      R"(Settings are the options of `partita serve`: --port 8001 on the command line, PARTITA_PORT=8001 in the environment, or the
line  port = 8001  in the file that --config FILE or PARTITA_CONFIG names. The command line wins over the environment, and
the environment over the file.

Examples:
  partita config check --config /etc/partita.conf
  PARTITA_PORT=9000 partita config check -- --memory

The files that a server reads when it starts must be there. Exit code: 0 if the settings are right, 1 if one is unknown or
wrong.)");
  return {command, [given, file, &app] {
            std::vector<std::string> all = *given;
            if (!file->empty()) all.insert(all.begin(), {"--config", *file});
            return check(app, all);
          }};
}

}  // namespace partita::tools
