#include "expr/key_condition.h"

#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace key_condition_test {

const Request kValues{{}, AttributeMap{{":a", N("1")}, {":b", N("2")}, {":s", S("x")}, {":t", S("S")}}};

TEST(KeyCondition, TakesComparisonsInTheirOrder) {
  struct Case {
    std::string text;
    KeyOperator op;
    AttributeValue value, upper;
  };
  for (const Case& c : {
           Case{"sk = :a", KeyOperator::Eq, N("1"), {}},
           Case{"sk < :a", KeyOperator::Lt, N("1"), {}},
           Case{"sk <= :a", KeyOperator::Le, N("1"), {}},
           Case{"sk > :a", KeyOperator::Gt, N("1"), {}},
           Case{"sk >= :a", KeyOperator::Ge, N("1"), {}},
           Case{":a = sk", KeyOperator::Eq, N("1"), {}},
           Case{":a < sk", KeyOperator::Gt, N("1"), {}},
           Case{":a <= sk", KeyOperator::Ge, N("1"), {}},
           Case{":a > sk", KeyOperator::Lt, N("1"), {}},
           Case{":a >= sk", KeyOperator::Le, N("1"), {}},
           Case{"sk BETWEEN :a AND :b", KeyOperator::Between, N("1"), N("2")},
           Case{"begins_with(sk, :s)", KeyOperator::BeginsWith, S("x"), {}},
       }) {
    for (const std::string& text :
         {"pk = :b AND " + c.text, "(pk = :b AND (" + c.text + "))", "(pk = :b) AND (" + c.text + ")"}) {
      const auto condition = kValues.expressions().key_condition(text);
      ASSERT_TRUE(condition) << text << ": " << condition.error().message;
      ASSERT_EQ(condition->comparisons.size(), 2u);
      EXPECT_EQ(condition->comparisons[0].attribute, "pk");
      EXPECT_EQ(condition->comparisons[0].value, N("2"));
      EXPECT_EQ(condition->comparisons[1].attribute, "sk");
      EXPECT_EQ(condition->comparisons[1].op, c.op) << text;
      EXPECT_EQ(condition->comparisons[1].value, c.value) << text;
      EXPECT_EQ(condition->comparisons[1].upper, c.upper) << text;
    }
  }
}

TEST(KeyCondition, TakesEightAttributes) {
  const auto condition = kValues.expressions().key_condition(
      "p1 = :a AND p2 = :a AND p3 = :a AND p4 = :a AND s1 = :a AND s2 = :a AND s3 = :a AND s4 > :a");
  ASSERT_TRUE(condition);
  EXPECT_EQ(condition->comparisons.size(), 8u);
}

TEST(KeyCondition, RefusesOtherConditions) {
  const std::string invalid_operator = "Invalid operator used in KeyConditionExpression: ";
  const std::string nested_operations = "KeyConditionExpressions cannot contain nested operations";
  const std::string nested_attributes = "KeyConditionExpressions cannot have conditions on nested attributes";
  const std::string several =
      "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition";
  const std::string none = "Invalid condition in KeyConditionExpression: No key attribute specified";
  const std::string one_each =
      "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key";
  struct Case {
    std::string text, message;
  };
  for (const Case& c : {
           Case{"attribute_type(a, :t)", invalid_operator + "attribute_type"},
           Case{"a > b and size(b) > c or a > c", invalid_operator + "OR"},
           Case{"a in (b, size(c), d)", invalid_operator + "IN"},
           Case{"attribute_exists(a)", invalid_operator + "attribute_exists"},
           Case{"attribute_not_exists(a)", invalid_operator + "attribute_not_exists"},
           Case{"contains(a.d, b)", invalid_operator + "contains"},
           Case{"not a > b", invalid_operator + "NOT"},
           Case{"a <> b", invalid_operator + "<>"},
           Case{":a between size(b) and size(a) and b > :b",
                "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its "
                "first operand"},
           Case{"begins_with(:s, b) and a > :b",
                "Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its "
                "first operand"},
           Case{"size(b) > a AND a.b > b AND b > c", nested_operations},
           Case{"a > size(b.d)", nested_operations},
           Case{"a between size(b) and size(a)", nested_operations},
           Case{"b > a.b", several},
           Case{"b between c[1] and d", several},
           Case{"a between b and size(a)", several},
           Case{"begins_with(a, b)", several},
           Case{"b.d > a AND c.d > e.f", nested_attributes},
           Case{"b[0] > a", nested_attributes},
           Case{":b > :a AND a < :b", none},
           Case{":a > b AND :a < :b", none},
           Case{"b > :a AND b < :a and c = :a and d = :a", one_each},
           Case{"(a > :a and b > :a) and (b > :a and c > :a)", one_each},
       }) {
    EXPECT_EQ(key_condition_error(c.text, kValues), c.message) << c.text;
    EXPECT_EQ(message_of(kValues.expressions().check_key_condition(c.text)), "") << c.text;
  }
}

TEST(KeyCondition, ReportsFaultsOfASingleComparisonFirst) {
  const std::string message =
      "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower "
      "bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}";
  EXPECT_EQ(key_condition_error("a between :b and :a or b = :a", kValues), message);
  EXPECT_EQ(message_of(kValues.expressions().check_key_condition("a between :b and :a or b = :a")), message);
}

}  // namespace key_condition_test
}  // namespace partita::expr::testing
