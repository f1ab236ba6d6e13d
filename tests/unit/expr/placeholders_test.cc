#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace placeholders_test {

std::string make_error(OptionalNames names, OptionalItem values) {
  return message_of(Expressions::make(names, values));
}

TEST(Placeholders, MustHaveTheirForm) {
  EXPECT_EQ(make_error(Names{}, AttributeMap{}), "ExpressionAttributeNames must not be empty");
  EXPECT_EQ(make_error(std::nullopt, AttributeMap{}), "ExpressionAttributeValues must not be empty");
  for (const std::string key : {"a", "", "#", "#a-b", "#a b", "a#", ":a", "#a#b", " #a", "#a "})
    EXPECT_EQ(make_error(Names{{key, "a"}}, std::nullopt),
              "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
  for (const std::string key : {"b", "", ":", ":a-b", "#a", ":a:b"})
    EXPECT_EQ(make_error(std::nullopt, AttributeMap{{key, S("a")}}),
              "ExpressionAttributeValues contains invalid key: Syntax error; key: \"" + key + "\"");
  EXPECT_EQ(make_error(Names{{"#_", "a"}, {"#4g", "b"}}, AttributeMap{{":_", S("")}, {":0", S("")}}), "");
}

TEST(Placeholders, MustBeDefined) {
  const std::string prefix = "Invalid ConditionExpression: ";
  const std::string no_name = "An expression attribute name used in the document path is not defined; attribute name: ";
  const std::string no_value = "An expression attribute value used in expression is not defined; attribute value: ";
  struct Case {
    std::string text, message;
  };
  for (const Case& c : {
           Case{"attribute_exists(#Pictures.RearView, :a) and a=a", no_name + "#Pictures"},
           Case{"begins_with(Pictures.#RearView)", no_name + "#RearView"},
           Case{"(#P between :lo and :hi) and (#PC in (:cat1, :cat2))", no_name + "#P"},
           Case{"#4g > a", no_name + "#4g"},
           Case{"(a)between(b.c[45].#d)and(:a)", no_name + "#d"},
           Case{"begins_with(:hello, #a, #b)", no_value + ":hello"},
           Case{":a < :b", no_value + ":a"},
       })
    EXPECT_EQ(condition_error(c.text), prefix + c.message) << c.text;
  EXPECT_EQ(update_error("SET attr1 = :v"), "Invalid UpdateExpression: " + no_value + ":v");
  EXPECT_EQ(update_error("SET a = :v, b = #n"), "Invalid UpdateExpression: " + no_name + "#n");
  EXPECT_EQ(projection_error("a,b,a,#a"), "Invalid ProjectionExpression: " + no_name + "#a");
}

TEST(Placeholders, MustAllBeUsed) {
  const Request request{Names{{"#a", "a"}, {"#b", "b"}, {"#c", "c"}}, AttributeMap{{":v", S("x")}, {":w", S("y")}}};
  Expressions expressions = request.expressions();
  ASSERT_TRUE(expressions.condition("#b = :w"));
  EXPECT_EQ(message_of(expressions.check_all_used()),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}");
  ASSERT_TRUE(expressions.projection("x.#a, #c[1]"));
  EXPECT_EQ(message_of(expressions.check_all_used()),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}");
  ASSERT_TRUE(expressions.update("SET d = list_append(e, if_not_exists(f, :v))"));
  EXPECT_EQ(message_of(expressions.check_all_used()), "");
}

}  // namespace placeholders_test
}  // namespace partita::expr::testing
