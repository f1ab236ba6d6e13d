#include "ops/rules/item_rules.h"

#include "support.h"

namespace partita::ops {
namespace item_rules_test {

using V = AttributeValue;

// A fault's text in the older layer and in the newer one, and whether the words of an ExclusiveStartKey come before it.
struct Row {
  AttributeValue value;
  std::string older;
  std::string current = older;
  bool wrapped_in_start_key = true;
};

constexpr const char* kEmpty = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
constexpr const char* kSeveral =
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes";
constexpr const char* kNotANumber = "The parameter cannot be converted to a numeric value";
constexpr const char* kDigits = "Attempting to store more than 38 significant digits in a Number";
constexpr const char* kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
constexpr const char* kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";

Row bare(AttributeValue value, std::string text) { return {std::move(value), text, text, false}; }
Row bare(AttributeValue value, std::string older, std::string current) {
  return {std::move(value), std::move(older), std::move(current), false};
}

std::vector<Row> rows() {
  return {
      {V(), kEmpty},
      {V::several(), kSeveral},
      {V::map({{"a", V()}}), kEmpty},
      {V::list({V::string("a"), V()}), kEmpty},
      {V::null(false), parameter_fault("Null attribute value types must have the value of true")},
      {V::list({V::null(false)}), parameter_fault("Null attribute value types must have the value of true")},
      {V::string_set({}), parameter_fault("An string set  may not be empty")},
      {V::binary_set({}), parameter_fault("Binary sets should not be empty")},
      {V::map({{"inner", V::string_set({})}}), parameter_fault("An string set  may not be empty")},
      bare(V::number_set({}), parameter_fault("An number set  may not be empty")),
      bare(V::string_set({"a", "a"}), parameter_fault("Input collection [a, a] contains duplicates."),
           parameter_fault("Input collection [\"a\", \"a\"] contains duplicates.")),
      bare(V::string_set({"b", "a", "b"}), parameter_fault("Input collection [b, a, b] contains duplicates."),
           parameter_fault("Input collection [\"a\", \"b\", \"b\"] contains duplicates.")),
      bare(V::string_set({"c", "a", "c", "b", "a"}),
           parameter_fault("Input collection [c, a, c, b, a] contains duplicates."),
           parameter_fault("Input collection [\"a\", \"c\", \"c\", \"b\", \"a\"] contains duplicates.")),
      bare(V::binary_set({"\xff", std::string(1, '\0'), std::string(1, '\0')}),
           parameter_fault("Input collection [/w==, AA==, AA==]of type BS contains duplicates."),
           parameter_fault("Input collection [\"AA==\",\"/w==\",\"AA==\"]of type BS contains duplicates.")),
      bare(V::binary_set({"", "ab", "abc", ""}),
           parameter_fault("Input collection [, YWI=, YWJj, ]of type BS contains duplicates."),
           parameter_fault("Input collection [\"\",\"YWI=\",\"YWJj\",\"\"]of type BS contains duplicates.")),
      bare(V::number_set({"1", "1"}), "Input collection contains duplicates",
           parameter_fault("Input collection contains duplicates.")),
      bare(V::number_set({"1", "2", "1.0"}), "Input collection contains duplicates",
           parameter_fault("Input collection contains duplicates.")),
      bare(V::number(""), kNotANumber, std::string(kNotANumber) + ": "),
      bare(V::number("b"), std::string(kNotANumber) + ": b"),
      bare(V::number_set({"1", ""}), kNotANumber, std::string(kNotANumber) + ": "),
      bare(V::number_set({"1", "b"}), std::string(kNotANumber) + ": b"),
      bare(V::number("1e2147483647"), kUnderflow, kOverflow),
      bare(V::number_set({"1e2147483647"}), kUnderflow, kOverflow),
      bare(V::number("123456789012345678901234567890123456789"), kDigits),
      bare(V::number("-1.23456789012345678901234567890123456789"), kDigits),
      bare(V::number("1e126"), kOverflow),
      bare(V::number("-1e126"), kOverflow),
      bare(V::number("1e-131"), kUnderflow),
      bare(V::number("-1e-131"), kUnderflow),
  };
}

TEST(Values, FaultsReadAsTheServiceWritesThem) {
  for (const Row& row : rows()) {
    const std::string in_start_key = row.wrapped_in_start_key ? "The provided starting key is invalid: " : "";
    for (const Layer layer : {Layer::Older, Layer::Current, Layer::Enveloped}) {
      const std::string& expected = layer == Layer::Older ? row.older : row.current;
      EXPECT_EQ(fault(check_value(row.value, layer)), expected);
      EXPECT_EQ(fault(check_item({{"pk", "k"}, {"z", row.value}}, layer)), expected);
      EXPECT_EQ(fault(check_start_key({{"a", row.value}}, layer, StartOf::Scan)), in_start_key + expected);
      const bool bare_in_query = expected.starts_with(parameter_fault(""));
      EXPECT_EQ(fault(check_start_key({{"a", row.value}}, layer, StartOf::Query)),
                (bare_in_query ? "" : in_start_key) + expected);
    }
    EXPECT_EQ(fault(check_placeholder_values({{":a", row.value}}, Layer::Current)), row.current);
    EXPECT_EQ(fault(check_placeholder_values({{":a", row.value}}, Layer::Older)),
              "ExpressionAttributeValues contains invalid value: " + row.older + " for key :a");
  }
}

TEST(Values, ValuesThatTheServiceAcceptsPass) {
  for (const AttributeValue& value :
       {V::string(""), V::binary(""), V::number("-1.5e10"), V::null(), V::boolean(false), V::list(), V::map(),
        V::string_set({""}), V::string_set({"a", "A"}), V::number_set({"1", "-1"}), V::binary_set({"a", ""}),
        V::list({V::string(""), V::string("hello")}), V::number("99999999999999999999999999999999999999")})
    EXPECT_EQ(fault(check_value(value, Layer::Current)), "");
}

AttributeValue nested(int levels) {
  AttributeValue value = V::string("leaf");
  for (int i = 1; i < levels; ++i) value = i % 2 ? V::list({value}) : V::map({{"m", value}});
  return value;
}

constexpr const char* kNesting =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";

TEST(Values, NestTo32Levels) {
  for (const Layer layer : {Layer::Older, Layer::Current}) {
    EXPECT_EQ(fault(check_value(nested(32), layer)), "");
    EXPECT_EQ(fault(check_value(nested(33), layer)), kNesting);
    EXPECT_EQ(fault(check_start_key({{"a", nested(33)}}, layer, StartOf::Scan)), kNesting);
  }
  EXPECT_FALSE(nests_deeper(nested(33), 33));
  EXPECT_TRUE(nests_deeper(nested(34), 33));
}

TEST(Values, OfExpressionsNestTo33LevelsInTheOlderLayer) {
  EXPECT_EQ(fault(check_placeholder_values({{":v", nested(32)}}, Layer::Current)), "");
  EXPECT_EQ(fault(check_placeholder_values({{":v", nested(33)}}, Layer::Current)), kNesting);
  EXPECT_EQ(fault(check_placeholder_values({{":v", nested(33)}}, Layer::Older)), "");
  EXPECT_EQ(fault(check_placeholder_values({{":v", nested(34)}}, Layer::Older)),
            std::string("ExpressionAttributeValues contains invalid value: ") + kNesting + " for key :v");
}

TEST(Items, AFaultyNameComesBeforeNestingAndThatBeforeOtherFaults) {
  const V deep = nested(33);
  EXPECT_EQ(fault(check_values({{"", "x"}, {"d", deep}}, Layer::Older)), "Empty attribute name");
  EXPECT_EQ(fault(check_values({{"a", V()}, {"b", V::map({{"", "x"}})}, {"d", deep}}, Layer::Older)), kNesting);
  EXPECT_EQ(fault(check_values({{"a", V()}, {std::string(65536, 'n'), "x"}}, Layer::Older)),
            "Attribute name is too large, must be less than 65536 bytes");
  EXPECT_EQ(fault(check_values({{"a", V()}, {"b", V::map({{"", "x"}})}}, Layer::Older)), kEmpty);
}

TEST(Items, AreLimitedTo400Kilobytes) {
  const std::string text = "Item size has exceeded the maximum allowed size";
  const std::size_t names = 3;  // "pk" and "b"
  const AttributeMap largest = {{"pk", "k"}, {"b", std::string(400 * 1024 - names - 1, 'x')}};
  const AttributeMap larger = {{"pk", "k"}, {"b", std::string(400 * 1024 - names, 'x')}};
  EXPECT_EQ(fault(check_item(largest, Layer::Current)), "");
  EXPECT_EQ(fault(check_item(larger, Layer::Current)), text);
  EXPECT_EQ(fault(check_values(larger, Layer::Current)), "");
  EXPECT_EQ(fault(check_updated_item(largest)), "");
  EXPECT_EQ(fault(check_updated_item(larger)), "Item size to update has exceeded the maximum allowed size");
  EXPECT_EQ(fault(check_updated_item({{"a", nested(33)}})), kNesting);
}

TEST(Bounds, AreComparedWithinAType) {
  EXPECT_TRUE(is_greater(V("b"), V("a")));
  EXPECT_FALSE(is_greater(V("a"), V("a")));
  EXPECT_TRUE(is_greater(V(10), V(9)));
  EXPECT_FALSE(is_greater(V::number("1.0"), V(1)));
  EXPECT_TRUE(is_greater(V::binary("\xff"), V::binary("a")));
  EXPECT_FALSE(is_greater(V("b"), V(1)));
}

}  // namespace item_rules_test
}  // namespace partita::ops
