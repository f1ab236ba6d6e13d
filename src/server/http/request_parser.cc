#include "server/http/request_parser.h"

#include <algorithm>
#include <boost/beast/core/string.hpp>

namespace partita::server {
namespace http = boost::beast::http;

namespace {

// A request that has the field twice is refused, because a proxy in front may have looked at the other one.
void keep_one(Field& field, RequestParser::View value, RequestParser::ErrorCode& error) {
  if (field.present) error = http::error::bad_field;
  field.present = true;
  field.value.assign(value.data(), value.size());
}

Method method_of(http::verb verb) {
  switch (verb) {
    case http::verb::get:
      return Method::Get;
    case http::verb::head:
      return Method::Head;
    case http::verb::post:
      return Method::Post;
    case http::verb::options:
      return Method::Options;
    default:
      return Method::Other;
  }
}

// Whether a line of a header goes on in the next one, which begins with white space (RFC 9112, 5.2). `bytes` begins
// with a line. The header ends at an empty line, or with `bytes`.
bool has_folded_line(std::string_view bytes) {
  constexpr std::string_view kEnd = "\r\n";
  for (std::size_t at = 0; !bytes.substr(at).starts_with(kEnd);) {
    at = bytes.find(kEnd, at);
    if (at == bytes.npos || at + kEnd.size() >= bytes.size()) return false;
    at += kEnd.size();
    if (bytes[at] == ' ' || bytes[at] == '\t') return true;
  }
  return false;
}

}  // namespace

RequestParser::RequestParser(Request& request, std::size_t max_header_bytes, std::size_t max_body_bytes)
    : request_(request) {
  header_limit(static_cast<std::uint32_t>(max_header_bytes));
  body_limit(max_body_bytes);
  eager(true);
}

// The parser takes whole fields, with their folded lines. A proxy in front may have read such a line as another field.
std::size_t RequestParser::put(const boost::asio::const_buffer& input, ErrorCode& error) {
  const bool reads_header = !is_header_done();
  const std::size_t taken = basic_parser::put(input, error);
  if (reads_header && has_folded_line({static_cast<const char*>(input.data()), taken})) error = http::error::bad_value;
  return taken;
}

void RequestParser::on_request_impl(http::verb verb, View, View target, int version, ErrorCode&) {
  request_.method = method_of(verb);
  request_.http_1_1 = version >= 11;
  request_.target.assign(target.data(), target.size());
}

void RequestParser::on_field_impl(http::field field, View name, View value, ErrorCode& error) {
  using boost::beast::iequals;
  // A field behind a chunked body must not replace one of the head (RFC 9110, 6.5.1).
  if (is_header_done()) return;
  if (request_.keeps_fields) request_.fields.add({name.data(), name.size()}, {value.data(), value.size()});
  switch (field) {
    case http::field::host:
      // A request with two Host fields is refused, because only one of them would be checked.
      if (request_.has_host) error = http::error::bad_field;
      request_.has_host = true;
      request_.host.assign(value.data(), value.size());
      return;
    case http::field::content_type:
      return keep_one(request_.content_type, value, error);
    case http::field::authorization:
      return keep_one(request_.authorization, value, error);
    case http::field::origin:
      return keep_one(request_.origin, value, error);
    case http::field::access_control_request_headers:
      return keep_one(request_.allow_headers, value, error);
    case http::field::access_control_request_method:
      return keep_one(request_.allow_method, value, error);
    case http::field::accept:
      if (value.find("application/openmetrics-text") != value.npos) request_.accepts_openmetrics = true;
      return;
    case http::field::accept_encoding:
      request_.accept_encoding.assign(value.data(), value.size());
      return;
    case http::field::content_encoding:
      // Several fields are one list (RFC 9110, 5.3).
      if (!request_.content_encoding.empty()) request_.content_encoding += ", ";
      request_.content_encoding.append(value.data(), value.size());
      return;
    case http::field::transfer_encoding:
      // With another coding the end of the body is not known, so its bytes could pass for a request (RFC 9112, 6.1).
      if (!iequals(value, "chunked")) error = http::error::bad_transfer_encoding;
      return;
    case http::field::expect:
      request_.expects_continue = iequals(value, "100-continue");
      return;
    case http::field::date:
      request_.has_date = true;
      return;
    case http::field::unknown:
      if (iequals(name, "X-Amz-Target")) keep_one(request_.amz_target, value, error);
      if (iequals(name, "X-Amz-Date")) request_.has_date = true;
      return;
    default:
      return;
  }
}

std::size_t RequestParser::on_body_impl(View body, ErrorCode&) {
  request_.body.append(body.data(), body.size());
  return body.size();
}

std::size_t RequestParser::on_chunk_body_impl(std::uint64_t, View body, ErrorCode&) {
  request_.body.append(body.data(), body.size());
  return body.size();
}

}  // namespace partita::server
