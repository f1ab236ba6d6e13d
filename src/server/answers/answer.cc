#include "server/answers/answer.h"

#include <fmt/core.h>

#include "base/lack_of_memory.h"
#include "protocol/error_json.h"
#include "protocol/json/writer.h"
#include "server/http/crc32.h"
#include "server/http/gzip.h"
#include "server/http/request.h"

namespace partita::server {
namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 408:
      return "Request Timeout";
    case 413:
      return "Payload Too Large";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

std::string_view text_of(ContentType type) {
  switch (type) {
    case ContentType::AmzJson10:
      return "application/x-amz-json-1.0";
    case ContentType::AmzJson11:
      return "application/x-amz-json-1.1";
    case ContentType::Json:
      return "application/json";
    case ContentType::Text:
      return "text/plain; charset=utf-8";
    case ContentType::Metrics:
      return "text/plain; version=0.0.4; charset=utf-8";
    case ContentType::OpenMetrics:
      return "application/openmetrics-text; version=1.0.0; charset=utf-8";
    case ContentType::Xml:
      return "text/xml";
    case ContentType::None:
      break;
  }
  return {};
}

// Failures of the server name its files, which clients must not see. The texts of all other errors are the service's,
// or are made of the client's own request.
bool names_a_path(const Error& error) {
  return describe(error.code).http_status == 500 && error.message.find('/') != std::string::npos;
}

std::string_view text_without_path(const Error& error) {
  if (error.message.find("the disk is full") != std::string::npos)
    return "Internal server error: the server's disk is full, so it refuses writes until there is room";
  return "Internal server error";
}

}  // namespace

void Answer::release() {
  server::release(bytes_);
  server::release(head_);
  server::release(fields);
}

void Answer::clear(std::size_t most_kept) {
  if (bytes_.capacity() > most_kept) server::release(bytes_);
  bytes_.resize(kHeadRoom);
  status = 200;
  content_type = ContentType::None;
  error.reset();
  error_text.clear();
  hidden_text.clear();
  request_id.clear();
  operation = {};
  role.clear();
  session_name.clear();
  metrics.reset();
  close = cut = lacks_memory = refused_signature = denied = allow_origin = compressed_ = may_be_cached = false;
  fields.clear();
  preflight = nullptr;
}

void Answer::set_body(std::string_view body) {
  bytes_.resize(kHeadRoom);
  bytes_ += body;
}

void Answer::set_error(const Error& what) {
  bytes_.resize(kHeadRoom);
  if (names_a_path(what)) {
    protocol::encode_error({what.code, std::string(text_without_path(what)), {}, {}}, bytes_);
    hidden_text = what.message;
  } else {
    protocol::encode_error(what, bytes_);
  }
  status = describe(what.code).http_status;
  error = what.code;
  if (keeps_error_text) error_text = what.message;
}

void Answer::set_lack_of_memory() noexcept {
  // This takes no memory, because it only shrinks the buffer.
  bytes_.resize(kHeadRoom);
  if (base::had_memory_for([this] { set_error(base::lack_of_memory()); })) return;
  bytes_.resize(kHeadRoom);
  status = 500;
  error = ErrorCode::InternalServerError;
}

void Answer::set_not_found() {
  set_body("<UnknownOperationException/>\n");
  status = 404;
  content_type = ContentType::None;
  error = ErrorCode::UnknownOperationException;
}

void Answer::set_too_large() {
  set_body("<RequestEntityTooLargeException/>\n");
  status = 413;
  content_type = ContentType::None;
  error = ErrorCode::ValidationException;
  close = true;
}

void Answer::set_no_memory() {
  content_type = content_type == ContentType::None ? ContentType::Json : content_type;
  set_error({ErrorCode::ServiceUnavailable,
             "The server's memory is used by other requests; send the request again later",
             {},
             {}});
  lacks_memory = true;
}

void Answer::forget_no_memory() {
  bytes_.resize(kHeadRoom);
  status = 200;
  error.reset();
  lacks_memory = false;
}

void Answer::set_over_memory(std::size_t most) {
  set_no_memory();
  set_error({ErrorCode::MemoryLimitExceeded,
             fmt::format("This request and its answer take more memory than the {} bytes that the server allows for "
                         "one request: seven eighths of the quarter of --memory-limit that is for requests. Send or "
                         "ask for less at once, or start the server with a larger --memory-limit",
                         most),
             {},
             {}});
}

void Answer::set_compressed_body(std::string_view gzip) {
  set_body(gzip);
  compressed_ = true;
}

void Answer::compress(Gzip& gzip) {
  if (compressed_) return;
  std::string compressed(kHeadRoom, '\0');
  if (!gzip.deflate(body(), compressed)) return;
  bytes_.swap(compressed);
  compressed_ = true;
}

void Answer::write_head(const Frame& frame, std::uint32_t crc) {
  head_.clear();
  protocol::Writer head(head_);
  head.put(frame.http_1_1 ? std::string_view("HTTP/1.1 ") : std::string_view("HTTP/1.0 "));
  head.put_number(static_cast<std::uint64_t>(status));
  head.put(" ");
  head.put(reason_of(status));
  head.put("\r\nServer: Partita\r\nDate: ");
  head.put(frame.date);
  if (content_type != ContentType::None) {
    head.put("\r\nContent-Type: ");
    head.put(text_of(content_type));
  }
  // A 304 has no body, and its length would have to be that of the body that a 200 would have.
  if (status != 304) {
    head.put("\r\nContent-Length: ");
    head.put_number(body().size());
  }
  head.put("\r\nx-amz-crc32: ");
  head.put_number(crc);
  head.put("\r\nx-amzn-RequestId: ");
  head.put(frame.request_id);
  if (compressed_) head.put("\r\nContent-Encoding: gzip");
  if (status == 503) head.put("\r\nRetry-After: 1");
  if (!frame.keep_alive) head.put("\r\nConnection: close");
  if (frame.keep_alive && !frame.http_1_1) head.put("\r\nConnection: keep-alive");
  if (!fields.empty()) head.put(fields);
  if (allow_origin) head.put("\r\nAccess-Control-Allow-Origin: *");
  if (preflight) {
    head.put("\r\nAccess-Control-Max-Age: 172800");
    if (preflight->allow_headers.present) {
      head.put("\r\nAccess-Control-Allow-Headers: ");
      head.put(preflight->allow_headers.value);
    }
    if (preflight->allow_method.present) {
      head.put("\r\nAccess-Control-Allow-Methods: ");
      head.put(preflight->allow_method.value);
    }
  } else if (allow_origin) {
    head.put("\r\nAccess-Control-Expose-Headers: x-amzn-RequestId, x-amz-crc32");
  }
  head.put("\r\n\r\n");
}

std::string_view Answer::frame(const Frame& frame) {
  // The SDKs check the sum of the bytes as received, before they inflate them.
  const std::uint32_t crc = crc32_of(body());
  write_head(frame, crc);
  if (!frame.with_body) bytes_.resize(kHeadRoom);
  if (head_.size() > kHeadRoom) {
    bytes_.replace(0, kHeadRoom, head_);
    return bytes_;
  }
  head_.copy(bytes_.data() + kHeadRoom - head_.size(), head_.size());
  return std::string_view(bytes_).substr(kHeadRoom - head_.size());
}

}  // namespace partita::server
