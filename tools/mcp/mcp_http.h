// The HTTP transport of the Model Context Protocol ("Streamable HTTP" of its specification): a message is the body of a
// POST, and its answer the body of the answer. It has neither sessions nor streams of events.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <memory>
#include <string>

#include "mcp/mcp_server.h"
#include "server/endpoints/small_server.h"

namespace partita::tools {

class McpHttp {
 public:
  // Listens on a port of 127.0.0.1; 0 takes a free one. `server` must outlive the result. Errors: a text of one
  // line.
  static expected<std::unique_ptr<McpHttp>, std::string> listen(std::uint16_t port, McpServer& server);
  // Such as "http://127.0.0.1:8080/mcp".
  const std::string& url() const { return url_; }

 private:
  std::string url_;
  std::unique_ptr<server::SmallServer> clients_;
};

// The answer to a request: 200 with the JSON of `server` or for the question of a browser whether a page of this
// machine may post, 202 for a notification, 403 if the Host or the Origin is not this machine, because a page of the
// web could send it, 404, 405, 415 if the body is not JSON, or 400 for a version of the protocol that is not known.
server::SmallAnswer answer_mcp(const server::SmallRequest& request, McpServer& server);

}  // namespace partita::tools
