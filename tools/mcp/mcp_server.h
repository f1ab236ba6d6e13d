// The messages of the Model Context Protocol: JSON-RPC 2.0, one object for each message.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcp/mcp_tools.h"

namespace partita::tools {

class McpServer {
 public:
  explicit McpServer(McpTools& tools) : tools_(tools) {}

  // The answer to a message, as JSON on one line, or nullopt for a notification or an answer. A message that is not
  // JSON gets the error -32700, one that is not a request -32600, an unknown method -32601, and wrong parameters
  // -32602. A tool that fails is an answer with isError, so that the model can read why.
  std::optional<std::string> answer(std::string_view message);

 private:
  McpTools& tools_;
};

}  // namespace partita::tools
