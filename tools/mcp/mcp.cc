// `partita mcp` serves the Model Context Protocol on its standard input and output.
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <iostream>

#include "commands.h"
#include "mcp/mcp_server.h"
#include "mcp/mcp_tools.h"

namespace partita::tools {
namespace {

int serve_lines(const McpPlace& place) {
  const auto tools = McpTools::open(place);
  if (!tools) return print_error(tools.error());
  McpServer server(**tools);
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    const auto answer = server.answer(line);
    if (!answer) continue;
    std::fputs(answer->c_str(), stdout);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

Command add_mcp(CLI::App& app) {
  auto place = std::make_shared<McpPlace>();
  CLI::App* command = app.add_subcommand("mcp", "let an agent design, check and query by the Model Context Protocol");
  auto* const data =
      command->add_option("--data", place->data, "a data directory; without it and --endpoint, a database in memory")
          ->type_name("DIR");
  command->add_option("--endpoint", place->endpoint, "a DynamoDB endpoint, such as http://127.0.0.1:8000")
      ->excludes(data)
      ->type_name("URL");
  command->add_flag(
      "--allow-writes", place->may_write,
      "let the tools that write reach the data; otherwise they work on a copy of the directory that is thrown "
      "away, and are refused at an endpoint");
  command->footer(
      R"(The messages are JSON on standard input and output, one on each line. A client starts the command itself:

  {"mcpServers": {"partita": {"command": "partita", "args": ["mcp", "--data", "./shop"]}}}

A data directory must not be open in a server. The tools are those of `partita model` and operations of DynamoDB.

Exit code: 0 at the end of the input, 1 if the data cannot be opened.)");
  return {command, [place] { return serve_lines(*place); }};
}

}  // namespace partita::tools
