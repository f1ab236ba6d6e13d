// `partita faults` shows and changes the faults on purpose of a running server.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fstream>
#include <sstream>

#include "commands.h"
#include "server/endpoints/admin_socket.h"

namespace partita::tools {
namespace {

struct FaultsOptions {
  std::string socket;
  std::string file;
  std::function<server::AdminRequest()> request;
};

void add_action(CLI::App& faults, const std::shared_ptr<FaultsOptions>& options, const char* name, const char* method,
                const char* meaning) {
  CLI::App* action = faults.add_subcommand(name, meaning);
  const bool has_file = std::string_view(method) == "PUT";
  if (has_file) action->add_option("FILE", options->file, "JSON in the form of serve --faults")->required();
  action->add_option("--admin-socket", options->socket, "the socket that the server was started with")
      ->required()
      ->type_name("PATH");
  action->callback([options, method] {
    options->request = [method] { return server::AdminRequest{method, "/faults", {}}; };
  });
}

int run_faults(const FaultsOptions& options) {
  server::AdminRequest request = options.request();
  if (!options.file.empty()) {
    std::ifstream file(options.file, std::ios::binary);
    std::ostringstream text;
    if (file) text << file.rdbuf();
    if (!file.is_open() || file.bad()) return print_error("cannot read " + options.file);
    request.body = text.str();
  }
  const auto answer = server::ask_admin_socket(options.socket, request);
  if (!answer) return print_error(answer.error());
  if (answer->status != 200) return print_error(answer->body.substr(0, answer->body.find_last_not_of('\n') + 1));
  fmt::print("{}", answer->body);
  return 0;
}

}  // namespace

Command add_faults(CLI::App& app) {
  auto options = std::make_shared<FaultsOptions>();
  CLI::App* faults = app.add_subcommand("faults", "show and change the faults on purpose of a running server");
  faults->require_subcommand(1);
  add_action(*faults, options, "show", "GET", "print the rules, and how often each has acted");
  add_action(*faults, options, "set", "PUT", "replace the rules");
  add_action(*faults, options, "clear", "DELETE", "remove all rules");
  return {faults, [options] { return run_faults(*options); }};
}

}  // namespace partita::tools
