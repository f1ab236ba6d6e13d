#include "keys/key_space.h"

#include <gtest/gtest.h>

#include "unit/support/hex.h"

namespace partita::keys {
namespace key_space_test {

using test::hex;
using test::unhex;

TEST(KeySpace, ThePartitionKeyFollowsTableIndexAndHash) {
  const std::string part = unhex("30 61 0001");
  std::string key;
  append_partition(1, 2, part, key);
  EXPECT_EQ(hex(key),
            "000000010002"
            "b3b91bbd"
            "30610001");
  EXPECT_EQ(key.size(), kPrefixBytes + part.size());
}

TEST(KeySpace, TheHashOfAPartitionKeyNeverChanges) {
  EXPECT_EQ(partition_hash(""), 0x2d068005u);
  EXPECT_EQ(partition_hash(unhex("30 61 0001")), 0xb3b91bbdu);
}

TEST(KeySpace, BoundsEncloseAnIndexAndATable) {
  EXPECT_EQ(hex(table_lower(1)), "00000001");
  EXPECT_EQ(hex(table_upper(1)), "00000002");
  EXPECT_EQ(hex(table_upper(0xFF)), "000001");
  EXPECT_EQ(hex(index_lower(1, kBaseTable)), "000000010000");
  EXPECT_EQ(hex(index_upper(1, kBaseTable)), "000000010001");
  EXPECT_EQ(hex(index_upper(1, 0xFFFF)), "00000002");
}

TEST(KeySpace, SegmentsMeetAndTheLastEndsWithTheIndex) {
  EXPECT_EQ(hex(segment_bound(1, 2, 0)), "00000001000200000000");
  EXPECT_EQ(hex(segment_bound(1, 2, 0x80000000u)), "00000001000280000000");
  EXPECT_EQ(segment_bound(1, 2, std::uint64_t{1} << 32), index_upper(1, 2));
}

TEST(KeySpace, AKeyLiesInTheSegmentOfItsHash) {
  for (int i = 0; i < 1000; ++i) {
    const std::string part = "0" + std::to_string(i) + unhex("0001");
    std::string key;
    append_partition(9, 3, part, key);
    const std::uint64_t hash = partition_hash(part);
    EXPECT_LE(segment_bound(9, 3, hash), key);
    EXPECT_LT(key, segment_bound(9, 3, hash + 1));
  }
}

}  // namespace key_space_test
}  // namespace partita::keys
