#include "serve_console.h"

#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "commands.h"
#include "console/console.h"
#include "data_models/model.h"

namespace partita::tools {
namespace {

// "[::1]:8001", "127.0.0.1:8001" or "8001". Returns false if `text` is none of these.
bool read_console_place(std::string_view text, ConsoleOption& out) {
  const auto colon = text.rfind(':');
  const std::string_view port = colon == text.npos ? text : text.substr(colon + 1);
  const auto read = std::from_chars(port.data(), port.data() + port.size(), out.port);
  if (port.empty() || read.ec != std::errc() || read.ptr != port.data() + port.size()) return false;
  if (colon == text.npos) return true;
  std::string_view address = text.substr(0, colon);
  if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
  if (address.empty()) return false;
  out.address = address;
  return true;
}

}  // namespace

void add_console_options(CLI::App& app, ConsoleOption& option) {
  auto* console =
      app.add_option_function<std::string>(
             "--console",
             [&option](const std::string& text) {
               option.wanted = true;
               read_console_place(text, option);
             },
             "serve the console, pages for a browser, on this port too; 0 takes a free one, which the last line of "
             "the output at the start names. The address is 127.0.0.1 unless it is given, and beyond loopback the "
             "console needs TLS "
             "and verified signatures, as --host does")
          ->check([](const std::string& text) {
            ConsoleOption ignored;
            return read_console_place(text, ignored) ? std::string()
                                                     : "'" + text +
                                                           "' is neither a port nor an address with a port such as "
                                                           "127.0.0.1:8001 or [::1]:8001";
          })
          ->type_name("[ADDRESS:]PORT");
  app.add_option("--model", option.model_file,
                 "the data model that the console shows, in any format that `partita model` reads")
      ->needs(console)
      ->type_name("FILE");
}

// A tab of a browser has six at most. Descriptors are the process's, so those of the console must leave enough for the
// port of the API.
constexpr std::size_t kMostConnections = 256;

std::size_t console_memory(std::size_t memory_bytes) { return std::min<std::size_t>(memory_bytes / 8, 128 << 20); }

expected<std::unique_ptr<server::Server>, std::string> start_console(const ConsoleOption& option,
                                                                     ServedBesides beside) {
  console::ConsoleOptions shown{
      .mode = console::Mode::Serve,
      .version = PARTITA_VERSION,
      .endpoint = beside.api.url(),
      .region = beside.options.region,
      .account = beside.account,
      .auth = beside.options.auth,
      .metrics = [&api = beside.api](server::MetricsFormat format) { return api.metrics(format); },
      .database = &beside.database,
      .watches_all_keys = beside.watches_all_keys,
      .audit_log = beside.watch.audit.path};
  if (!option.model_file.empty()) {
    const auto model = load_model({.path = option.model_file});
    if (!model) return unexpected(text_of(model.error()));
    shown.model = *model;
  }
  server::ServerOptions options = beside.options;
  options.host = option.address;
  options.port = option.port;
  options.loops = 1;
  options.memory_bytes = beside.memory_bytes;
  options.max_connections = std::min(options.max_connections, kMostConnections);
  options.cors = server::Cors::Off;
  // The metrics of the console are those of the API's server, so its requests need no labels.
  options.has_table = {};
  options.extra_metrics = {};
  options.console = std::make_shared<console::Console>(std::move(shown));
  return server::Server::start(beside.databases, std::move(options));
}

}  // namespace partita::tools
