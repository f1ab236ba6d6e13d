#include "expr/update.h"

#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace update_test {

const AttributeMap kItem{
    {"pk", S("p")},
    {"n", N("5")},
    {"s", S("text")},
    {"l", L({S("0"), S("1"), S("2"), S("3")})},
    {"m", M({{"a", N("1")}, {"b", M({{"c", S("old")}})}, {"l", L({L({N("1")})})}})},
    {"ss", SS({"a", "b"})},
    {"ns", NS({"1", "2"})},
};

const AttributeMap kValues{
    {":one", N("1.0")},        {":x", S("x")},          {":y", S("y")},
    {":l", L({S("9")})},       {":ss", SS({"c", "a"})}, {":ab", SS({"a", "b"})},
    {":ns", NS({"1e0", "3"})}, {":big", N("9.9e125")},  {":z", S("z")},
};

Update make(std::string_view text) {
  const Request request{Names{{"#pl", "l"}}, kValues};
  auto update = request.expressions().update(text);
  EXPECT_TRUE(update) << text << ": " << update.error().message;
  return std::move(*update);
}

// kItem with some attributes changed, or removed if the value is None.
AttributeMap item_with(const AttributeMap& changes) {
  AttributeMap item = kItem;
  for (const Attribute& change : changes) {
    if (change.value.is(AttributeType::None)) {
      item.erase(change.name);
    } else {
      item.set(change.name, change.value);
    }
  }
  return item;
}

TEST(Update, Applies) {
  struct Case {
    std::string_view text;
    AttributeMap changes;
  };
  const AttributeMap& m = kItem.find("m")->m();
  const auto m_with = [&](std::string_view name, AttributeValue value) {
    AttributeMap map = m;
    map.set(name, std::move(value));
    return M(map);
  };
  for (const Case& c : std::vector<Case>{
           {"SET s = :x", {{"s", S("x")}}},
           {"SET fresh = :one", {{"fresh", N("1")}}},
           {"SET n = n + :one", {{"n", N("6")}}},
           {"SET n = :one - n", {{"n", N("-4")}}},
           {"SET n = n - (n + :one)", {{"n", N("-1")}}},
           {"SET a = n, n = :one, b = n", {{"a", N("5")}, {"n", N("1")}, {"b", N("5")}}},
           {"SET s = if_not_exists(s, :x), t = if_not_exists(t, :x)", {{"t", S("x")}}},
           {"SET n = if_not_exists(count_, n) + :one", {{"n", N("6")}}},
           {"SET n = if_not_exists(a, if_not_exists(b, :one))", {{"n", N("1")}}},
           {"SET x.y = :x, m.b.c = :x", {}},
           {"SET m.b.c = :x", {{"m", m_with("b", M({{"c", S("x")}}))}}},
           {"SET m.d = m.a", {{"m", m_with("d", N("1"))}}},
           {"SET m.l[0][1] = :x", {{"m", m_with("l", L({L({N("1"), S("x")})}))}}},
           {"SET q = list_append(l, :l)", {{"q", L({S("0"), S("1"), S("2"), S("3"), S("9")})}}},
           {"SET q = list_append(:l, if_not_exists(gone, :l))", {{"q", L({S("9"), S("9")})}}},
           {"SET l[1] = :x", {{"l", L({S("0"), S("x"), S("2"), S("3")})}}},
           // Beyond the end, elements are appended in the order of their indices.
           {"SET l[9] = :y, #pl[7] = :x", {{"l", L({S("0"), S("1"), S("2"), S("3"), S("x"), S("y")})}}},
           {"SET l[1] = l[0], l[0] = l[1]", {{"l", L({S("1"), S("0"), S("2"), S("3")})}}},
           {"REMOVE s, gone, m.b, m.gone", {{"s", {}}, {"m", M({{"a", N("1")}, {"l", m.find("l")->l()}})}}},
           // The indices are those of the list before the update.
           {"REMOVE l[0], l[2]", {{"l", L({S("1"), S("3")})}}},
           {"REMOVE l[2], l[0], l[9]", {{"l", L({S("1"), S("3")})}}},
           {"REMOVE l[0] SET l[1] = :x, l[8] = :y", {{"l", L({S("x"), S("2"), S("3"), S("y")})}}},
           {"REMOVE m.l[0][0]", {{"m", m_with("l", L({L({})}))}}},
           {"ADD n :one, fresh :one, m.a :one", {{"n", N("6")}, {"fresh", N("1")}, {"m", m_with("a", N("2"))}}},
           {"ADD ss :ss, ns :ns, fresh :ss",
            {{"ss", SS({"a", "b", "c"})}, {"ns", NS({"1", "2", "3"})}, {"fresh", SS({"a", "c"})}}},
           {"ADD l[9] :one", {{"l", L({S("0"), S("1"), S("2"), S("3"), N("1")})}}},
           {"DELETE ss :ss, ns :ns", {{"ss", SS({"b"})}, {"ns", NS({"2"})}}},
           {"DELETE ss :ab, gone :ab", {{"ss", {}}}},
           {"SET a = :x REMOVE s ADD n :one DELETE ss :ss",
            {{"a", S("x")}, {"s", {}}, {"n", N("6")}, {"ss", SS({"b"})}}},
       }) {
    const auto updated = make(c.text).apply(kItem);
    if (c.changes.empty()) {
      EXPECT_FALSE(updated) << c.text;
      continue;
    }
    ASSERT_TRUE(updated) << c.text << ": " << updated.error().message;
    EXPECT_EQ(*updated, item_with(c.changes)) << c.text;
  }
}

TEST(Update, RefusesActionsThatTheItemDoesNotAllow) {
  const std::string no_attribute = "The provided expression refers to an attribute that does not exist in the item";
  const std::string wrong_type = "An operand in the update expression has an incorrect data type";
  const std::string wrong_path = "The document path provided in the update expression is invalid for update";
  struct Case {
    std::string text, message;
  };
  for (const Case& c : {
           Case{"SET a = gone", no_attribute},
           Case{"SET a = gone + :one", no_attribute},
           Case{"SET a = m.gone", no_attribute},
           Case{"SET a = l[4]", no_attribute},
           Case{"SET a = list_append(gone, :l)", no_attribute},
           Case{"SET a = if_not_exists(a, b)", no_attribute},
           Case{"SET a = s + :one", wrong_type},
           Case{"SET a = :one - l", wrong_type},
           Case{"SET a = list_append(:l, s)", wrong_type},
           Case{"SET a = list_append(n, :l)", wrong_type},
           Case{"ADD s :one", wrong_type},
           Case{"ADD n :ss", wrong_type},
           Case{"ADD ss :ns", wrong_type},
           Case{"DELETE n :ss", wrong_type},
           Case{"DELETE ss :ns", wrong_type},
           Case{"DELETE l :ss", wrong_type},
           Case{"SET gone.a = :x", wrong_path},
           Case{"SET gone[0] = :x", wrong_path},
           Case{"SET s.a = :x", wrong_path},
           Case{"SET m[0] = :x", wrong_path},
           Case{"SET l.a = :x", wrong_path},
           Case{"SET m.gone.a = :x", wrong_path},
           Case{"SET l[9].a = :x", wrong_path},
           Case{"REMOVE gone.a", wrong_path},
           Case{"REMOVE s[0]", wrong_path},
           Case{"ADD gone.a :one", wrong_path},
           Case{"DELETE gone.a :ss", wrong_path},
       })
    EXPECT_EQ(message_of(make(c.text).apply(kItem)), c.message) << c.text;
  EXPECT_NE(message_of(make("SET n = :big + :big").apply(kItem)), "");
  EXPECT_NE(message_of(make("ADD n :big").apply(AttributeMap{{"n", N("9.9e125")}})), "");
}

TEST(Update, MakesAnItemThatDoesNotExist) {
  const AttributeMap key{{"pk", S("p")}};
  EXPECT_EQ(*make("SET a = :x ADD n :one, ss :ss").apply(key),
            (AttributeMap{{"pk", S("p")}, {"a", S("x")}, {"n", N("1")}, {"ss", SS({"a", "c"})}}));
}

TEST(Update, NamesTheAttributesThatItTouches) {
  struct Case {
    std::string_view text;
    AttributeMap touched;
  };
  for (const Case& c : std::vector<Case>{
           {"SET n = :one, fresh = :x", {{"n", N("5")}}},
           {"SET m.b.c = :x, m.z = :x", {{"m", M({{"b", M({{"c", S("old")}})}})}}},
           {"SET l[3] = :x REMOVE l[1], s", {{"l", L({S("1"), S("3")})}, {"s", S("text")}}},
           {"REMOVE m.gone, l[7]", {}},
           {"ADD m.a :one DELETE ss :ss", {{"m", M({{"a", N("1")}})}, {"ss", SS({"a", "b"})}}},
       })
    EXPECT_EQ(make(c.text).touched(kItem), c.touched) << c.text;
}

TEST(Update, TellsTheNamesThatItWrites) {
  const Update update = make("SET z = m.a, l[0] = q ADD m.b.c :one REMOVE a");
  EXPECT_EQ(update.top_level_names(), (std::vector<std::string>{"a", "l", "m", "z"}));
  EXPECT_EQ(update.nested_names(), (std::vector<std::string>{"l", "m"}));
  EXPECT_EQ(make("SET z = if_not_exists(q[0], r)").nested_names(), (std::vector<std::string>{"q"}));
}

}  // namespace update_test
}  // namespace partita::expr::testing
