// RequestParser: Boost.Beast's parser of HTTP/1.1, which puts the parts of a request directly into a Request.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <string_view>

#include "server/http/request.h"

namespace partita::server {

// A parser reads one request. The next request needs a new parser.
class RequestParser final : public boost::beast::http::basic_parser<true> {
 public:
  using ErrorCode = boost::beast::error_code;
  using View = boost::beast::string_view;

  // put() fills `request`, which must outlive the parser. Requires: `request` was cleared.
  RequestParser(Request& request, std::size_t max_header_bytes, std::size_t max_body_bytes);
  // Parses some bytes, as basic_parser::put(), and refuses a header with folded lines.
  std::size_t put(const boost::asio::const_buffer& input, ErrorCode& error);

 private:
  void on_request_impl(boost::beast::http::verb, View method, View target, int version, ErrorCode&) override;
  void on_response_impl(int, View, int, ErrorCode&) override {}
  void on_field_impl(boost::beast::http::field, View name, View value, ErrorCode&) override;
  void on_header_impl(ErrorCode&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, ErrorCode&) override {}
  std::size_t on_body_impl(View body, ErrorCode&) override;
  void on_chunk_header_impl(std::uint64_t, View, ErrorCode&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t remain, View body, ErrorCode&) override;
  void on_finish_impl(ErrorCode&) override {}

  Request& request_;
};

}  // namespace partita::server
