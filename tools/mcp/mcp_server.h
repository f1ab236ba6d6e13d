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

  // Whether a version of the protocol, such as "2025-06-18", is one of this server.
  static bool speaks(std::string_view version);

  // The id of the message's request as JSON. Empty if the id is missing, for a batch, and if it is not JSON.
  static std::string id_of(std::string_view message);
  // The id, as JSON, of the request that the message cancels. nullopt if it is another message.
  static std::optional<std::string> cancelled_by(std::string_view message);

  // The answer to a message or a batch of them, as JSON on one line, or nullopt if it has only notifications and
  // answers. A message that is not JSON gets the error -32700, one that is not a request -32600, an unknown method
  // -32601, and wrong parameters -32602. A tool that fails is an answer with isError, so that the model can read why.
  std::optional<std::string> answer(std::string_view message);

 private:
  std::optional<std::string> answer_one(const documents::Node& message);

  McpTools& tools_;
};

}  // namespace partita::tools
