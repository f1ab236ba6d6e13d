#include "ops/item_rules.h"

#include "support.h"

namespace partita::ops {
namespace item_rules_test {

using V = AttributeValue;

struct Row {
  AttributeValue value;
  std::string expected;
  std::string in_start_key = "The provided starting key is invalid: " + expected;
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

Row bare(AttributeValue value, std::string expected) { return {std::move(value), expected, expected}; }

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
      bare(V::string_set({"a", "a"}), parameter_fault("Input collection [a, a] contains duplicates.")),
      bare(V::string_set({"b", "a", "b"}), parameter_fault("Input collection [b, a, b] contains duplicates.")),
      bare(V::binary_set({"b", "b"}), parameter_fault("Input collection [Yg==, Yg==]of type BS contains duplicates.")),
      bare(V::binary_set({"", "ab", "abc", ""}),
           parameter_fault("Input collection [, YWI=, YWJj, ]of type BS contains duplicates.")),
      bare(V::number_set({"1", "1"}), "Input collection contains duplicates"),
      bare(V::number_set({"1", "2", "1.0"}), "Input collection contains duplicates"),
      bare(V::number(""), kNotANumber),
      bare(V::number("b"), std::string(kNotANumber) + ": b"),
      bare(V::number_set({"1", ""}), kNotANumber),
      bare(V::number_set({"1", "b"}), std::string(kNotANumber) + ": b"),
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
    EXPECT_EQ(fault(check_value(row.value)), row.expected);
    EXPECT_EQ(fault(check_item({{"pk", "k"}, {"z", row.value}})), row.expected);
    EXPECT_EQ(fault(check_start_key({{"a", row.value}})), row.in_start_key);
    EXPECT_EQ(fault(check_placeholder_values({{":a", row.value}})),
              "ExpressionAttributeValues contains invalid value: " + row.expected + " for key :a");
  }
}

TEST(Values, ValuesThatTheServiceAcceptsPass) {
  for (const AttributeValue& value :
       {V::string(""), V::binary(""), V::number("-1.5e10"), V::null(), V::boolean(false), V::list(), V::map(),
        V::string_set({""}), V::string_set({"a", "A"}), V::number_set({"1", "-1"}), V::binary_set({"a", ""}),
        V::list({V::string(""), V::string("hello")}), V::number("99999999999999999999999999999999999999")})
    EXPECT_EQ(fault(check_value(value)), "");
}

AttributeValue nested(int levels) {
  AttributeValue value = V::string("leaf");
  for (int i = 1; i < levels; ++i) value = i % 2 ? V::list({value}) : V::map({{"m", value}});
  return value;
}

TEST(Values, NestTo32Levels) {
  const std::string text =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";
  EXPECT_EQ(fault(check_value(nested(32))), "");
  EXPECT_EQ(fault(check_value(nested(33))), text);
  EXPECT_EQ(fault(check_placeholder_values({{":v", nested(33)}})), text);
}

TEST(Items, AreLimitedTo400Kilobytes) {
  const std::string text = "Item size has exceeded the maximum allowed size";
  const std::size_t names = 3;  // "pk" and "b"
  EXPECT_EQ(fault(check_item({{"pk", "k"}, {"b", std::string(400 * 1024 - names - 1, 'x')}})), "");
  EXPECT_EQ(fault(check_item({{"pk", "k"}, {"b", std::string(400 * 1024 - names, 'x')}})), text);
  EXPECT_EQ(fault(check_values({{"b", std::string(500 * 1024, 'x')}})), "");
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
