// Answer: an answer under construction, and then its bytes to send. The body is appended after room for the head. The
// head is written into the end of that room, so that head and body go out in one write.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/lack_of_memory.h"
#include "server/metrics/metrics_writer.h"

namespace partita::server {

class Gzip;
struct Request;

enum class ContentType : std::uint8_t { AmzJson10, AmzJson11, Json, Text, Metrics, OpenMetrics, Xml, None };

// The facts about a connection and its loop that the head of an answer needs.
struct Frame {
  std::string_view date;
  std::string_view request_id;
  bool keep_alive = true;
  bool http_1_1 = true;
  bool with_body = true;  // false for the answer to a HEAD request
};

class Answer {
 public:
  Answer() { clear(); }

  // Makes the answer empty. It keeps its buffer unless that has more than `most_kept` bytes.
  void clear(std::size_t most_kept = kKeptBytes);
  // Gives all memory back. The next call must be clear().
  void release();
  // The bytes of the buffer, which the connection takes from the memory budget.
  std::size_t capacity() const { return bytes_.capacity(); }

  // The buffer to which the body is appended. Bytes that it holds already must stay.
  std::string& out() { return bytes_; }
  // The body so far. The view is valid until the next call that is not const.
  std::string_view body() const { return std::string_view(bytes_).substr(kHeadRoom); }
  // Replaces the body. The status and the content type stay.
  void set_body(std::string_view body);
  // The same with a body that gzip has compressed.
  void set_compressed_body(std::string_view gzip);

  // Sets a body of JSON for `error`, and its status.
  void set_error(const Error& error);
  // Sets status 500 after a failed allocation, if necessary without a body.
  void set_lack_of_memory() noexcept;
  // Runs `task`. If memory runs out, returns false, and this answer says so.
  template <class Task>
  bool had_memory_for(Task&& task) noexcept {
    if (base::had_memory_for(std::forward<Task>(task))) return true;
    set_lack_of_memory();
    return false;
  }
  // Sets status 404 without JSON, which is the service's answer to a request outside its API.
  void set_not_found();
  // Sets status 413 for a body over the limit.
  void set_too_large();

  // Sets status 503, because the budget has no memory for the request or its answer.
  void set_no_memory();
  // Takes set_no_memory() back, because the operation is started again. The content type stays.
  void forget_no_memory();
  // Sets status 413, because the request and its answer need more than `most` bytes, the limit of one request. It is
  // not 503, because clients would send the request again.
  void set_over_memory(std::size_t most);

  // Compresses the body, unless it is compressed already, if memory allows. Requires: frame() was not called yet.
  void compress(Gzip& gzip);
  bool is_compressed() const { return compressed_; }
  // Writes the head and returns head and body. The result is valid until the next call that is not const.
  std::string_view frame(const Frame& frame);

  static constexpr std::size_t kKeptBytes = 16 << 10;

  int status = 200;
  ContentType content_type = ContentType::None;
  std::optional<ErrorCode> error;  // for the metrics
  bool keeps_error_text = false;   // set_error() notes the text; clear() does not change it
  std::string error_text;          // for the audit log
  std::string hidden_text;         // for the log: an error's text that clients do not see
  std::string request_id;          // if it is not empty, the id that the body names
  std::string_view operation;      // for the logs: an operation that is not one of the database
  std::string role, session_name;  // for the audit log: those that an AssumeRole asked for, cut to 2048 bytes each
  bool close = false;              // the connection must close after this answer
  bool cut = false;                // the connection must close in place of this answer
  bool lacks_memory = false;       // see set_no_memory(); the request may be tried again, and the metrics count it
  bool refused_signature = false;  // the credentials were refused; the metrics count it
  bool denied = false;             // the policies do not allow the request or a part of it; the metrics count it
  std::optional<MetricsFormat> metrics;  // the body is to be the metrics, which another thread makes
  bool may_be_cached = false;            // the answer is a file of a console
  std::string fields;                    // further header fields, each with a line end before it
  bool allow_origin = false;             // adds the field Access-Control-Allow-Origin with the value *
  const Request* preflight = nullptr;    // frame() grants the Access-Control-Request fields of this request

 private:
  static constexpr std::size_t kHeadRoom = 512;

  void write_head(const Frame& frame, std::uint32_t crc);

  std::string bytes_;
  std::string head_;  // the head while it is written
  bool compressed_ = false;
};

}  // namespace partita::server
