// Compares the short way of reading a request with the long one. If the short way accepts a request, Boost.Beast's
// parser must accept it too and read the same.
#include "server/http/plain_request.h"

#include <gtest/gtest.h>

#include <boost/asio/buffer.hpp>
#include <random>
#include <string>
#include <vector>

#include "server/http/request_parser.h"
#include "unit/server/client.h"

namespace partita::server {
namespace plain_request_test {

constexpr std::size_t kHeader = 4096;
constexpr std::size_t kBody = 1000;

std::string text_of(const Request& request) {
  std::string text = std::to_string(static_cast<int>(request.method)) + request.target;
  for (const bool flag : {request.http_1_1, request.has_host, request.expects_continue, request.has_date})
    text += flag ? " yes" : " no";
  for (const Field* field : {&request.content_type, &request.amz_target, &request.authorization, &request.origin,
                             &request.allow_headers, &request.allow_method})
    text += field->present ? " [" + field->value + "]" : " -";
  for (const std::string* value : {&request.host, &request.accept_encoding, &request.content_encoding, &request.body})
    text += " [" + *value + "]";
  for (std::size_t i = 0; i < request.fields.size(); ++i)
    text.append("\n").append(request.fields[i].name).append(":").append(request.fields[i].value);
  return text;
}

struct Read {
  std::size_t taken = 0;  // 0: not accepted, or not complete
  bool keep_alive = false;
  std::string request;
};

Read read_shortly(std::string_view input) {
  Request request;
  request.keeps_fields = true;
  const std::size_t taken = read_plain_request(input, kHeader, kBody, request);
  return {taken, true, text_of(request)};
}

Read read_at_length(std::string_view input) {
  Request request;
  request.keeps_fields = true;
  RequestParser parser(request, kHeader, kBody);
  boost::system::error_code error;
  std::size_t taken = 0;
  while (!parser.is_done() && !error && taken < input.size())
    taken += parser.put(boost::asio::const_buffer(input.data() + taken, input.size() - taken), error);
  if (error || !parser.is_done()) return {};
  return {taken, parser.keep_alive(), text_of(request)};
}

// Whether the short way accepts `input`.
bool agree(std::string_view input) {
  const Read read = read_shortly(input);
  if (read.taken == 0) return false;
  const Read expected = read_at_length(input);
  EXPECT_EQ(read.taken, expected.taken) << input;
  EXPECT_TRUE(expected.keep_alive) << input;
  EXPECT_EQ(read.request, expected.request) << input;
  return true;
}

const std::string kPlain =
    post("GetItem", R"({"TableName":"t"})", "User-Agent: a/1 (b; c)\r\nConnection: Keep-Alive\r\n");

TEST(PlainRequest, AnSdksRequestIsPlain) {
  EXPECT_TRUE(agree(kPlain));
  EXPECT_TRUE(agree(post("GetItem", "")));
  EXPECT_TRUE(agree(kPlain + kPlain));
  EXPECT_EQ(read_shortly(kPlain + kPlain).taken, kPlain.size());
}

TEST(PlainRequest, WhatNeedsThoughtIsNot) {
  for (const char* field : {"Transfer-Encoding: chunked",
                            "transfer-encoding: identity",
                            "Expect: 100-continue",
                            "Connection: close",
                            "Connection: keep-alive, Upgrade",
                            "Upgrade: h2c",
                            "Proxy-Connection: close",
                            "Content-Encoding: gzip",
                            "Content-Length: 1",
                            "Host: other",
                            "Origin: http://a",
                            "Access-Control-Request-Method: POST",
                            "Access-Control-Request-Headers: a",
                            "Content-Length : 1",
                            " folded",
                            "No colon",
                            ": no name",
                            "Tab:\tvalue",
                            "Control: \x01",
                            "Del: \x7f",
                            "Bare: a\nb",
                            "Two words: x"})
    EXPECT_EQ(read_shortly(post("GetItem", "{}", std::string(field) + "\r\n")).taken, 0u) << field;
  for (const char* length : {"", "-1", "+1", "1,1", "0x1", "99999999999999999999", "1 1"})
    EXPECT_EQ(read_shortly("POST / HTTP/1.1\r\nContent-Length: " + std::string(length) + "\r\n\r\n1").taken, 0u)
        << length;
  for (const char* line : {"GET / HTTP/1.1\r\n", "POST /x HTTP/1.1\r\n", "POST / HTTP/1.0\r\n", "post / HTTP/1.1\r\n"})
    EXPECT_EQ(read_shortly(std::string(line) + "Content-Length: 0\r\n\r\n").taken, 0u) << line;
}

TEST(PlainRequest, AllOfItMustBeThereAndWithinTheLimits) {
  for (std::size_t size = 0; size < kPlain.size(); ++size)
    EXPECT_EQ(read_shortly(std::string_view(kPlain).substr(0, size)).taken, 0u) << size;
  EXPECT_TRUE(agree(post("GetItem", std::string(kBody, 'x'))));
  EXPECT_EQ(read_shortly(post("GetItem", std::string(kBody + 1, 'x'))).taken, 0u);
  EXPECT_EQ(read_shortly(post("GetItem", "{}", "X: " + std::string(kHeader, 'x') + "\r\n")).taken, 0u);
}

// Requests are put together from lines that matter, and some of them are damaged.
TEST(PlainRequest, WhateverIsAcceptedIsReadAsTheFullParserReadsIt) {
  const std::vector<std::string> lines = {"Host: localhost\r\n",
                                          "HOST:a\r\n",
                                          "Content-Length: 2\r\n",
                                          "content-length:2 \r\n",
                                          "Content-Length: 02\r\n",
                                          "Content-Type: application/json\r\n",
                                          "X-Amz-Target: a.b\r\n",
                                          "x-amz-target: c.d\r\n",
                                          "X-Amz-Date: x\r\n",
                                          "Date:  y \r\n",
                                          "Authorization: AWS4\r\n",
                                          "authorization:\r\n",
                                          "Accept-Encoding: gzip, br\r\n",
                                          "Connection: keep-alive\r\n",
                                          "connection: close\r\n",
                                          "Keep-Alive: 5\r\n",
                                          "Expect: 100-continue\r\n",
                                          "Transfer-Encoding: chunked\r\n",
                                          "Upgrade: x\r\n",
                                          "X-Other: \xc3\xa9\r\n",
                                          "Origin: o\r\n",
                                          "a: b\r\n",
                                          "Content-Encoding: gzip\r\n"};
  const std::string damage("\r\n\t :,\x00\x7f\x80Z", 11);
  std::mt19937 random(20261121);
  int accepted = 0;
  for (int round = 0; round < 200'000; ++round) {
    std::string request = "POST / HTTP/1.1\r\n";
    for (auto count = random() % 8; count > 0; --count) request += lines[random() % lines.size()];
    if (random() % 2) request += "Content-Length: 2\r\n";
    request += "\r\n{}";
    if (random() % 2) request[random() % request.size()] = damage[random() % damage.size()];
    if (random() % 4 == 0) request.erase(random() % request.size(), 1);
    accepted += agree(request);
    if (HasFailure()) break;
  }
  EXPECT_GT(accepted, 10'000);
}

}  // namespace plain_request_test
}  // namespace partita::server
