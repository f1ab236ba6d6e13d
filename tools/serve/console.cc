// `partita console` serves the console's pages on loopback in front of any DynamoDB endpoint.
#include "console/console.h"

#include <fmt/core.h>
#include <partita/connect.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>

#include "client/connect.h"
#include "commands.h"
#include "data_models/model.h"
#include "server/logs/log.h"
#include "server/server.h"
#include "signals.h"

namespace partita::tools {
namespace {

struct EndpointConsole {
  std::string endpoint;
  std::uint16_t port = 0;
  std::string model_file;
  bool write = false;
};

int run_console(const EndpointConsole& options) {
  Signals signals;
  const LogSink log = server::make_log_sink(LogLevel::Warning);
  const auto place = client::place_of_connection(options.endpoint, {}, client::process_environment);
  if (!place) return print_error(place.error());
  const bool amazon = client::is_amazon_host(place->endpoint.host);
  auto database = partita::connect(options.endpoint, {.log = log});
  if (!database) return print_error(database.error());

  // Without the path, which is always "/".
  const std::string endpoint = place->endpoint.url.substr(0, place->endpoint.url.size() - 1);
  console::ConsoleOptions shown{.mode = console::Mode::Endpoint,
                                .version = PARTITA_VERSION,
                                .endpoint = endpoint,
                                .region = place->region,
                                .auth = server::Auth::Off,
                                .amazon = amazon,
                                .read_only = amazon && !options.write,
                                .token = console::random_token()};
  if (!options.model_file.empty()) {
    const auto model = load_model({.path = options.model_file});
    if (!model) return print_error(model.error());
    shown.model = *model;
  }
  const bool read_only = shown.read_only;
  const std::string token = shown.token;
  server::ServerOptions serving;
  serving.port = options.port;
  serving.loops = 1;
  serving.auth = server::Auth::Off;
  serving.region = place->region;
  serving.log = log;
  serving.console = std::make_shared<console::Console>(std::move(shown));
  const auto server = server::Server::start(**database, std::move(serving));
  if (!server) return print_error(server.error());

  fmt::print("{}/#token={}\n", (*server)->url(), token);
  fmt::print("The console shows {} ({}). The address lets one tab in, once. End with Ctrl+C.\n", endpoint,
             read_only ? "only reads; --write allows changes" : "reads and writes");
  std::fflush(stdout);
  signals.wait([] {}, [] {});
  (*server)->stop();
  return 0;
}

}  // namespace

Command add_console(CLI::App& app) {
  auto options = std::make_shared<EndpointConsole>();
  CLI::App* command =
      app.add_subcommand("console", "show the tables of any DynamoDB endpoint in a browser, on this machine only");
  command->add_option("--endpoint", options->endpoint,
                      "the DynamoDB endpoint, such as http://127.0.0.1:8000; without it Amazon DynamoDB. Keys and "
                      "region come from the places where the AWS SDKs look for them");
  command->add_option("--port", options->port, "port to listen on; 0 takes a free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command
      ->add_option("--model", options->model_file,
                   "the data model of the tables, in any format that `partita model` reads")
      ->type_name("FILE");
  command->add_flag("--write", options->write,
                    "allow changes on Amazon DynamoDB too; without it the console only reads there");
  return {command, [options] { return run_console(*options); }};
}

}  // namespace partita::tools
