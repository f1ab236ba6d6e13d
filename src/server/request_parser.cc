#include "server/request_parser.h"

#include <algorithm>
#include <boost/beast/core/string.hpp>

namespace partita::server {
namespace http = boost::beast::http;

namespace {

void keep(Field& field, RequestParser::View value) {
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

}  // namespace

RequestParser::RequestParser(Request& request, std::size_t max_header_bytes, std::size_t max_body_bytes)
    : request_(request) {
  header_limit(static_cast<std::uint32_t>(max_header_bytes));
  body_limit(max_body_bytes);
  eager(true);
}

void RequestParser::on_request_impl(http::verb verb, View, View target, int version, ErrorCode&) {
  request_.method = method_of(verb);
  request_.http_1_1 = version >= 11;
  request_.target.assign(target.data(), target.size());
}

void RequestParser::on_field_impl(http::field field, View name, View value, ErrorCode& error) {
  using boost::beast::iequals;
  switch (field) {
    case http::field::host:
      // A request with two Host fields is refused, because only one of them would be checked.
      if (request_.has_host) error = http::error::bad_field;
      request_.has_host = true;
      request_.host.assign(value.data(), value.size());
      return;
    case http::field::content_type:
      return keep(request_.content_type, value);
    case http::field::authorization:
      return keep(request_.authorization, value);
    case http::field::origin:
      return keep(request_.origin, value);
    case http::field::access_control_request_headers:
      return keep(request_.allow_headers, value);
    case http::field::access_control_request_method:
      return keep(request_.allow_method, value);
    case http::field::accept_encoding:
      request_.accept_encoding.assign(value.data(), value.size());
      return;
    case http::field::content_encoding:
      request_.content_encoding.assign(value.data(), value.size());
      return;
    case http::field::expect:
      request_.expects_continue = iequals(value, "100-continue");
      return;
    case http::field::date:
      request_.has_date = true;
      return;
    case http::field::unknown:
      if (iequals(name, "X-Amz-Target")) keep(request_.amz_target, value);
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
