// `partita mcp` serves the Model Context Protocol on its standard input and output, or over HTTP.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include "commands.h"
#include "mcp/end_signal.h"
#include "mcp/interrupt.h"
#include "mcp/mcp_http.h"
#include "mcp/mcp_lines.h"
#include "mcp/mcp_server.h"
#include "mcp/mcp_tools.h"

namespace partita::tools {
namespace {

// Models have some hundred KB at most.
constexpr std::size_t kMostBytesOfLine = 64 << 20;

// Waits until the end signal, or until `input` has something to read. Returns whether it is the latter.
bool wait_for_input(const EndSignal& end, int input) {
  pollfd both[] = {{end.file(), POLLIN, 0}, {input, POLLIN, 0}};
  while (::poll(both, 2, -1) < 0 && errno == EINTR) {
  }
  return both[0].revents == 0 && both[1].revents != 0;
}

// After the end signal a call may still wait for an endpoint, and any thread for a client that does not read. They get
// some seconds, and then the process ends without them.
void end_soon_after(const EndSignal& end, const std::string& copy) {
  std::thread([file = end.file(), copy] {
    pollfd one{file, POLLIN, 0};
    while (::poll(&one, 1, -1) < 0 && errno == EINTR) {
    }
    std::this_thread::sleep_for(std::chrono::seconds(3));
    std::error_code ignored;
    if (!copy.empty()) std::filesystem::remove_all(copy, ignored);
    std::_Exit(0);
  }).detach();
}

int serve_lines(const EndSignal& end, McpServer& server, Interrupt& interrupt) {
  // While an answer waits for its reader, stdout is locked, and ferror() would wait too.
  std::atomic<bool> has_reader = true;
  McpLines lines(server, interrupt, [&has_reader](const std::string& answer) {
    if (std::fputs(answer.c_str(), stdout) < 0 || std::fflush(stdout) != 0) has_reader = false;
  });
  std::string unread;
  std::array<char, 65536> bytes{};
  while (has_reader) {
    if (!wait_for_input(end, STDIN_FILENO)) {
      lines.drop();
      return 0;
    }
    const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    // Only the new bytes can end the line.
    std::size_t sought = unread.size(), begin = 0;
    unread.append(bytes.data(), static_cast<std::size_t>(got));
    for (std::size_t line_end; (line_end = unread.find('\n', sought)) != unread.npos; sought = begin = line_end + 1)
      lines.take(unread.substr(begin, line_end - begin));
    unread.erase(0, begin);
    if (unread.size() > kMostBytesOfLine)
      return print_error(fmt::format("a message is larger than {} bytes", kMostBytesOfLine));
  }
  lines.take(std::move(unread));
  return 0;
}

int serve_http(const EndSignal& end, std::uint16_t port, McpServer& server) {
  const auto http = McpHttp::listen(port, server);
  if (!http) return print_error(http.error());
  fmt::print("Listening on {}\n", (*http)->url());
  std::fflush(stdout);
  wait_for_input(end, -1);
  return 0;
}

// Serves HTTP on `port`, or without one standard input and output.
int serve(McpPlace place, std::optional<std::uint16_t> port) {
  // Over HTTP other users of the machine may ask too.
  std::error_code error;
  if (port) place.models_below = std::filesystem::current_path(error).string();
  if (error) return print_error("the current directory cannot be read: " + error.message());
  const EndSignal end;
  Interrupt interrupt(end.file());
  const auto tools = McpTools::open(place, interrupt.file());
  if (!tools) return print_error(tools.error());
  McpServer server(**tools);
  end_soon_after(end, (*tools)->copy_path());
  return port ? serve_http(end, *port, server) : serve_lines(end, server, interrupt);
}

}  // namespace

Command add_mcp(CLI::App& app) {
  auto place = std::make_shared<McpPlace>();
  auto port = std::make_shared<std::optional<std::uint16_t>>();
  CLI::App* command = app.add_subcommand("mcp", "let an agent design, check and query by the Model Context Protocol");
  auto* const data = command
                         ->add_option("--data", place->target.data,
                                      "a data directory; without it and --endpoint, a database in memory")
                         ->check(need_text)
                         ->type_name("DIR");
  add_account_options(*command, data, place->target);
  command->add_option("--endpoint", place->target.endpoint, "a DynamoDB endpoint, such as http://127.0.0.1:8000")
      ->excludes(data)
      ->type_name("URL");
  command->add_flag(
      "--allow-writes", place->may_write,
      "let the tools that write reach the data; otherwise they work on a copy of the directory that is thrown "
      "away, and are refused at an endpoint");
  command->add_option("--http", *port, "serve HTTP on this port of 127.0.0.1; 0: a free one")->type_name("PORT");
  command->footer(
      R"(The messages are JSON on standard input and output, one on each line. A client starts the command itself:

  {"mcpServers": {"partita": {"command": "partita", "args": ["mcp", "--data", "./shop"]}}}

With --http, a client posts them to http://127.0.0.1:PORT/mcp. Each user of this machine can do so, and no page of the web. The
models are then files in the directory that the command was started in, or below.

A data directory must not be open in a server. The tools are those of `partita model` and operations of DynamoDB.

Exit code: 0 at the end of the input or after SIGTERM, 1 if the data cannot be opened or the port is in use.)");
  return {command, [place, port] { return serve(*place, *port); }};
}

}  // namespace partita::tools
