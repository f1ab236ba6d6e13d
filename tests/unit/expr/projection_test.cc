#include "expr/projection.h"

#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace projection_test {

const AttributeMap kItem{
    {"a", S("1")},
    {"b", N("2")},
    {"l", L({S("0"), M({{"x", N("1")}, {"y", N("2")}, {"z", N("3")}}), L({N("7"), N("8")}), S("3")})},
    {"m", M({{"k", S("v")}, {"n", M({{"d", True()}, {"e", Null()}})}})},
    {"z", SS({"q"})},
};

AttributeMap project(std::string_view text, const AttributeMap& item = kItem) {
  const Request request{Names{{"#z", "z"}}, {}};
  const auto projection = request.expressions().projection(text);
  EXPECT_TRUE(projection) << text << ": " << projection.error().message;
  const std::string bytes = value::encode_item(item);
  std::string out = "before";
  projection->project(value::ItemView(bytes), out);
  EXPECT_TRUE(out.starts_with("before"));
  const std::string_view projected = std::string_view(out).substr(6);
  EXPECT_TRUE(value::ItemView::check(projected)) << text;
  return value::ItemView(projected).to_map();
}

TEST(Projection, TakesTheNamedParts) {
  struct Case {
    std::string_view text;
    AttributeMap projected;
  };
  for (const Case& c : std::vector<Case>{
           {"a", {{"a", S("1")}}},
           {"#z, gone, a", {{"a", S("1")}, {"z", SS({"q"})}}},
           {"gone", {}},
           {"m.k", {{"m", M({{"k", S("v")}})}}},
           {"m.n.e, m.gone, b", {{"b", N("2")}, {"m", M({{"n", M({{"e", Null()}})}})}}},
           {"m.n", {{"m", M({{"n", M({{"d", True()}, {"e", Null()}})}})}}},
           {"l[0]", {{"l", L({S("0")})}}},
           // The elements are packed, in the list's order.
           {"l[3], l[0]", {{"l", L({S("0"), S("3")})}}},
           {"l[1].z, l[1].x", {{"l", L({M({{"x", N("1")}, {"z", N("3")}})})}}},
           {"l[2][1], l[1].y, l[0].a", {{"l", L({M({{"y", N("2")}}), L({N("8")})})}}},
       }) {
    EXPECT_EQ(project(c.text), c.projected) << c.text;
  }
  EXPECT_EQ(project("m.gone, m.n.gone, m.k.v, l.x, a.b"), AttributeMap{});
  EXPECT_EQ(project("m[0], l[9], b[1]"), AttributeMap{});
  EXPECT_EQ(project("a, m.k", {}), AttributeMap{});
}

TEST(Projection, TellsTheNamesOfItsPaths) {
  const Request request{Names{{"#z", "zz"}}, {}};
  const auto projection = request.expressions().projection("m.k, #z, l[0], a, m.n");
  ASSERT_TRUE(projection);
  EXPECT_EQ(projection->top_level_names(), (std::vector<std::string>{"a", "l", "m", "zz"}));
  EXPECT_EQ(projection->nested_names(), (std::vector<std::string>{"l", "m"}));
}

}  // namespace projection_test
}  // namespace partita::expr::testing
