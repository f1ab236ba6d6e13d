#include "base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <regex>
#include <set>

namespace partita::base {
namespace {

TEST(Random, bytes_have_the_size_and_differ) {
  EXPECT_EQ(random_bytes(0), "");
  // A single call of the system may give fewer bytes than these.
  const std::string one = random_bytes(100'000), other = random_bytes(100'000);
  EXPECT_EQ(one.size(), 100'000u);
  for (std::size_t at = 0; at + 16 <= one.size(); at += 9'998) {
    EXPECT_NE(one.substr(at, 16), other.substr(at, 16)) << at;
    EXPECT_NE(one.substr(at, 16), std::string(16, '\0')) << at;
  }
}

TEST(Random, each_byte_is_filled) {
  std::array<std::set<std::byte>, 33> seen;
  for (int i = 0; i < 64; ++i) {
    std::array<std::byte, 33> bytes{};
    fill_randomly(bytes);
    for (std::size_t at = 0; at < bytes.size(); ++at) seen[at].insert(bytes[at]);
  }
  for (const auto& values : seen) EXPECT_GT(values.size(), 32u);
}

TEST(Random, a_uuid_is_of_version_4) {
  const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string text = random_uuid();
    EXPECT_TRUE(std::regex_match(text, form)) << text;
    seen.insert(text);
  }
  EXPECT_EQ(seen.size(), 100u);
}

}  // namespace
}  // namespace partita::base
