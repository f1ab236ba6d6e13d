#include "value/path.h"

#include <gtest/gtest.h>

#include "value/encode.h"

namespace partita::value {
namespace path_test {

const AttributeMap kItem{
    {"a", AttributeValue::map({{"b", AttributeValue::list({"x", AttributeValue::map({{"c", 7}})})}})}, {"s", "text"}};

TEST(Path, PrintsAsTheServiceDoes) {
  EXPECT_EQ((Path{{"a"}}.to_text()), "[a]");
  EXPECT_EQ((Path{{"a", "b", std::uint64_t{3}, "c"}}.to_text()), "[a, b, [3], c]");
}

TEST(Path, FindsTheSameInMapsAndInBytes) {
  const std::pair<Path, std::optional<AttributeValue>> cases[] = {
      {Path{{"s"}}, "text"},
      {Path{{"a", "b", std::uint64_t{0}}}, "x"},
      {Path{{"a", "b", std::uint64_t{1}, "c"}}, 7},
      {Path{{"missing"}}, std::nullopt},
      {Path{{"s", "b"}}, std::nullopt},
      {Path{{"a", std::uint64_t{0}}}, std::nullopt},
      {Path{{"a", "b", "c"}}, std::nullopt},
      {Path{{"a", "b", std::uint64_t{2}}}, std::nullopt},
      {Path{{"a", "b", ~std::uint64_t{0}}}, std::nullopt},
  };
  const std::string bytes = encode_item(kItem);
  for (const auto& [path, expected] : cases) {
    const auto viewed = find(ItemView(bytes), path);
    const AttributeValue* value = find(kItem, path);
    EXPECT_EQ(viewed ? std::optional(viewed->to_value()) : std::nullopt, expected) << path.to_text();
    EXPECT_EQ(value != nullptr ? std::optional(*value) : std::nullopt, expected) << path.to_text();
  }
}

}  // namespace path_test
}  // namespace partita::value
