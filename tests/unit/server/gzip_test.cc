// Compressed bodies in both directions.
#include "server/http/gzip.h"

#include <gmock/gmock.h>

#include <new>

#include "unit/server/fixture.h"

namespace partita::server {
namespace gzip_test {

std::string gzipped(std::string_view bytes) {
  Gzip gzip;
  std::string out;
  EXPECT_TRUE(gzip.deflate(bytes, out));
  return out;
}

const MayHold kUnlimited = [](std::size_t) { return true; };

std::string inflated(std::string_view bytes) {
  std::string out;
  EXPECT_EQ(inflate(bytes, 64 << 20, kUnlimited, out), Inflated::Done);
  return out;
}

class GzipTest : public ServerTest {
 protected:
  static constexpr std::string_view kEncoded = "Content-Encoding: gzip\r\n";
};

TEST_F(GzipTest, DeflatedBytesInflateAgain) {
  Gzip gzip;
  for (const std::size_t size : {0u, 1u, 1000u, 1'000'000u}) {
    const std::string text(size, 'x');
    std::string out = "before";
    ASSERT_TRUE(gzip.deflate(text, out));
    EXPECT_EQ(inflated(std::string_view(out).substr(6)), text);
  }
  EXPECT_EQ(inflated(gzipped("a") + gzipped("b")), "ab");
}

TEST_F(GzipTest, InflatingStopsAtTheLimit) {
  std::string out;
  EXPECT_EQ(inflate(gzipped(std::string(1000, 'x')), 1000, kUnlimited, out), Inflated::Done);
  out.clear();
  EXPECT_EQ(inflate(gzipped(std::string(1001, 'x')), 1000, kUnlimited, out), Inflated::TooLarge);
  EXPECT_EQ(out.size(), 1000u);
  const std::string whole = gzipped("some text");
  for (const std::string& bytes :
       {std::string(), std::string("no gzip"), whole.substr(0, whole.size() - 1), whole + "x"}) {
    out.clear();
    EXPECT_EQ(inflate(bytes, 1000, kUnlimited, out), Inflated::Malformed) << bytes.size();
  }
}

// LeakSanitizer checks that zlib's own memory is freed too.
TEST_F(GzipTest, InflatingWithoutMemoryLeavesTheOutputEmpty) {
  const std::string bytes = gzipped("some text");
  std::string out;
  EXPECT_THROW((void)inflate(
                   bytes, 1000, [](std::size_t) -> bool { throw std::bad_alloc(); }, out),
               std::bad_alloc);
  EXPECT_TRUE(out.empty());
}

TEST_F(GzipTest, InflatingAsksBeforeItTakesMemory) {
  const std::string bomb = gzipped(std::string(8 << 20, 'x'));
  std::size_t asked = 0;
  std::string out = "before";
  const MayHold at_most_a_megabyte = [&](std::size_t bytes) {
    asked = std::max(asked, bytes);
    return bytes <= 1 << 20;
  };
  EXPECT_EQ(inflate(bomb, 16 << 20, at_most_a_megabyte, out), Inflated::NoMemory);
  EXPECT_EQ(out, "before");
  EXPECT_LE(out.capacity(), std::size_t{1} << 20);
  EXPECT_LE(asked, std::size_t{4} << 20);
}

TEST_F(GzipTest, TheFieldSaysWhetherGzipIsTaken) {
  for (const char* yes : {"gzip", "deflate, GZIP", "br;q=1, gzip;q=0.5", " gzip ; q=1"})
    EXPECT_TRUE(accepts_gzip(yes)) << yes;
  for (const char* no : {"", "identity", "gzipped", "gzip;q=0", "gzip;q=0.000", ","})
    EXPECT_FALSE(accepts_gzip(no)) << no;
}

TEST_F(GzipTest, ACompressedRequestIsRead) {
  start();
  Client client(port());
  EXPECT_EQ(client.exchange(post("GetItem", gzipped(kGetItem), kEncoded)).body, kGotItem);
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).body, kGotItem);
}

TEST_F(GzipTest, AMalformedOrExplodingRequestIsRefused) {
  auto options = defaults();
  options.max_body_bytes = 100'000;
  start(options);
  Client client(port());
  const auto malformed = client.exchange(post("GetItem", kGetItem, kEncoded));
  EXPECT_EQ(malformed.status, 400);
  EXPECT_THAT(malformed.body, testing::HasSubstr("SerializationException"));
  EXPECT_EQ(client.exchange(post("GetItem", gzipped(std::string(10'000'000, ' ')), kEncoded)).status, 413);
}

TEST_F(GzipTest, ALargeAnswerIsCompressedForWhoAsks) {
  start();
  Client client(port());
  const std::string key = R"({"TableName":"t","Key":{"id":{"S":")" + std::string(2000, 'k') + R"("}}})";
  const auto plain = client.exchange(post("GetItem", key));
  EXPECT_FALSE(plain.headers.contains("content-encoding"));
  const auto compressed = client.exchange(post("GetItem", key, "Accept-Encoding: gzip, deflate\r\n"));
  EXPECT_EQ(compressed.headers.at("content-encoding"), "gzip");
  EXPECT_LT(compressed.body.size(), 200u);
  EXPECT_EQ(inflated(compressed.body), plain.body);
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(compressed.body.data()), uInt(compressed.body.size()));
  EXPECT_EQ(compressed.headers.at("x-amz-crc32"), std::to_string(crc));
  const auto small = client.exchange(post("GetItem", kGetItem, "Accept-Encoding: gzip\r\n"));
  EXPECT_EQ(small.body, kGotItem);
}

}  // namespace gzip_test
}  // namespace partita::server
