// Conditions and updates of statements. The texts come from the conformance suite, partiqlFunctions and comparison.
#include "partiql/bind.h"

#include "unit/partiql/helpers.h"
#include "value/encode.h"

namespace partita::partiql::testing {
namespace bind_test {

const AttributeMap kItem{{"pk", S("a")},
                         {"s", S("str")},
                         {"n", N("5")},
                         {"nul", AttributeValue::null()},
                         {"flag", AttributeValue::boolean(true)},
                         {"ss", AttributeValue::string_set({"a", "b"})},
                         {"l", AttributeValue::list({N("1"), N("2")})},
                         {"m", AttributeValue::map({{"sub", S("x")}})}};

bool matches(const std::string& condition, const Parameters& parameters = {}) {
  const OptionalList<AttributeValue> given = parameters;
  auto prepared = prepare_statement("SELECT * FROM T WHERE " + condition, given);
  EXPECT_TRUE(prepared) << condition << ": " << prepared.error().error.message;
  if (!prepared || !bind_where(*prepared)) return false;
  const std::string bytes = value::encode_item(kItem);
  return expr::Condition(prepared->where).matches(value::ItemView(bytes));
}

TEST(StatementCondition, Matches) {
  for (const char* condition : {
           "s = 'str'",
           "'str' = s",
           "s <> 'x'",
           "n > 4.9",
           "n BETWEEN 1 AND 5",
           "n NOT BETWEEN 6 AND 7",
           "n IN (1, 5)",
           "n IN [5]",
           "n NOT IN [6]",
           "NOT n IN (6)",
           "nope <> 1",
           "NOT nope = 1",
           "attribute_exists(ss)",
           "ATTRIBUTE_EXISTS(\"ss\")",
           "attribute_not_exists(nope)",
           "attribute_exists(ss) = true",
           "attribute_exists(nope) = FALSE",
           "attribute_exists(nope) <> true",
           "attribute_exists(m.sub)",
           "NOT attribute_exists(m.nope)",
           "size(s) = 3",
           "size(ss) > 1",
           "attribute_type(ss, 'SS')",
           "begins_with(s, 'st')",
           "contains(ss, 'a')",
           "contains(l, 2)",
           "nul IS NULL",
           "s IS NOT NULL",
           "nope IS MISSING",
           "s IS NOT MISSING",
           "flag IS BOOL",
           "flag IS BOOLEAN",
           "s IS STRING",
           "n IS INT",
           "l IS LIST",
           "m IS STRUCT",
           "ss IS BAG",
           "nul = NULL",
           "flag = TRUE",
           "l = [1, 2]",
           "m = {'sub': 'x'}",
           "ss = <<'b', 'a'>>",
           "l[1] = 2",
           "m.sub = 'x'",
           "(n = 5 OR n = 6) AND (s = 'str' OR nope = 1)",
           "NOT (n = 6 OR s = 'x')",
           "NOT NOT n = 5",
           "n != 6",
       })
    EXPECT_TRUE(matches(condition)) << condition;
}

TEST(StatementCondition, DoesNotMatch) {
  for (const char* condition :
       {"s = 'st'", "n < 5", "s < 5", "nope = 1", "nope < 1", "attribute_exists(nope)", "s IS NULL", "s IS BOOL",
        "n IS TIMESTAMP", "size(nope) = 0", "NOT (n = 5 AND s = 'str')", "n IN (1, 2)", "l = [2, 1]"})
    EXPECT_FALSE(matches(condition)) << condition;
}

TEST(StatementCondition, Parameters) {
  EXPECT_TRUE(matches("s = ? AND n < ?", {S("str"), N("6")}));
  EXPECT_TRUE(matches("n IN (?, ?)", {N("1"), N("5")}));
  EXPECT_TRUE(matches("n IN ?", {AttributeValue::list({N("1"), N("5")})}));
  EXPECT_TRUE(matches("l = [?, 2]", {N("1")}));
  EXPECT_TRUE(matches("attribute_exists(n) = ?", {AttributeValue::boolean(true)}));
}

TEST(StatementCondition, Errors) {
  const auto error = [](const std::string& condition, const Parameters& parameters = {}) {
    return error_of("SELECT * FROM T WHERE a = 'x' AND " + condition, parameters);
  };
  const std::string needs_path = "Operator or function requires a document path; operator or function: ";
  EXPECT_EQ(error("attribute_exists('ss')"), needs_path + "attribute_exists");
  EXPECT_EQ(error("attribute_exists(?)", {S("ss")}), needs_path + "attribute_exists");
  const std::string count = "Incorrect number of operands for operator or function; operator or function: ";
  EXPECT_EQ(error("attribute_exists()"), count + "attribute_exists, number of operands: 0");
  EXPECT_EQ(error("attribute_exists(ss, ns)"), count + "attribute_exists, number of operands: 2");
  EXPECT_EQ(error("EXISTS(ss)"), "Unrecognized function: exists at 1:35:6");
  EXPECT_EQ(error("set_add(ss, <<'x'>>) = ss"), "Unrecognized function: set_add at 1:35:7");
  const std::string wrong = "Incorrect operand type for operator or function; operator or function: ";
  for (const char* op : {"<", "<=", ">", ">="})
    EXPECT_EQ(error(std::string("val ") + op + " ?", {AttributeValue::boolean(true)}),
              wrong + op + ", operand type: BOOL");
  EXPECT_EQ(error("val BETWEEN TRUE AND FALSE"), wrong + "BETWEEN, operand type: BOOL");
  EXPECT_EQ(error("val < <<'a'>>"), wrong + "<, operand type: SS");
  EXPECT_EQ(error("val = <<'a'>>"), "");
  EXPECT_NE(error("flag"), "");
  EXPECT_NE(error("s LIKE 'a%'"), "");
}

std::string update_error(const std::string& clauses, const Parameters& parameters = {}) {
  return error_of("UPDATE T SET " + clauses + " WHERE pk = 'a'", parameters);
}

TEST(StatementUpdate, Applies) {
  const auto prepared = prepare_statement(
      "UPDATE T SET n = n + 1, l[1] = ?, m.new = {'x': ?} SET ss = set_add(ss, <<'c'>>) REMOVE s WHERE pk = 'a'",
      OptionalList<AttributeValue>{{N("7"), N("8")}});
  ASSERT_TRUE(prepared) << prepared.error().error.message;
  const auto updated = prepared->update->apply(kItem);
  ASSERT_TRUE(updated);
  EXPECT_EQ(*updated->find("n"), N("6"));
  EXPECT_EQ(*updated->find("l"), AttributeValue::list({N("1"), N("7")}));
  EXPECT_EQ(*updated->find("m")->m().find("new"), AttributeValue::map({{"x", N("8")}}));
  EXPECT_EQ(*updated->find("ss"), AttributeValue::string_set({"a", "b", "c"}));
  EXPECT_EQ(updated->find("s"), nullptr);
}

TEST(StatementUpdate, Errors) {
  EXPECT_EQ(update_error("t = set_add(ss, <<'x'>>)"),
            "The first argument to SET_ADD must equal the assignment value at 1:18:7");
  EXPECT_EQ(update_error("ss = set_add(<<'a'>>, <<'b'>>)"),
            "The first argument to SET_ADD must equal the assignment value at 1:19:7");
  EXPECT_EQ(update_error("ss = set_add(ss, 'x')"),
            "The second argument to SET_ADD must be a value with type SET at 1:27:2");
  EXPECT_EQ(update_error("ss = set_add(ss, ['x'])"),
            "The second argument to SET_ADD must be a value with type SET at 1:27:2");
  EXPECT_EQ(update_error("ss = set_add(ss)"), "SET_ADD must have exactly two arguments at 1:19:7");
  EXPECT_EQ(update_error("ss = set_delete(ss, 'a')"),
            "The second argument to SET_DELETE must be a value with type SET at 1:30:2");
  EXPECT_EQ(update_error("a = if_not_exists(a, 1)"), "Unrecognized function: if_not_exists at 1:18:13");
  EXPECT_EQ(update_error("a = a + 'x'"),
            "Incorrect operand type for operator or function; operator or function: +, operand type: S");
  EXPECT_EQ(update_error("a = 1, a.b = 2"),
            "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], "
            "path two: [a, b]");
  EXPECT_EQ(error_of("INSERT INTO T VALUE {'pk': 'a', 'ss': set_add(<<'a'>>, <<'b'>>)}"),
            "Unsupported data type: set_add under key root at 1:39:7");
}

}  // namespace bind_test
}  // namespace partita::partiql::testing
