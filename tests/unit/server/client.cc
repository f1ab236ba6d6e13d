#include "unit/server/client.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

namespace partita::server {
namespace {

// Only a server that hangs makes a test wait this long.
constexpr timeval kHang{30, 0};

}  // namespace

Client::Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kHang, sizeof kHang);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &kHang, sizeof kHang);
}

Client::~Client() { ::close(socket_); }

void Client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the server has closed, and its answer gives the reason
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void Client::end_sending() { ::shutdown(socket_, SHUT_WR); }

bool Client::fill() {
  char chunk[16384];
  const auto got = ::recv(socket_, chunk, sizeof chunk, 0);
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) ADD_FAILURE() << "the server hangs";
  if (got <= 0) return false;
  buffered_.append(chunk, static_cast<std::size_t>(got));
  return true;
}

HttpAnswer Client::read(bool head) {
  HttpAnswer answer;
  std::size_t end;
  while ((end = buffered_.find("\r\n\r\n")) == std::string::npos)
    if (!fill()) return answer;
  const std::string header = buffered_.substr(0, end + 2);
  buffered_.erase(0, end + 4);
  answer.status = std::stoi(header.substr(header.find(' ') + 1));
  for (std::size_t at = header.find("\r\n") + 2; at < header.size();) {
    const std::size_t line_end = header.find("\r\n", at);
    const std::size_t colon = header.find(": ", at);
    std::string name = header.substr(at, colon - at);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    answer.headers[name] = header.substr(colon + 2, line_end - colon - 2);
    at = line_end + 2;
  }
  const auto length = answer.headers.find("content-length");
  if (head || length == answer.headers.end()) return answer;
  const std::size_t size = std::stoul(length->second);
  while (buffered_.size() < size)
    if (!fill()) break;
  answer.body = buffered_.substr(0, size);
  buffered_.erase(0, size);
  return answer;
}

bool Client::closed() { return buffered_.empty() && !fill(); }

std::string post(std::string_view operation, std::string_view body, std::string_view extra) {
  std::string request = "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.";
  request.append(operation).append("\r\n").append(kJson).append(kSignature).append(extra);
  request.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n").append(body);
  return request;
}

}  // namespace partita::server
