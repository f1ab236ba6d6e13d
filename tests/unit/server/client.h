// A small blocking HTTP client for tests. It sends exactly the bytes that it is given, and reads answers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace partita::server {

struct HttpAnswer {
  int status = 0;                              // 0: the connection ended first
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

class Client {
 public:
  explicit Client(std::uint16_t port);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send(std::string_view bytes);
  void end_sending();
  // The next answer. `head`: the answer is to a HEAD request, so it has no body.
  HttpAnswer read(bool head = false);
  HttpAnswer exchange(std::string_view request) {
    send(request);
    return read();
  }
  // Whether the server closes the connection without sending another byte.
  bool closed();

 private:
  bool fill();

  int socket_;
  std::string buffered_;
};

inline constexpr std::string_view kSignature =
    "Authorization: AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=0123\r\nX-Amz-Date: 20260101T000000Z\r\n";
inline constexpr std::string_view kJson = "Content-Type: application/x-amz-json-1.0\r\n";

// A signed POST of `body` for DynamoDB_20120810.`operation`. `extra` has further header lines.
std::string post(std::string_view operation, std::string_view body, std::string_view extra = {});

}  // namespace partita::server
