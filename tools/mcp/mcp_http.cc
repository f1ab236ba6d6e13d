#include "mcp/mcp_http.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/text.h"
#include "server/answers/host_check.h"

namespace partita::tools {
namespace {

constexpr std::string_view kPath = "/mcp";

server::SmallAnswer refusal(int status, std::string_view text, std::string further_headers = {}) {
  return {status, "text/plain; charset=utf-8", std::string(text) + "\n", std::move(further_headers)};
}

// Whether a value of Origin, such as "http://localhost:5173", is of this machine.
bool is_own_origin(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme)) return server::is_loopback_host(origin.substr(scheme.size()));
  return false;
}

bool is_json(std::string_view content_type) {
  return base::lower(base::trimmed(content_type.substr(0, content_type.find(';')))) == "application/json";
}

std::string failure(std::uint16_t port) {
  return fmt::format("cannot listen on 127.0.0.1:{}: {}; give another port with --http", port, std::strerror(errno));
}

}  // namespace

namespace {

server::SmallAnswer answer_for_origin(const server::SmallRequest& request, McpServer& server) {
  for (const char* name : {"host", "origin", "content-type", "mcp-protocol-version"})
    if (request.repeated.contains(name)) return refusal(400, fmt::format("The header {} comes more than once", name));
  if (!server::is_loopback_host(request.header("host")))
    return refusal(403, "The Host field must name this machine, such as 127.0.0.1 or localhost");
  if (const std::string& origin = request.header("origin"); !origin.empty() && !is_own_origin(origin))
    return refusal(403, "Pages of other origins than this machine may not use this server");
  if (request.path != kPath) return refusal(404, "There is only /mcp");
  // A browser asks so before a page of this machine may post JSON.
  if (request.method == "OPTIONS")
    return {.content_type = "text/plain",
            .further_headers =
                "Access-Control-Allow-Methods: POST\r\nAccess-Control-Allow-Headers: Content-Type, "
                "Accept, Authorization, MCP-Protocol-Version, Mcp-Session-Id\r\n"};
  if (request.method != "POST") return refusal(405, "/mcp has POST", "Allow: OPTIONS, POST\r\n");
  if (!is_json(request.header("content-type"))) return refusal(415, "The Content-Type must be application/json");
  if (const std::string& version = request.header("mcp-protocol-version");
      !version.empty() && !McpServer::speaks(version))
    return refusal(400, "The version " + version + " of MCP-Protocol-Version is not known");
  const auto answer = server.answer(request.body);
  if (!answer) return {202, "application/json", ""};
  return {.body = *answer};
}

}  // namespace

server::SmallAnswer answer_mcp(const server::SmallRequest& request, McpServer& server) {
  server::SmallAnswer answer = answer_for_origin(request, server);
  const std::string& origin = request.header("origin");
  // The origin has no line end, because the parser of HTTP refuses it.
  if (is_own_origin(origin))
    answer.further_headers += "Access-Control-Allow-Origin: " + origin + "\r\nVary: Origin\r\n";
  return answer;
}

expected<std::unique_ptr<McpHttp>, std::string> McpHttp::listen(std::uint16_t port, McpServer& server) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return unexpected(failure(port));
  const int on = 1;
  (void)::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  // A client that connects and stays silent waits in the kernel, so that many of them do not keep others waiting.
  const int seconds = 60;
  (void)::setsockopt(listener, IPPROTO_TCP, TCP_DEFER_ACCEPT, &seconds, sizeof seconds);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const general = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener, general, size) != 0 || ::listen(listener, SOMAXCONN) != 0 ||
      ::getsockname(listener, general, &size) != 0) {
    const std::string text = failure(port);
    ::close(listener);
    return unexpected(text);
  }
  auto http = std::make_unique<McpHttp>();
  http->url_ = fmt::format("http://127.0.0.1:{}{}", ntohs(address.sin_port), kPath);
  http->clients_ = server::SmallServer::start(
      listener, [&server](const server::SmallRequest& request) { return answer_mcp(request, server); });
  if (!http->clients_) return unexpected(failure(port));
  return http;
}

}  // namespace partita::tools
