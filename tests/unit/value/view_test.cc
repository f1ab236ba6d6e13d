#include "value/view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "value/encode.h"
#include "value/number.h"

namespace partita::value {
namespace view_test {

using ::testing::ElementsAre;

// Encoded bytes with their view.
struct Encoded {
  explicit Encoded(const AttributeValue& value) { encode_value(value, bytes); }
  ValueView view() const { return ValueView(bytes); }
  std::string bytes;
};

std::string number_bytes(std::string_view text) {
  std::string out;
  Number::parse(text).value().encode(out);
  return out;
}

TEST(ValueView, EndsWhereItsValueEnds) {
  for (const AttributeValue& value :
       {AttributeValue("text"), AttributeValue::number("-12.5"), AttributeValue::number("0"), AttributeValue(true),
        AttributeValue::null(), AttributeValue::list({1, 2}), AttributeValue::string_set({std::string(300, 'x')})}) {
    const Encoded encoded(value);
    const std::string followed = encoded.bytes + encoded.bytes;
    EXPECT_EQ(ValueView(followed).bytes(), encoded.bytes);
    EXPECT_EQ(ValueView(followed), encoded.view());
  }
}

TEST(ValueView, ReadsScalars) {
  EXPECT_EQ(Encoded("text").view().text(), "text");
  EXPECT_EQ(Encoded(AttributeValue::binary(std::string("\0x", 2))).view().text(), std::string("\0x", 2));
  EXPECT_EQ(Encoded(AttributeValue::number("1.50")).view().number(), number_bytes("1.5"));
  EXPECT_TRUE(Encoded(true).view().boolean());
  EXPECT_FALSE(Encoded(false).view().boolean());
  EXPECT_EQ(Encoded(false).view().type(), AttributeType::Bool);
  EXPECT_EQ(Encoded(AttributeValue::null()).view().type(), AttributeType::Null);
  EXPECT_EQ(ValueView().type(), AttributeType::None);
  EXPECT_EQ(ValueView().to_value(), AttributeValue());
}

TEST(ValueView, EqualValuesHaveEqualBytes) {
  EXPECT_EQ(Encoded(AttributeValue::number("1.0")).view(), Encoded(AttributeValue::number("1e0")).view());
  EXPECT_EQ(Encoded(AttributeValue::number_set({"2", "1"})).view(),
            Encoded(AttributeValue::number_set({"1.0", "2.0"})).view());
  EXPECT_FALSE(Encoded("1").view() == Encoded(1).view());
}

TEST(ListView, WalksAndIndexes) {
  const Encoded encoded(AttributeValue::list({"a", 1, AttributeValue::list()}));
  const ListView list = encoded.view().list();
  EXPECT_EQ(list.size(), 3u);
  EXPECT_EQ(list.at(0)->text(), "a");
  EXPECT_EQ(list.at(2)->list().size(), 0u);
  EXPECT_FALSE(list.at(3));
  std::vector<AttributeType> types;
  for (ValueView element : list) types.push_back(element.type());
  EXPECT_THAT(types, ElementsAre(AttributeType::S, AttributeType::N, AttributeType::L));
}

TEST(SetView, IsSortedAndKnowsItsElements) {
  const Encoded strings(AttributeValue::string_set({"b", "a"}));
  EXPECT_TRUE(strings.view().set().contains("a"));
  EXPECT_FALSE(strings.view().set().contains("ab"));
  EXPECT_FALSE(strings.view().set().contains("c"));

  const Encoded numbers(AttributeValue::number_set({"10", "9", "-1"}));
  const SetView set = numbers.view().set();
  EXPECT_EQ(set.type(), AttributeType::NS);
  EXPECT_EQ(set.size(), 3u);
  EXPECT_TRUE(set.contains(number_bytes("9.0")));
  EXPECT_THAT(numbers.view().to_value().set(), ElementsAre("-1", "9", "10"));
}

TEST(ItemView, FindsEachAttributeAndNoOther) {
  const std::string bytes = encode_item({{"a", 1}, {"ab", "x"}, {"pk", AttributeValue::map({{"k", true}})}});
  const ItemView item(bytes);
  EXPECT_EQ(item.size(), 3u);
  EXPECT_EQ(item.find("ab")->text(), "x");
  EXPECT_TRUE(item.find("pk")->map().find("k")->boolean());
  for (const char* name : {"", "A", "aa", "abc", "p", "zz"}) EXPECT_FALSE(item.find(name)) << name;
  std::vector<std::string> names;
  for (const AttributeView& attribute : item) names.emplace_back(attribute.name);
  EXPECT_THAT(names, ElementsAre("a", "ab", "pk"));
}

TEST(ItemView, NoBytesAreAnItemWithoutAttributes) {
  EXPECT_TRUE(ItemView().empty());
  EXPECT_TRUE(ItemView("").empty());
  EXPECT_FALSE(ItemView("").find("a"));
}

TEST(ItemBuilder, BuildsWhatTheEncoderWrites) {
  const AttributeMap attributes{{"a", 1}, {"b", "x"}, {"c", AttributeValue::list({true})}};
  const std::string whole = encode_item(attributes);
  ItemBuilder builder;
  for (const AttributeView& attribute : ItemView(whole)) builder.add(attribute.name, attribute.value);
  EXPECT_EQ(builder.finish(), whole);
  EXPECT_TRUE(builder.empty());
  EXPECT_EQ(builder.finish(), encode_item({}));
}

}  // namespace view_test
}  // namespace partita::value
