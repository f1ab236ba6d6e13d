// ItemView::check on whole, broken and random bytes.
#include <gtest/gtest.h>

#include <random>

#include "unit/support/hex.h"
#include "unit/value/random_item.h"
#include "value/encode.h"
#include "value/view.h"

namespace partita::value {
namespace check_test {

using test::hex;
using test::unhex;

constexpr unsigned kSeed = 20240503;

// Calls every function that reads an item, on bytes that the check accepted.
void read_all(const std::string& bytes) {
  const ItemView item(bytes);
  ASSERT_EQ(hex(encode_item(item.to_map())), hex(bytes));
}

TEST(ItemViewCheck, AcceptsWhatTheEncoderWritesAndNoTruncationOfIt) {
  std::mt19937 random(kSeed);
  for (int i = 0; i < 500; ++i) {
    const std::string bytes = encode_item(test::random_map(random, 4));
    ASSERT_TRUE(ItemView::check(bytes)) << hex(bytes);
    read_all(bytes);
    for (std::size_t size = 0; size < bytes.size(); ++size) ASSERT_FALSE(ItemView::check(bytes.substr(0, size)));
    ASSERT_FALSE(ItemView::check(bytes + '\x06'));
  }
}

TEST(ItemViewCheck, WhatItAcceptsAfterAMutationReadsAndEncodesToTheSameBytes) {
  std::mt19937 random(kSeed);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = encode_item(test::random_map(random, 4));
    for (unsigned flips = 1 + random() % 2; flips > 0; --flips)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    if (!ItemView::check(bytes)) continue;
    ++accepted;
    read_all(bytes);
  }
  EXPECT_GT(accepted, 1000);
}

TEST(ItemViewCheck, RandomBytesDoNotCrashIt) {
  std::mt19937 random(kSeed);
  for (int i = 0; i < 200000; ++i) {
    std::string bytes(2 + random() % 24, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() % 16);
    bytes[0] = 1;
    if (ItemView::check(bytes)) read_all(bytes);
  }
}

TEST(ItemViewCheck, RefusesEachBreachOfTheFormat) {
  const std::pair<const char*, const char*> cases[] = {
      {"no bytes", ""},
      {"another version", "02 00"},
      {"fewer attributes than counted", "01 02 0161 06"},
      {"bytes behind the item", "01 00 00"},
      {"a count that is not shortest", "01 8000"},
      {"a count beyond 64 bits", "01 ffffffffffffffffff7f"},
      {"names out of order", "01 02 0162 06 0161 06"},
      {"a name twice", "01 02 0161 06 0161 06"},
      {"a name that is not UTF-8", "01 01 01ff 06"},
      {"no type code 0", "01 01 0161 00"},
      {"no type code 12", "01 01 0161 0c"},
      {"a string that is not UTF-8", "01 01 0161 01 01c3"},
      {"a string behind the end", "01 01 0161 01 0561"},
      {"a number with a zero pair at its end", "01 01 0161 02 12410300"},
      {"a number with a zero pair in front", "01 01 0161 02 12410102"},
      {"a list longer than its elements", "01 01 0161 07 030106 06"},
      {"a list shorter than its elements", "01 01 0161 07 01 01 06"},
      {"an empty set", "01 01 0161 09 01 00"},
      {"a set out of order", "01 01 0161 09 05 02 0162 0161"},
      {"an element twice", "01 01 0161 0a 07 02 124102 124102"},
      {"a string set that is not UTF-8", "01 01 0161 09 03 01 01ff"},
  };
  for (const auto& [name, bytes] : cases) EXPECT_FALSE(ItemView::check(unhex(bytes))) << name;
  EXPECT_TRUE(ItemView::check(unhex("01 01 0161 0b 03 01 01ff")));
}

TEST(ItemViewCheck, AValueStandsInAtMost31Others) {
  AttributeValue value = AttributeValue::null();
  for (int i = 0; i < 31; ++i) value = AttributeValue::list({value});
  EXPECT_TRUE(ItemView::check(encode_item({{"a", value}})));
  EXPECT_FALSE(ItemView::check(encode_item({{"a", AttributeValue::map({{"b", value}})}})));
}

}  // namespace check_test
}  // namespace partita::value
