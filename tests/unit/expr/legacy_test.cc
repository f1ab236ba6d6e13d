#include "expr/legacy.h"

#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace legacy_test {

const AttributeMap kItem{{"s", S("hello")},  {"n", N("10")}, {"ss", SS({"a", "b"})},
                         {"l", L({N("1")})}, {"t", True()},  {"ns", NS({"1", "2"})}};

bool matches(const Condition& condition, const AttributeMap& item = kItem) {
  const std::string bytes = value::encode_item(item);
  return condition.matches(value::ItemView(bytes));
}

TEST(LegacyCondition, ComparesAsItsOperatorSays) {
  using Op = ComparisonOperator;
  struct Case {
    std::string name;
    Op op;
    std::vector<AttributeValue> values;
    bool holds;
  };
  for (const Case& c : std::vector<Case>{
           {"s", Op::Eq, {S("hello")}, true},
           {"s", Op::Eq, {S("x")}, false},
           {"s", Op::Ne, {S("x")}, true},
           {"ss", Op::Eq, {SS({"b", "a"})}, true},
           {"ss", Op::Ne, {SS({"b", "a"})}, false},
           {"missing", Op::Ne, {S("x")}, true},
           {"n", Op::Lt, {N("11")}, true},
           {"n", Op::Le, {N("10.0")}, true},
           {"n", Op::Gt, {N("9")}, true},
           {"n", Op::Ge, {N("11")}, false},
           {"n", Op::Between, {N("9"), N("11")}, true},
           {"n", Op::In, {N("9"), N("10")}, true},
           {"n", Op::In, {N("9")}, false},
           {"s", Op::BeginsWith, {S("he")}, true},
           {"s", Op::Contains, {S("ell")}, true},
           {"s", Op::NotContains, {S("ell")}, false},
           {"ss", Op::Contains, {S("a")}, true},
           {"ss", Op::NotContains, {S("z")}, true},
           {"ns", Op::Contains, {N("1.0")}, true},
           {"l", Op::Contains, {N("1")}, true},
           {"s", Op::NotNull, {}, true},
           {"missing", Op::NotNull, {}, false},
           {"s", Op::Null, {}, false},
           {"missing", Op::Null, {}, true},
       }) {
    partita::Condition filter;
    filter.comparison_operator = OpenEnum<Op>(c.op);
    if (!c.values.empty()) filter.attribute_value_list = c.values;
    EXPECT_EQ(matches(condition_of({{c.name, filter}}, ConditionalOperator::And)), c.holds) << c.name << to_text(c.op);
    ExpectedAttributeValue expected;
    expected.comparison_operator = OpenEnum<Op>(c.op);
    if (c.values.size() == 1) {
      expected.value = c.values[0];
    } else {
      expected.attribute_value_list = c.values;
    }
    EXPECT_EQ(matches(condition_of({{c.name, expected}}, ConditionalOperator::And)), c.holds);
  }
}

TEST(LegacyCondition, ExpectsAValueOrNoValue) {
  const auto expect = [](std::string name, std::optional<AttributeValue> value, OptionalBool exists) {
    ExpectedAttributeValue expected;
    expected.value = std::move(value);
    expected.exists = exists;
    return matches(condition_of({{std::move(name), expected}}, ConditionalOperator::And));
  };
  EXPECT_TRUE(expect("s", S("hello"), {}));
  EXPECT_TRUE(expect("s", S("hello"), true));
  EXPECT_FALSE(expect("s", S("x"), true));
  EXPECT_FALSE(expect("s", {}, false));
  EXPECT_TRUE(expect("missing", {}, false));
}

TEST(LegacyCondition, JoinsWithAndOrOr) {
  ExpectedAttributeValue right, wrong;
  right.value = S("hello");
  wrong.value = S("x");
  const NamedList<ExpectedAttributeValue> both{{"s", right}, {"s", wrong}};
  EXPECT_FALSE(matches(condition_of(both, ConditionalOperator::And)));
  EXPECT_TRUE(matches(condition_of(both, ConditionalOperator::Or)));
  EXPECT_TRUE(matches(condition_of(NamedList<ExpectedAttributeValue>{}, ConditionalOperator::Or)));
  EXPECT_TRUE(matches(condition_of(NamedList<ExpectedAttributeValue>{}, ConditionalOperator::And)));
}

TEST(LegacyKeyCondition, KeepsOperatorsAndValues) {
  partita::Condition eq, between;
  eq.comparison_operator = OpenEnum(ComparisonOperator::Eq);
  eq.attribute_value_list = std::vector<AttributeValue>{S("p")};
  between.comparison_operator = OpenEnum(ComparisonOperator::Between);
  between.attribute_value_list = std::vector<AttributeValue>{N("1"), N("2")};
  const KeyCondition condition = key_condition_of({{"pk", eq}, {"sk", between}});
  ASSERT_EQ(condition.comparisons.size(), 2u);
  EXPECT_EQ(condition.comparisons[0].attribute, "pk");
  EXPECT_EQ(condition.comparisons[0].op, KeyOperator::Eq);
  EXPECT_EQ(condition.comparisons[1].op, KeyOperator::Between);
  EXPECT_EQ(condition.comparisons[1].value, N("1"));
  EXPECT_EQ(condition.comparisons[1].upper, N("2"));
}

AttributeValueUpdate update(std::optional<AttributeAction> action, std::optional<AttributeValue> value) {
  AttributeValueUpdate made;
  if (action) made.action = OpenEnum(*action);
  made.value = std::move(value);
  return made;
}

TEST(LegacyUpdate, PutsAddsAndDeletes) {
  using Action = AttributeAction;
  const Update all = update_of({{"s", update({}, S("put"))},
                                {"n", update(Action::Add, N("1.50"))},
                                {"fresh", update(Action::Add, N("2"))},
                                {"ss", update(Action::Delete, SS({"a"}))},
                                {"ns", update(Action::Add, NS({"3", "1"}))},
                                {"l", update(Action::Add, L({N("1")}))},
                                {"t", update(Action::Delete, {})},
                                {"missing", update(Action::Delete, SS({"a"}))}});
  const auto updated = all.apply(kItem);
  ASSERT_TRUE(updated) << updated.error().message;
  EXPECT_EQ(*updated, (AttributeMap{{"s", S("put")},
                                    {"n", N("11.5")},
                                    {"fresh", N("2")},
                                    {"ss", SS({"b"})},
                                    {"ns", NS({"1", "2", "3"})},
                                    {"l", L({N("1"), N("1")})}}));
  EXPECT_EQ(all.top_level_names(), (std::vector<std::string>{"fresh", "l", "missing", "n", "ns", "s", "ss", "t"}));
  EXPECT_EQ(all.touched(kItem), kItem);
}

TEST(LegacyUpdate, OfAnAttributeNamedTwiceTheLaterCounts) {
  const Update twice = update_of({{"s", update({}, S("first"))}, {"s", update({}, S("second"))}});
  EXPECT_EQ(*twice.apply({}), (AttributeMap{{"s", S("second")}}));
}

TEST(LegacyUpdate, RefusesOtherTypes) {
  using Action = AttributeAction;
  for (const auto& [name, change] : NamedList<AttributeValueUpdate>{{"s", update(Action::Add, N("1"))},
                                                                    {"ss", update(Action::Add, NS({"1"}))},
                                                                    {"ss", update(Action::Delete, NS({"1"}))},
                                                                    {"n", update(Action::Add, L({}))}})
    EXPECT_EQ(message_of(update_of({{name, change}}).apply(kItem)), "Type mismatch for attribute to update");
}

TEST(LegacyProjection, TakesWholeAttributes) {
  const std::string bytes = value::encode_item(AttributeMap{{"a.b", S("1")}, {"c", S("2")}, {"d", S("3")}});
  std::string out;
  projection_of({"d", "a.b", "missing", "d"}).project(value::ItemView(bytes), out);
  EXPECT_EQ(value::ItemView(out).to_map(), (AttributeMap{{"a.b", S("1")}, {"d", S("3")}}));
}

}  // namespace legacy_test
}  // namespace partita::expr::testing
