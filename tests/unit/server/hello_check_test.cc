// The bound of a TLS client's first message.
#include "server/tls/hello_check.h"

#include <gmock/gmock.h>

#include <string>

namespace partita::server {
namespace hello_check_test {

std::string record(unsigned char type, const std::string& content) {
  return std::string{char(type), 3, 1, char(content.size() >> 8), char(content.size() & 255)} + content;
}

std::string message(unsigned char type, std::size_t announced, std::size_t sent) {
  return std::string{char(type), char(announced >> 16), char(announced >> 8 & 255), char(announced & 255)} +
         std::string(sent, 'x');
}

bool accepts(const std::string& bytes, std::size_t piece) {
  HelloCheck check;
  for (std::size_t at = 0; at < bytes.size(); at += piece)
    if (!check.accepts(std::string_view(bytes).substr(at, piece))) return false;
  return true;
}

TEST(HelloCheckTest, AcceptsHellosOfRealClients) {
  const std::string hello = record(22, message(1, 500, 500)), change = record(20, "\1");
  for (const std::size_t piece : {std::size_t{1}, std::size_t{4}, std::size_t{9}, std::size_t{10'000}}) {
    EXPECT_TRUE(accepts(hello, piece));
    EXPECT_TRUE(accepts(hello + change + hello, piece)) << "a second hello";
    EXPECT_TRUE(accepts(record(22, message(1, HelloCheck::kMostBytes, 16'000)), piece));
    // A certificate may be longer than a hello.
    EXPECT_TRUE(accepts(hello + record(22, message(11, 60'000, 10'000)), piece));
    EXPECT_TRUE(accepts(hello + record(23, message(1, 60'000, 100)), piece)) << "encrypted";
  }
}

TEST(HelloCheckTest, LooksAtNothingAfterStop) {
  HelloCheck check;
  EXPECT_TRUE(check.accepts(record(22, message(1, 500, 500)) + record(20, "\1")));
  check.stop();
  EXPECT_TRUE(check.accepts(record(22, message(1, 131'000, 36))));
}

TEST(HelloCheckTest, RefusesWhatWouldTakeMuchMemory) {
  const std::string hello = record(22, message(1, 500, 500)), large = record(22, message(1, 131'000, 10));
  for (const std::size_t piece : {std::size_t{1}, std::size_t{4}, std::size_t{9}, std::size_t{10'000}}) {
    EXPECT_FALSE(accepts(large, piece));
    EXPECT_FALSE(accepts(hello + large, piece));
    EXPECT_FALSE(accepts(hello + record(20, "\1") + large, piece));
    EXPECT_FALSE(accepts(record(22, message(1, HelloCheck::kMostBytes + 1, 0)), piece));
    EXPECT_FALSE(accepts(record(22, std::string("\1\0\0", 3)), piece)) << "the length is cut off";
  }
  EXPECT_FALSE(accepts(large.substr(0, 9), 9)) << "as soon as the length is there";
}

}  // namespace hello_check_test
}  // namespace partita::server
