// `partita stats` shows what a running server does.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <thread>

#include "base/try.h"
#include "commands.h"
#include "metrics_reader.h"
#include "server/endpoints/admin_socket.h"

namespace partita::tools {
namespace {

struct StatsOptions {
  std::string socket;
  double seconds = 1;
  bool tables = false;
};

expected<std::vector<Sample>, std::string> sample(const std::string& socket) {
  PARTITA_TRY_VALUE(answer, server::ask_admin_socket(socket, {"GET", "/metrics", {}}));
  if (answer.status != 200) return unexpected(std::move(answer.body));
  return read_metrics(answer.body);
}

int print_answer(const std::string& socket, const char* path) {
  const auto answer = server::ask_admin_socket(socket, {"GET", path, {}});
  if (!answer) return print_error(answer.error());
  if (answer->status != 200) return print_error(answer->body);
  fmt::print("{}", answer->body);
  return 0;
}

int run_stats(const StatsOptions& options) {
  if (options.tables) return print_answer(options.socket, "/tables.txt");
  std::vector<Sample> before;
  const auto begin = std::chrono::steady_clock::now();
  double seconds = 0;
  if (options.seconds > 0) {
    auto first = sample(options.socket);
    if (!first) return print_error(first.error());
    before = std::move(*first);
    std::this_thread::sleep_for(std::chrono::duration<double>(options.seconds));
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  const auto now = sample(options.socket);
  if (!now) return print_error(now.error());
  fmt::print("{}", stats_text(report_of(before, *now), *now, seconds));
  return print_answer(options.socket, "/hot-keys.txt");
}

}  // namespace

Command add_stats(CLI::App& app) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* command = app.add_subcommand("stats", "show the requests, errors and latencies of a running server");
  command->add_option("--admin-socket", options->socket, "the socket that the server was started with")
      ->required()
      ->type_name("PATH");
  command->add_option("--seconds", options->seconds, "the time that is watched; 0: all requests since the start")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command->add_flag("--tables", options->tables,
                    "show the number of items, their bytes and their hash of each table in place of the requests");
  return {command, [options] { return run_stats(*options); }};
}

}  // namespace partita::tools
