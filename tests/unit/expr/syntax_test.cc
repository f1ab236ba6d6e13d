#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace syntax_test {

struct Case {
  std::string_view text;
  std::string message;  // "" if the syntax is right
};

std::string syntax_error(std::string_view token, std::string_view near) {
  return std::string("Syntax error; token: \"").append(token).append("\", near: \"").append(near).append("\"");
}

TEST(Syntax, OfProjections) {
  constexpr std::string_view prefix = "Invalid ProjectionExpression: ";
  for (const Case& c : {
           Case{"a", ""},
           Case{" a , b.c[0].d , e[1][2] ", ""},
           Case{"a . b [ 0 ]", ""},
           Case{"!!!", syntax_error("!", "!!")},
           Case{"!!! INVALID !!!", syntax_error("!", "!!")},
           Case{"a b", syntax_error("b", "a b")},
           Case{"a,", syntax_error("<EOF>", ",")},
           Case{"whatever(stuff)", syntax_error("(", "whatever(stuff")},
           Case{":a", syntax_error(":a", ":a")},
           Case{"a,,b", syntax_error(",", ",,b")},
           Case{"a..b", syntax_error(".", "..b")},
           Case{"a[b]", syntax_error("b", "[b]")},
           Case{"a[:i]", syntax_error(":i", "[:i]")},
           Case{"(a.b).c", syntax_error("(", "(a")},
           Case{"(a),(b)", syntax_error("(", "(a")},
           Case{"foo-bar", syntax_error("-", "foo-bar")},
           Case{"a, __typename", syntax_error("_", ", __")},
           Case{"a, \xC3\xBC", syntax_error("\xC3\xBC", ", \xC3\xBC")},
           Case{"a.abORt", "Attribute name is a reserved keyword; reserved keyword: abORt"},
           Case{"b,ABSoLUTE", "Attribute name is a reserved keyword; reserved keyword: ABSoLUTE"},
           Case{"", "The expression can not be empty;"},
           Case{"  \t", "The expression can not be empty;"},
           Case{"a[4294967294]", ""},
           Case{"a[4294967295]", "List index is not within the allowable range; index: [4294967295]"},
           Case{"a[99999999999999999999999]",
                "List index is not within the allowable range; index: [99999999999999999999999]"},
       }) {
    const std::string expected = c.message.empty() ? "" : std::string(prefix).append(c.message);
    EXPECT_EQ(projection_error(c.text), expected) << c.text;
  }
}

TEST(Syntax, OfUpdates) {
  constexpr std::string_view prefix = "Invalid UpdateExpression: ";
  for (const Case& c : {
           Case{"INVALID SYNTAX HERE", syntax_error("INVALID", "INVALID SYNTAX")},
           Case{"ADD hits : incr", syntax_error(":", "hits : incr")},
           Case{"whatever", syntax_error("whatever", "whatever")},
           Case{"set a", syntax_error("<EOF>", "a")},
           Case{"SET", syntax_error("<EOF>", "SET")},
           Case{"SET a = b,", syntax_error("<EOF>", ",")},
           Case{"SET a = b +", syntax_error("<EOF>", "+")},
           Case{"add a", syntax_error("<EOF>", "a")},
           Case{"set a=set", syntax_error("set", "=set")},
           Case{"remove a = b", syntax_error("=", "a = b")},
           Case{"delete a b", syntax_error("b", "a b")},
           Case{"add abort b", syntax_error("b", "abort b")},
           Case{"remove a b", syntax_error("b", "a b")},
           Case{"set a b", syntax_error("b", "a b")},
           Case{"set :a = b", syntax_error(":a", "set :a =")},
           Case{"remove :a", syntax_error(":a", "remove :a")},
           Case{"set a = b / c", syntax_error("/", "b / c")},
           Case{"set a[1] = \"eight\"", syntax_error("\"", "= \"eight")},
           Case{"set a[1] = 1", syntax_error("1", "= 1")},
           Case{"SET a = if_not_exist(a, 100)", syntax_error("100", ", 100)")},
           Case{"SET if_not_exist(a, b) = a", syntax_error("(", "if_not_exist(a")},
           Case{"set (a = (b + c))", syntax_error("(", "set (a")},
           Case{"set a = (b.c).d + e", syntax_error(".", ").d")},
           Case{"set a = (b.c)[0] + e", syntax_error("[", ")[0")},
           Case{"set a = b + c + d", syntax_error("+", "c + d")},
           Case{"set a[1] = b", ""},
           Case{"set a.b = b", ""},
           Case{"SET a = if_not_exists(a, b) + b", ""},
           Case{"SET a = if_not_exists(a, if_not_exists(a, b))", ""},
           Case{"set a = (b + c)", ""},
           Case{"set a = ((b.c.d)+(e))", ""},
           Case{"sEt a = b rEmOvE c.d, e[1]", ""},
           Case{" remove Absolute ", "Attribute name is a reserved keyword; reserved keyword: Absolute"},
           Case{"set #c = :c set abOrt = true", "Attribute name is a reserved keyword; reserved keyword: abOrt"},
           Case{"set #c = if_not_exist(:c) set c = d", "Invalid function name; function: if_not_exist"},
           Case{"set a = size(b)", "The function is not allowed in an update expression; function: size"},
           Case{"set a = #c set c = :d", "The \"SET\" section can only be used once in an update expression;"},
           Case{"remove #d set a = b remove e",
                "The \"REMOVE\" section can only be used once in an update expression;"},
           Case{"add #d :e set a = b add e :f", "The \"ADD\" section can only be used once in an update expression;"},
           Case{"delete #d :e set a = b delete #e :f",
                "The \"DELETE\" section can only be used once in an update expression;"},
           Case{"", "The expression can not be empty;"},
       }) {
    const std::string expected = c.message.empty() ? "" : std::string(prefix).append(c.message);
    EXPECT_EQ(update_error(c.text), expected) << c.text;
  }
}

TEST(Syntax, OfConditions) {
  constexpr std::string_view prefix = "Invalid ConditionExpression: ";
  for (const Case& c : {
           Case{"things are not gonna be ok", syntax_error("are", "things are not")},
           Case{"a > 4", syntax_error("4", "> 4")},
           Case{"a =", syntax_error("<EOF>", "=")},
           Case{"a", syntax_error("<EOF>", "a")},
           Case{"(a)", syntax_error("<EOF>", ")")},
           Case{"a AND b = c", syntax_error("AND", "a AND b")},
           Case{"b = c AND a", syntax_error("<EOF>", "a")},
           Case{"NOT a", syntax_error("<EOF>", "a")},
           Case{"(a = b", syntax_error("<EOF>", "b")},
           Case{"a = b)", syntax_error(")", "b)")},
           Case{"a = b c", syntax_error("c", "b c")},
           Case{"attribute_exists()", syntax_error(")", "()")},
           Case{"attribute_exists([1])", syntax_error("[", "([1")},
           Case{"attribute_exists(Pictures-RearView)", syntax_error("-", "Pictures-RearView")},
           Case{"attribute_exists(\"Pictures.RearView\")", syntax_error("\"", "(\"Pictures")},
           Case{"attribute_exists(Pictures..RearView)", syntax_error(".", "..RearView")},
           Case{"attribute_exists(Pi#ctures.RearView)", syntax_error("#ctures", "Pi#ctures.")},
           Case{"attribute_exists(asdf[a])", syntax_error("a", "[a]")},
           Case{"a in b, c", syntax_error("b", "in b,")},
           Case{"a > between", syntax_error("between", "> between")},
           Case{"a in (b,c,)", syntax_error(")", ",)")},
           Case{"(a)between(b.(c.d))and(c)", syntax_error("(", ".(c")},
           Case{"(a)between(b.c.d)and((c)", syntax_error("<EOF>", ")")},
           Case{"#$.b > a", syntax_error("#", "#$")},
           Case{"a > :things.stuff", syntax_error(".", ":things.stuff")},
           Case{"b[:a] > a", syntax_error(":a", "[:a]")},
           Case{"b[#_] > a", syntax_error("#_", "[#_]")},
           Case{"(a)between(b.c[4.5].#d)and(:a)", syntax_error(".", "4.5")},
           Case{"size(a).b > a", syntax_error(".", ").b")},
           Case{"(size(a)).b > a", syntax_error(".", ").b")},
           Case{"(size(a))[0] > a", syntax_error("[", ")[0")},
           Case{"a > (b = c)", syntax_error("=", "b = c")},
           Case{"(a = b) = c", syntax_error("=", ") = c")},
           Case{"a = b AND __typename = c", syntax_error("_", "AND __")},
           Case{"", "The expression can not be empty;"},
           Case{"a=b and a > ((views))", "The expression has redundant parentheses;"},
           Case{"(a)between(((b.c)).d)and(c)", "The expression has redundant parentheses;"},
           Case{"a > whatever((:things), ((a)))", "The expression has redundant parentheses;"},
           Case{"a=b AND ((a=b AND a=b)) AND a=b", "The expression has redundant parentheses;"},
           Case{"a=b OR ((a=b OR (a=b OR a=b)))", "The expression has redundant parentheses;"},
           Case{"((a)) = b", "The expression has redundant parentheses;"},
           Case{"((a = b) AND (c = d))", ""},
           Case{"((a).b = (c))", ""},
           Case{"NOT (NOT a = b)", ""},
           Case{"NOT NOT a = b", ""},
           Case{"(a.b).c[1] = d AnD (e) = i oR nOt f BeTwEeN g aNd h", ""},
           Case{"a=b and whatever((:things)) > a", "Invalid function name; function: whatever"},
           Case{"attRIbute_exIsts((views), #a)", "Invalid function name; function: attRIbute_exIsts"},
           Case{"if_not_exists(a, b) = c",
                "The function is not allowed in a condition expression; function: if_not_exists"},
           Case{"a=b and attribute_exists((views), (#a)) > b",
                "The function is not allowed to be used this way in an expression; function: attribute_exists"},
           Case{"size(contains(a, b)) > a",
                "The function is not allowed to be used this way in an expression; function: contains"},
           Case{"size(things)", "The function is not allowed to be used this way in an expression; function: size"},
           Case{"NOT size(things)", "The function is not allowed to be used this way in an expression; function: size"},
           Case{"a between b and attribute_exists(things)",
                "The function is not allowed to be used this way in an expression; function: attribute_exists"},
           Case{"a in (b, attribute_exists(things))",
                "The function is not allowed to be used this way in an expression; function: attribute_exists"},
           Case{"attribute_exists(views, #a)", "Attribute name is a reserved keyword; reserved keyword: views"},
           Case{":a < abOrT", "Attribute name is a reserved keyword; reserved keyword: abOrT"},
       }) {
    const std::string expected = c.message.empty() ? "" : std::string(prefix).append(c.message);
    EXPECT_EQ(condition_error(c.text), expected) << c.text;
  }
}

TEST(Syntax, FiltersAndKeyConditionsSayTheirName) {
  EXPECT_EQ(message_of(Request{}.expressions().filter("a >")),
            "Invalid FilterExpression: " + syntax_error("<EOF>", ">"));
  EXPECT_EQ(key_condition_error("pk = "), "Invalid KeyConditionExpression: " + syntax_error("<EOF>", "="));
  EXPECT_EQ(key_condition_error(""), "Invalid KeyConditionExpression: The expression can not be empty;");
}

TEST(Syntax, ErrorsDoNotDependOnTheCache) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(condition_error("cached = "), "Invalid ConditionExpression: " + syntax_error("<EOF>", "="));
    EXPECT_EQ(condition_error("cached = b"), "");
  }
}

}  // namespace syntax_test
}  // namespace partita::expr::testing
