// `partita promote` makes a primary server, or its directory, of a standby.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <thread>

#include "commands.h"
#include "serve/serve_standby.h"
#include "server/endpoints/admin_socket.h"

namespace partita::tools {
namespace {

constexpr const char* kPromoteFooter =
    R"(With --admin-socket the running standby applies everything that the archive has, and goes on as a primary server on the
same port. Stop the old primary first: it would go on to accept writes. With --data the directory is promoted as it is.

A promoted server does not write an archive unless it has --archive, and to go on in the archive that it followed it needs
--archive-take-over once.

Exit code: 0 if the standby was promoted, 1 otherwise.
)";

struct PromoteOptions {
  std::string socket;
  std::string data;
  std::string encryption_key;
};

// Waits until the server that was a standby answers as a primary. Returns false if it does not within a minute.
bool goes_on(const std::string& socket) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  for (; std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(std::chrono::milliseconds(10))) {
    const auto shown = server::ask_admin_socket(socket, {"GET", "/archive.txt", {}});
    if (shown && !shown->body.starts_with("standby: ")) return true;
  }
  return false;
}

int promote(const PromoteOptions& options) {
  if (options.socket.empty() == options.data.empty())
    return print_error("give either --admin-socket PATH of a running standby or --data DIR");
  if (!options.data.empty()) {
    const auto promoted = promote_directory({options.data, options.encryption_key});
    if (!promoted) return print_error(promoted.error());
    fmt::print("{} is a primary's directory now\n", options.data);
    return 0;
  }
  const auto answer = server::ask_admin_socket(options.socket, {"POST", "/promote", {}});
  if (!answer) return print_error(answer.error());
  if (answer->status != 200) return print_error(answer->body);
  if (!goes_on(options.socket))
    return print_error("the standby is promoted, but its server does not answer after it; see its log");
  fmt::print("{}", answer->body);
  return 0;
}

}  // namespace

Command add_promote(CLI::App& app) {
  auto options = std::make_shared<PromoteOptions>();
  CLI::App* command = app.add_subcommand("promote", "make a primary server of a standby of `serve --follow`");
  command->footer(kPromoteFooter);
  command->add_option("--admin-socket", options->socket, "the socket of the running standby")->type_name("PATH");
  command->add_option("--data", options->data, "the directory of a standby that is not running")->type_name("DIR");
  add_encryption_key_option(*command, options->encryption_key)->needs(command->get_option("--data"));
  return {command, [options] { return promote(*options); }};
}

}  // namespace partita::tools
