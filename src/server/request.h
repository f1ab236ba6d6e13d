// A request as the connection has read it: the parts that decide its answer. Reused from request to request, so that
// its strings keep their memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace partita::server {

enum class Method : std::uint8_t { Get, Head, Post, Options, Other };

// A header field: present or not, and its value.
struct Field {
  bool present = false;
  std::string value;
};

struct Request {
  Method method = Method::Other;
  bool http_1_1 = true;
  std::string target;  // path and query
  std::string host;
  bool has_host = false;
  bool expects_continue = false;
  bool has_date = false;  // Date or X-Amz-Date
  Field content_type;
  Field amz_target;
  Field authorization;
  Field origin;
  Field allow_headers;  // Access-Control-Request-Headers
  Field allow_method;   // Access-Control-Request-Method
  std::string accept_encoding;
  std::string content_encoding;
  std::string body;

  // Empty again; keeps memory, but no more than a body of `kKeptBody` bytes of it.
  void clear();

  static constexpr std::size_t kKeptBody = 256 << 10;
};

}  // namespace partita::server
