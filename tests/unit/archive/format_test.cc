// The bytes of FORMAT.md.
#include <gmock/gmock.h>

#include "archive/archive_place.h"
#include "archive/names.h"
#include "archive/records.h"
#include "archive/segment.h"
#include "base/text.h"
#include "memory_place.h"
#include "storage/sums.h"

namespace partita {
namespace archive_format_test {

TEST(ArchiveFormat, has_the_documented_bytes) {
  archive::ArchivePlace place({std::make_shared<test::MemoryPlace>(), "", std::nullopt});
  EXPECT_EQ(base::hex(place.seal_bytes("format", "partita archive 1\n")),
            "706172746974610100000000000000000000000000000000000000000000000000000012000000127061727469746120"
            "6172636869766520310ad31a011cd485e63a2c16690dcc754c9900000000000000002152cc3dd87b65a5bc0e279962b4"
            "6b6c");
  archive::Segment segment{.number = 7, .previous_chain = "00ff", .batches = {}, .sums = {}};
  storage::Batch batch;
  batch.put("k", "v");
  segment.batches.push_back({.first = 5, .count = 1, .time_ms = 1000, .batch = batch});
  segment.has_sums = true;
  segment.sums.push_back({.account = "", .region = "", .table = "t", .items = 1, .bytes = 2, .hash = "ab"});
  const std::string bytes = archive::to_bytes(segment);
  EXPECT_EQ(base::hex(bytes), "6368616e67657331070430306666010501e8070500016b01760101000001740102026162");
  EXPECT_EQ(archive::chain_of(bytes), "a0c01f06ac72443c4260cb6fb6998efd");
  const auto parsed = archive::parse_segment(bytes);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(archive::to_bytes(*parsed), bytes);
}

// The object was made from FORMAT.md by a program in another language.
TEST(ArchiveFormat, AnEncryptedObjectIsReadAsDescribed) {
  const std::string_view hex =
      "70617274697461014ebbbf24fc387070000102030405060708090a0b0c0d0e0f0000000500000005900aa191a1c98227"
      "38d0ef9f5b63831760daace8000000000000000000789b9d41fa185edead15554a1ec69027";
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(base::lower_hex_digit(hex[i]) << 4 | base::lower_hex_digit(hex[i + 1])));
  const auto memory = std::make_shared<test::MemoryPlace>();
  memory->set("head", bytes);
  const archive::ArchivePlace place({memory, "", archive::ArchiveKey(std::string(32, '\x07'))});
  EXPECT_EQ(place.get("head", 100).value(), "hello");
}

// Another thread may read the format meanwhile, and not succeed.
TEST(ArchiveFormat, AnObjectIsBoundToTheKnownArchiveAlthoughItsFormatIsOutOfReach) {
  const auto memory = std::make_shared<test::MemoryPlace>();
  archive::ArchivePlace place({memory, "", std::nullopt});
  ASSERT_TRUE(place.make_if_missing());
  const std::string format = memory->objects().at("format");
  memory->erase("format");
  EXPECT_EQ(place.check_format().error().code, ErrorCode::ResourceNotFoundException);
  ASSERT_TRUE(place.put("head", "hello"));
  memory->set("format", format);
  const archive::ArchivePlace other({memory, "", std::nullopt});
  ASSERT_TRUE(other.check_format());
  EXPECT_EQ(other.get("head", 100).value(), "hello");
}

TEST(ArchiveFormat, SegmentsThatAreCutOffDoNotDecode) {
  archive::Segment segment{.number = 1, .previous_chain = "", .batches = {}, .sums = {}};
  storage::Batch batch;
  batch.put("key", "value");
  batch.add("sums", storage::Sums{1, 2});
  segment.batches.push_back({.first = 5, .count = 2, .time_ms = 1000, .batch = batch});
  const std::string bytes = archive::to_bytes(segment);
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(archive::parse_segment(bytes.substr(0, size)));
  EXPECT_FALSE(archive::parse_segment(bytes + "x"));
}

TEST(ArchiveRecords, AreReadBackAndNamesOfFilesStayInTheirDirectory) {
  const archive::Head head{.writer = 3,
                           .token = "t",
                           .host = "a b",
                           .time_ms = 5,
                           .closed = true,
                           .generation = 2,
                           .end = {.segment = 4, .number = 9, .time_ms = 8, .chain = "ab"},
                           .base = 1};
  const auto parsed = archive::parse_head(archive::to_text(head));
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->end, head.end);
  EXPECT_EQ(parsed->host, "a b");
  for (const std::string name : {"../x", "a/b", ".hidden", ""}) {
    archive::Base base{.generation = 1, .number = 1};
    base.files.push_back({.name = name, .size_bytes = 1, .digest = std::string(64, 'a'), .id = "i"});
    EXPECT_FALSE(archive::parse_base(archive::to_text(base))) << name;
  }
}

}  // namespace archive_format_test
}  // namespace partita
