// `partita config check` shows the settings with which `partita serve` would start, and the source of each.
#include <fmt/format.h>
#include <partita/faults.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "auth/credentials_file.h"
#include "commands.h"
#include "data_models/model.h"
#include "help.h"
#include "serve_options.h"
#include "serve_tls.h"
#include "server/tls/tls_files.h"
#include "settings.h"

namespace partita::tools {
namespace {

// Checks the files that a server reads when it starts, and the directories in which it makes files.
class FileCheck {
 public:
  FileCheck(const ServeOptions& options, const std::vector<Setting>& settings)
      : options_(options), settings_(settings) {}

  // Returns the exit code.
  int run() {
    const server::TlsFiles& tls = options_.tls.files;
    const bool has_certificate = is_readable("tls-certificate", tls.certificate);
    const bool has_key = is_readable("tls-key", tls.key);
    const bool has_client_ca = is_readable("tls-client-ca", tls.client_ca);
    if (has_certificate && has_key && has_client_ca) check_tls();
    const std::string& credentials = options_.access.credentials;
    if (is_readable("credentials", credentials) && !credentials.empty())
      take("credentials", auth::read_credentials_file(credentials));
    const std::string& faults = options_.faults_file;
    if (is_readable("faults", faults) && !faults.empty())
      if (const auto rules = read_faults(faults); !rules) fail("faults", text_of(rules.error()));
    if (is_readable("model", options_.console.model_file) && !options_.console.model_file.empty())
      if (const auto model = load_model({.path = options_.console.model_file}, Notes::Keep); !model)
        fail("model", model.error().message);
    const bool is_one_place =
        options_.console.port == options_.server.port && options_.console.address == options_.server.host;
    if (options_.console.wanted && options_.console.port != 0 && is_one_place)
      fail("console", fmt::format("{} is the port of the database too", options_.console.port));
    can_make("admin-socket", options_.admin_socket);
    can_make("audit-log", options_.watch.audit.path);
    return code_;
  }

 private:
  void fail(std::string_view name, std::string_view why) {
    code_ = print_error(with_source(fmt::format("--{}: {}", name, why), settings_));
  }

  void take(std::string_view name, const auto& read) {
    if (!read) fail(name, read.error());
  }

  // Also true of an option that is not given.
  bool is_readable(std::string_view name, const std::string& path) {
    if (path.empty() || ::access(path.c_str(), R_OK) == 0) return true;
    fail(name, fmt::format("{} cannot be read: {}", path, std::strerror(errno)));
    return false;
  }

  // Loads the identity as a start does, without a file in the data directory.
  void check_tls() {
    const auto served = prepare_tls(options_.tls, {}, options_.server.host);
    if (!served) return fail("tls-self-signed", served.error());
    if (served->identity) take("tls-certificate", server::Tls(served->identity, {}).load());
  }

  void can_make(std::string_view name, const std::string& path) {
    if (path.empty()) return;
    const std::filesystem::path parent = std::filesystem::path(path).parent_path();
    const std::string directory = parent.empty() ? "." : parent.string();
    if (is_made_by_the_server(directory)) return;
    if (::access(directory.c_str(), W_OK | X_OK) != 0)
      fail(name, fmt::format("{} cannot be made in {}: {}", path, directory, std::strerror(errno)));
  }

  // A start makes the data directory before other files.
  bool is_made_by_the_server(const std::filesystem::path& directory) const {
    if (options_.data.empty()) return false;
    const std::filesystem::path data = (std::filesystem::absolute(options_.data) / "").lexically_normal();
    return !std::filesystem::exists(data) && data == (std::filesystem::absolute(directory) / "").lexically_normal();
  }

  const ServeOptions& options_;
  const std::vector<Setting>& settings_;
  int code_ = 0;
};

int check(CLI::App& root, const std::vector<std::string>& given) {
  if (const std::string option = option_without_value(*root.get_subcommand("serve"), given); !option.empty())
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
  return FileCheck(options, *settings).run();
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

The files that a server reads when it starts must be there and right. Whether a port is free, and what the data directory
holds, only a start shows. Exit code: 0 if no setting is unknown or wrong, otherwise 1.)");
  return {command, [given, file, &app] {
            std::vector<std::string> all = *given;
            if (!file->empty()) all.insert(all.begin(), {"--config", *file});
            return check(app, all);
          }};
}

}  // namespace partita::tools
