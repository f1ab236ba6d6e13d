#include "server/answer.h"

#include <fmt/format.h>

#include "protocol/codec.h"
#include "server/crc32.h"
#include "server/gzip.h"
#include "server/request.h"

namespace partita::server {
namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
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
    case ContentType::None:
      break;
  }
  return {};
}

}  // namespace

void Answer::clear() {
  if (bytes_.capacity() > kKeptBytes) bytes_ = std::string();
  bytes_.resize(kHeadRoom);
  status = 200;
  content_type = ContentType::None;
  error.reset();
  close = allow_origin = compressed_ = false;
  preflight = nullptr;
}

void Answer::set_body(std::string_view body) {
  bytes_.resize(kHeadRoom);
  bytes_ += body;
}

void Answer::set_error(const Error& what) {
  bytes_.resize(kHeadRoom);
  protocol::encode_error(what, bytes_);
  status = describe(what.code).http_status;
  error = what.code;
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

void Answer::compress(Gzip& gzip) {
  std::string compressed(kHeadRoom, '\0');
  if (!gzip.deflate(body(), compressed)) return;
  bytes_.swap(compressed);
  compressed_ = true;
}

std::string_view Answer::frame(const Frame& frame) {
  // The SDKs check the sum over the bytes as received, before they inflate them.
  const std::uint32_t crc = crc32_of(body());
  fmt::basic_memory_buffer<char, kHeadRoom> head;
  const auto literal = [&](std::string_view text) { head.append(text.data(), text.data() + text.size()); };
  const auto number = [&](auto value) {
    const fmt::format_int digits(value);
    head.append(digits.data(), digits.data() + digits.size());
  };

  literal(frame.http_1_1 ? "HTTP/1.1 " : "HTTP/1.0 ");
  number(status);
  literal(" ");
  literal(reason_of(status));
  literal("\r\nServer: Partita\r\nDate: ");
  literal(frame.date);
  if (content_type != ContentType::None) {
    literal("\r\nContent-Type: ");
    literal(text_of(content_type));
  }
  literal("\r\nContent-Length: ");
  number(body().size());
  literal("\r\nx-amz-crc32: ");
  number(crc);
  literal("\r\nx-amzn-RequestId: ");
  literal(frame.request_id);
  if (compressed_) literal("\r\nContent-Encoding: gzip");
  if (!frame.keep_alive) literal("\r\nConnection: close");
  if (frame.keep_alive && !frame.http_1_1) literal("\r\nConnection: keep-alive");
  if (allow_origin) literal("\r\nAccess-Control-Allow-Origin: *");
  if (preflight) {
    literal("\r\nAccess-Control-Max-Age: 172800");
    if (preflight->allow_headers.present) {
      literal("\r\nAccess-Control-Allow-Headers: ");
      literal(preflight->allow_headers.value);
    }
    if (preflight->allow_method.present) {
      literal("\r\nAccess-Control-Allow-Methods: ");
      literal(preflight->allow_method.value);
    }
  } else if (allow_origin) {
    literal("\r\nAccess-Control-Expose-Headers: x-amzn-RequestId, x-amz-crc32");
  }
  literal("\r\n\r\n");

  if (!frame.with_body) bytes_.resize(kHeadRoom);
  if (head.size() > kHeadRoom) {
    bytes_.replace(0, kHeadRoom, head.data(), head.size());
    return bytes_;
  }
  bytes_.replace(kHeadRoom - head.size(), head.size(), head.data(), head.size());
  return std::string_view(bytes_).substr(kHeadRoom - head.size());
}

}  // namespace partita::server
