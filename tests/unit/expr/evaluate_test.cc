#include "expr/condition.h"
#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace evaluate_test {

using ::testing::Test;

const AttributeMap kItem{
    {"s", S("hello")},
    {"n", N("10.0")},
    {"b", B(std::string("\x01\xff", 2))},
    {"t", True()},
    {"z", Null()},
    {"l", L({S("x"), N("2"), L({N("7")})})},
    {"m", M({{"in", M({{"deep", S("down")}})}, {"k", N("1")}})},
    {"ss", SS({"b", "a"})},
    {"ns", NS({"2", "1"})},
    {"bs", BS({"p", "q"})},
    {"emoji", S("a\xF0\x9F\x98\x80")},
};

const AttributeMap kValues{
    {":s", S("hello")},
    {":he", S("he")},
    {":S", S("S")},
    {":SS", S("SS")},
    {":BOOL", S("BOOL")},
    {":n", N("1e1")},
    {":9", N("9")},
    {":10", N("10")},
    {":11", N("11")},
    {":b", B("\x01")},
    {":t", True()},
    {":z", Null()},
    {":ss", SS({"a", "b"})},
    {":ns", NS({"1.0", "2"})},
    {":a", S("a")},
    {":1", N("1")},
    {":2", N("2")},
    {":3", N("3")},
    {":5", N("5")},
    {":l", L({N("7")})},
    {":p", B("p")},
    {":m", M({{"deep", S("down")}})},
    {":f", AttributeValue::boolean(false)},
    {":zz", S("zz")},
    {":empty", S("")},
};

bool holds(std::string_view text, const AttributeMap& item) {
  const Request request{Names{{"#s", "s"}, {"#in", "in"}}, kValues};
  const Result<Condition> condition = request.expressions().condition(text);
  EXPECT_TRUE(condition) << text << ": " << condition.error().message;
  const std::string bytes = value::encode_item(item);
  return condition && condition->matches(value::ItemView(bytes));
}

TEST(Evaluate, HoldsOrNot) {
  struct Case {
    std::string_view text;
    bool holds;
  };
  for (const Case& c : {
           Case{"s = :s", true},
           Case{"s = :he", false},
           Case{"s <> :he", true},
           Case{"s <> :s", false},
           Case{"n = :n", true},
           Case{"n = :9", false},
           Case{"n > :9", true},
           Case{"n < :9", false},
           Case{"n >= :10", true},
           Case{"n <= :10", true},
           Case{"n < :11", true},
           Case{"n > :11", false},
           Case{"b > :b", true},
           Case{"b < :b", false},
           Case{":s = s", true},
           Case{"s > :he", true},
           Case{"t = :t", true},
           Case{"t = :f", false},
           Case{"z = :z", true},
           // Values of other types have no order, and differ.
           Case{"s > :9", false},
           Case{"s < :9", false},
           Case{"s = :10", false},
           Case{"s <> :10", true},
           Case{"t > s", false},
           Case{"l < m", false},
           Case{"l <= m", false},
           // Sets, lists and maps are equal by content, numbers by value.
           Case{"ss = :ss", true},
           Case{"ns = :ns", true},
           Case{"ss <> :ss", false},
           Case{"l[2] = :l", true},
           Case{"m.#in = :m", true},
           Case{"m = :m", false},
           // Absent attributes.
           Case{"gone = :s", false},
           Case{"gone <> :s", true},
           Case{"gone < :s", false},
           Case{"gone = absent", false},
           Case{"gone <> absent", true},
           Case{"gone BETWEEN :9 AND :10", false},
           Case{"gone IN (:s)", false},
           Case{"contains(gone, :s)", false},
           Case{"NOT gone = :s", true},
           Case{"size(gone) = :1", false},
           Case{"size(gone) <> :1", true},
           // Paths.
           Case{"m.#in.deep = :s", false},
           Case{"attribute_exists(m.#in.deep)", true},
           Case{"l[1] = :2", true},
           Case{"attribute_exists(l[3])", false},
           Case{"attribute_exists(m[0])", false},
           Case{"attribute_exists(l.a)", false},
           Case{"attribute_not_exists(s.a)", true},
           Case{"(m.k) = :1", true},
           Case{"attribute_not_exists(s)", false},
           Case{"attribute_exists(gone.a)", false},
           // BETWEEN and IN.
           Case{"n BETWEEN :9 AND :11", true},
           Case{"n BETWEEN :10 AND :10", true},
           Case{"n BETWEEN :11 AND :11", false},
           Case{":10 BETWEEN m.k AND n", true},
           Case{"s BETWEEN :he AND :zz", true},
           Case{"s BETWEEN :9 AND :11", false},
           Case{"n IN (:9, :10)", true},
           Case{"n IN (:9, s)", false},
           Case{"ss IN (:ss)", true},
           // Functions.
           Case{"begins_with(s, :he)", true},
           Case{"begins_with(s, :a)", false},
           Case{"begins_with(s, :empty)", true},
           Case{"begins_with(b, :b)", true},
           Case{"begins_with(s, :b)", false},
           Case{"begins_with(n, :he)", false},
           Case{"contains(s, :he)", true},
           Case{"contains(s, :zz)", false},
           Case{"contains(ss, :a)", true},
           Case{"contains(ss, :zz)", false},
           Case{"contains(ns, :2)", true},
           Case{"contains(ns, :a)", false},
           Case{"contains(bs, :p)", true},
           Case{"contains(l, :2)", true},
           Case{"contains(l, :l)", true},
           Case{"contains(l, :3)", false},
           Case{"contains(m, :1)", false},
           Case{"contains(b, :b)", true},
           Case{"contains(n, :1)", false},
           Case{"attribute_type(s, :S)", true},
           Case{"attribute_type(s, :SS)", false},
           Case{"attribute_type(t, :BOOL)", true},
           Case{"attribute_type(gone, :S)", false},
           Case{"size(s) = :5", true},
           Case{"size(b) = :2", true},
           Case{"size(l) = :3", true},
           Case{"size(m) = :2", true},
           Case{"size(ss) = :2", true},
           Case{"size(n) > :1", false},
           Case{"size(n) <> :1", true},
           Case{"size(emoji) = :3", true},
           Case{"size(:s) = :5", true},
           Case{"size(s) > size(l)", true},
           Case{"size(s) BETWEEN :1 AND :10", true},
           Case{"size(s) IN (:1, :5)", true},
           Case{"contains(ns, size(l))", false},
           Case{"contains(ns, size(m))", true},
           // Precedence: NOT, AND, OR.
           Case{"s = :s OR s = :a AND s = :a", true},
           Case{"(s = :s OR s = :a) AND s = :a", false},
           Case{"NOT s = :a AND s = :s", true},
           Case{"NOT (s = :s AND n = :9)", true},
           Case{"NOT NOT s = :s", true},
           Case{"NOT s = :s OR n = :n", true},
           Case{"#s = :s and n = :n and t = :t", true},
       })
    EXPECT_EQ(holds(c.text, kItem), c.holds) << c.text;
}

TEST(Evaluate, AMissingItemHasNoAttributes) {
  const Request request{{}, AttributeMap{{":v", S("x")}}};
  Expressions expressions = request.expressions();
  EXPECT_TRUE(expressions.condition("attribute_not_exists(pk)")->matches(value::MapView()));
  EXPECT_TRUE(expressions.condition("a <> :v")->matches(value::MapView()));
  EXPECT_FALSE(expressions.condition("attribute_exists(pk) OR a = :v")->matches(value::MapView()));
}

TEST(Evaluate, TellsTheNamesOfItsPaths) {
  const Request request{Names{{"#s", "zs"}}, AttributeMap{{":v", S("x")}}};
  const auto condition =
      request.expressions().condition("c.d[0] = :v AND (size(#s) > b OR NOT contains(b, :v)) AND a[1] IN (c, :v)");
  ASSERT_TRUE(condition);
  EXPECT_EQ(condition->top_level_names(), (std::vector<std::string>{"a", "b", "c", "zs"}));
  EXPECT_EQ(condition->nested_names(), (std::vector<std::string>{"a", "c"}));
}

}  // namespace evaluate_test
}  // namespace partita::expr::testing
