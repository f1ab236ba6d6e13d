// Request: the parts of a request that decide its answer, as the connection has read them. A connection uses one
// Request for all its requests, so that the strings keep their memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "auth/fields.h"
#include "auth/verifier.h"

namespace partita::server {

// Gives a text's memory back. An assignment of an empty text would not, because the standard library then keeps the
// buffer.
inline void release(std::string& text) { std::string().swap(text); }

enum class Method : std::uint8_t { Get, Head, Post, Options, Other };

// A header field, which may be absent.
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
  bool has_date = false;             // Date or X-Amz-Date
  bool accepts_openmetrics = false;  // Accept names this format of the metrics
  Field content_type;
  Field amz_target;
  Field authorization;
  Field origin;
  Field allow_headers;  // Access-Control-Request-Headers
  Field allow_method;   // Access-Control-Request-Method
  std::string accept_encoding;
  std::string content_encoding;
  std::string body;
  // All fields in the order in which they came, for the check of the signature. Empty unless keeps_fields.
  auth::HeaderFields fields;
  // Who signed the request, once its signature was verified. The body may be inflated since.
  std::optional<auth::Signer> caller;

  // The account and the region whose tables the request is for. route() fills them. Empty: the server's own.
  std::string account;
  std::string region;

  // Whether the readers fill `fields`. clear() does not change it.
  bool keeps_fields = false;

  // Makes the request empty. The strings keep their memory, except a body's of more than `most_kept` bytes.
  void clear(std::size_t most_kept = kKeptBytes);
  // Makes the request empty and gives all memory back.
  void release();

  static constexpr std::size_t kKeptBytes = 16 << 10;

 private:
  template <class Visit>
  void for_each_text(Visit visit);
};

}  // namespace partita::server
