// An answer under construction and then as bytes to send: the body is appended behind room for the head, and the head
// is written into the end of that room, so that one buffer goes out in one write.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::server {

class Gzip;
struct Request;

enum class ContentType : std::uint8_t { AmzJson10, AmzJson11, Json, Text, Metrics, None };

// What the loop adds to every answer.
struct Frame {
  std::string_view date;
  std::string_view request_id;
  bool keep_alive = true;
  bool http_1_1 = true;
  bool with_body = true;  // false: to a HEAD request
};

class Answer {
 public:
  Answer() { clear(); }

  // Keeps memory, but no more than `most_kept` bytes of it.
  void clear(std::size_t most_kept = kKeptBytes);
  // Gives all memory back. Requires: clear() before anything else.
  void release();
  std::size_t capacity() const { return bytes_.capacity(); }

  // Where the body is appended, behind what is already there.
  std::string& out() { return bytes_; }
  std::string_view body() const { return std::string_view(bytes_).substr(kHeadRoom); }
  void set_body(std::string_view body);

  // A body of JSON for `error`, and its status.
  void set_error(const Error& error);
  // 500 where an allocation failed, if need be without a body.
  void set_lack_of_memory() noexcept;
  // What the service answers to what is no request of its API: 404, and no JSON.
  void set_not_found();
  // 413, when a body is over the limit.
  void set_too_large();

  // 503, when the budget has no memory for the request or its answer.
  void set_no_memory();
  // The 503 was premature: as after clear(), but for the content type.
  void forget_no_memory();
  // 413, when they take more than the `most` bytes that one request and its answer may hold. Clients send a 503 again.
  void set_over_memory(std::size_t most);

  // Compresses the body. Requires: not framed yet.
  void compress(Gzip& gzip);
  // Writes the head. The result holds until the next call that is not const.
  std::string_view frame(const Frame& frame);

  static constexpr std::size_t kKeptBytes = 16 << 10;

  int status = 200;
  ContentType content_type = ContentType::None;
  std::optional<ErrorCode> error;      // for the metrics
  bool close = false;                  // the connection cannot go on after this answer
  bool lacks_memory = false;           // for the metrics
  bool allow_origin = false;           // Access-Control-Allow-Origin: *
  const Request* preflight = nullptr;  // whose Access-Control-Request fields are granted

 private:
  static constexpr std::size_t kHeadRoom = 512;

  void write_head(const Frame& frame, std::uint32_t crc);

  std::string bytes_;
  std::string head_;  // in the making
  bool compressed_ = false;
};

}  // namespace partita::server
