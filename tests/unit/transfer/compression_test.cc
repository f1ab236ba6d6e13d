// Compressed streams: both ways, joined members, damage.
#include "transfer/compression/compression.h"

#include <gmock/gmock.h>

#include "transfer_support.h"

namespace partita {
namespace compression_test {

using ::testing::HasSubstr;
using transfer::Compression;
using namespace transfer_support;

std::string compressed(Compression compression, const std::string& text) {
  TextSink below;
  const auto sink = transfer::compress(compression, below);
  for (std::size_t at = 0; at < text.size(); at += 1000) EXPECT_TRUE(sink->write(text.substr(at, 1000)));
  EXPECT_TRUE(sink->finish());
  EXPECT_FALSE(below.is_finished);
  return below.text;
}

Result<std::string> inflated(const std::string& bytes, std::size_t part = 100) {
  TextSource below(bytes, part);
  auto source = transfer::inflate(below, "file");
  EXPECT_TRUE(source);
  return transfer::read_all(**source, 100'000'000);
}

std::string sample(std::size_t size) {
  std::string text;
  for (std::uint32_t x = 1; text.size() < size; x = x * 1664525 + 1013904223)
    text += std::to_string(x >> (x % 31)) + ",";
  return text;
}

constexpr Compression kAll[] = {Compression::None, Compression::Gzip, Compression::Zstd};

TEST(Compression, GivesTheSameBytesBack) {
  for (const Compression compression : kAll)
    for (const std::size_t size : {0u, 1u, 3u, 5u, 1'000'000u}) {
      const std::string text = sample(size);
      const auto back = inflated(compressed(compression, text));
      ASSERT_TRUE(back) << back.error().message;
      EXPECT_EQ(*back == text, true) << size;
    }
}

TEST(Compression, JoinedMembersAreOneStream) {
  for (const Compression compression : {Compression::Gzip, Compression::Zstd})
    EXPECT_EQ(inflated(compressed(compression, "one,") + compressed(compression, "") + compressed(compression, "two"))
                  .value(),
              "one,two");
}

TEST(Compression, DamageAndAnEarlyEndAreFaults) {
  for (const Compression compression : {Compression::Gzip, Compression::Zstd}) {
    const std::string bytes = compressed(compression, sample(100'000));
    for (const std::size_t size : {5ul, bytes.size() / 2, bytes.size() - 1}) {
      const auto cut = inflated(bytes.substr(0, size));
      ASSERT_FALSE(cut) << size;
      EXPECT_THAT(cut.error().message, HasSubstr("file: the "));
      EXPECT_EQ(cut.error().code, ErrorCode::ValidationException);
    }
    std::string damaged = bytes;
    damaged[bytes.size() / 2] ^= 1;
    EXPECT_FALSE(inflated(damaged));
    EXPECT_FALSE(inflated(bytes + "rest"));
  }
}

TEST(Compression, NamesTellIt) {
  EXPECT_EQ(transfer::compression_of("a.json.gz"), Compression::Gzip);
  EXPECT_EQ(transfer::compression_of("a.zst"), Compression::Zstd);
  EXPECT_EQ(transfer::compression_of("a.gz.json"), Compression::None);
  EXPECT_EQ(transfer::without_ending("a.json.zstd"), "a.json");
}

}  // namespace compression_test
}  // namespace partita
