#include "value/size.h"

#include <gtest/gtest.h>

#include <random>

#include "unit/value/random_item.h"
#include "value/encode.h"

namespace partita::value {
namespace size_test {

TEST(Size, EachTypeCountsAsTheServiceCountsIt) {
  const std::pair<AttributeValue, std::size_t> cases[] = {
      {"", 0},
      {"h\xC3\xA9", 3},
      {AttributeValue::binary(std::string(5, '\0')), 5},
      {AttributeValue::number("-42"), 3},
      {true, 1},
      {AttributeValue::null(), 1},
      {AttributeValue::string_set({"ab", "c"}), 3},
      {AttributeValue::number_set({"1", "123"}), 5},
      {AttributeValue::binary_set({"ab"}), 2},
      {AttributeValue::list(), 3},
      {AttributeValue::list({"ab", true}), 3 + 1 + 2 + 1 + 1},
      {AttributeValue::map(), 3},
      {AttributeValue::map({{"key", "ab"}}), 3 + 1 + 3 + 2},
  };
  for (const auto& [value, size] : cases) EXPECT_EQ(value_size_bytes(value), size);
  EXPECT_EQ(item_size_bytes(AttributeMap{{"pk", "abc"}, {"n", 0}}), 2u + 3 + 1 + 1);
}

TEST(Size, EncodedItemsCountWhatTheirMapsDo) {
  const unsigned seed = 11;
  std::mt19937 random(seed);
  for (int i = 0; i < 2000; ++i) {
    const AttributeMap map = test::random_map(random, 4);
    const std::string bytes = encode_item(map);
    ASSERT_EQ(item_size_bytes(ItemView(bytes)), item_size_bytes(map)) << "seed " << seed << ", round " << i;
  }
}

}  // namespace size_test
}  // namespace partita::value
