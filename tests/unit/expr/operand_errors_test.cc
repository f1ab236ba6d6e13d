// Faults of the operands of conditions and updates: the service's texts, and the choice among several faults.
#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace operand_errors_test {

AttributeValue value_of_type(std::string_view type) {
  if (type == "S") return S("a");
  if (type == "N") return N("1");
  if (type == "B") return B("a");
  if (type == "BOOL") return True();
  if (type == "NULL") return Null();
  if (type == "L") return L({});
  if (type == "M") return M({});
  if (type == "SS") return SS({"1"});
  if (type == "NS") return NS({"1"});
  return BS({"1"});
}

Request with(AttributeValue a) { return {Names{{"#a", "a"}, {"#b", "[3]"}}, AttributeMap{{":a", std::move(a)}}}; }

TEST(ConditionOperands, HaveTheirNumber) {
  struct Case {
    std::string text, function, count;
  };
  for (const Case& c : {
           Case{"attribute_exists(things, a) and a=a", "attribute_exists", "2"},
           Case{"attribute_not_exists(things, b)", "attribute_not_exists", "2"},
           Case{"attribute_type(things)", "attribute_type", "1"},
           Case{"begins_with(things)", "begins_with", "1"},
           Case{"begins_with(things, size(a), b)", "begins_with", "3"},
           Case{"contains(things)", "contains", "1"},
           Case{"size(things, a) > b", "size", "2"},
       })
    EXPECT_EQ(condition_error(c.text),
              "Invalid ConditionExpression: Incorrect number of operands for operator or function; operator or "
              "function: " +
                  c.function + ", number of operands: " + c.count)
        << c.text;
}

TEST(ConditionOperands, HaveTypesThatFit) {
  struct Case {
    std::string text, function, type;
  };
  std::vector<Case> cases = {{"attribute_type(a, size(a)) and a=a and a=:a", "attribute_type", "N"},
                             {"begins_with(a, size(a)) and a=:a", "begins_with", "N"},
                             {"size(size(a)) > :a", "size", "N"},
                             {"attribute_not_exists(size(:a))", "size", "N"}};
  for (const std::string type : {"N", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"}) {
    cases.push_back({"attribute_type(a, :a)", "attribute_type", type});
    cases.push_back({"begins_with(a, :a)", "begins_with", type});
    cases.push_back({"begins_with(:a, a)", "begins_with", type});
  }
  cases.push_back({"attribute_type(a, :a)", "attribute_type", "B"});
  for (const std::string type : {"N", "BOOL", "NULL"}) cases.push_back({"size(:a) > a", "size", type});
  for (const std::string type : {"BOOL", "NULL", "L", "M", "SS", "NS", "BS"}) {
    for (const std::string op : {"<", "<=", ">", ">="}) cases.push_back({"a " + op + " :a", op, type});
    cases.push_back({"a BETWEEN :a AND b", "BETWEEN", type});
  }
  for (const Case& c : cases)
    EXPECT_EQ(condition_error(c.text, with(value_of_type(c.type))),
              "Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: " +
                  c.function + ", operand type: " + c.type)
        << c.text;
  EXPECT_EQ(condition_error("attribute_type(a, b)"),
            "Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: "
            "attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
}

TEST(ConditionOperands, OfAttributeTypeNameAType) {
  for (const std::string type : {"S", "N", "B", "NULL", "SS", "BOOL", "L", "BS", "NS", "M"})
    EXPECT_EQ(condition_error("attribute_type(a, :a)", with(S(type))), "");
  EXPECT_EQ(condition_error("attribute_type(a, :a)", with(S("1"))),
            "Invalid ConditionExpression: Invalid attribute type name found; type: 1, valid types: "
            "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
}

TEST(ConditionOperands, MustBeDocumentPathsIfAFunctionNeedsOne) {
  EXPECT_EQ(condition_error("attribute_exists(:a) and a=a", with(S("1"))),
            "Invalid ConditionExpression: Operator or function requires a document path; operator or function: "
            "attribute_exists");
  EXPECT_EQ(condition_error("attribute_not_exists(size(:a))", with(S("1"))),
            "Invalid ConditionExpression: Operator or function requires a document path; operator or function: "
            "attribute_not_exists");
}

TEST(ConditionOperands, AreDistinct) {
  struct Case {
    std::string text, op, path;
  };
  for (const Case& c : {
           Case{"a = a AND #a = b AND :views > a", "=", "[a]"},
           Case{"#a <> a", "<>", "[a]"},
           Case{"a > #a", ">", "[a]"},
           Case{"((a=a) OR (a=a))", "=", "[a]"},
           Case{"contains(ab.bc[1].a, ab.bc[1].#a)", "contains", "[ab, bc, [1], a]"},
           Case{"attribute_type(ab.bc[1].#a, ab.bc[1].a)", "attribute_type", "[ab, bc, [1], a]"},
           Case{"begins_with(ab.bc[1].a, ab.bc[1].#a)", "begins_with", "[ab, bc, [1], a]"},
           Case{"a IN (b, a)", "IN", "[a]"},
       })
    EXPECT_EQ(condition_error(c.text, with(S("x"))),
              "Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this "
              "operator or function; operator: " +
                  c.op + ", first operand: " + c.path)
        << c.text;
  EXPECT_EQ(condition_error(":a > :a", with(S("x"))), "");
}

TEST(ConditionOperands, BetweenHasBoundsOfOneTypeInOrder) {
  const auto error = [](AttributeValue lower, AttributeValue upper) {
    return condition_error("a between :b and :a",
                           {{}, AttributeMap{{":b", std::move(lower)}, {":a", std::move(upper)}}});
  };
  EXPECT_EQ(error(N("1"), S("a")),
            "Invalid ConditionExpression: The BETWEEN operator requires same data type for lower and upper bounds; "
            "lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:a}");
  EXPECT_EQ(error(S("b"), S("a")),
            "Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to "
            "lower bound; lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: {S:a}");
  EXPECT_EQ(error(B("ab"), B("a")),
            "Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to "
            "lower bound; lower bound operand: AttributeValue: {B:YWI=}, upper bound operand: AttributeValue: "
            "{B:YQ==}");
  EXPECT_EQ(error(N("10"), N("9")).substr(0, 92),
            "Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater than or");
  EXPECT_EQ(error(N("9"), N("10")), "");
  EXPECT_EQ(error(S("a"), S("a")), "");
}

TEST(UpdateOperands, OfSectionsAreNumbersOrSets) {
  struct Case {
    std::string text, type, section, name;
  };
  for (const Case& c : {
           Case{"set b = list_append(:a, a), c = if_not_exists(a) add a.b :a", "S", "ADD", "STRING"},
           Case{"delete a.b :a", "S", "DELETE", "STRING"},
           Case{"add a.b :a", "NULL", "ADD", "NULL"},
           Case{"add a.b :a", "BOOL", "ADD", "BOOLEAN"},
           Case{"delete a.b :a", "BOOL", "DELETE", "BOOLEAN"},
           Case{"add a.b :a", "B", "ADD", "BINARY"},
           Case{"add a.b :a", "M", "ADD", "MAP"},
           Case{"delete a.b :a", "L", "DELETE", "LIST"},
           Case{"delete a.b :a", "N", "DELETE", "NUMBER"},
       })
    EXPECT_EQ(update_error(c.text, with(value_of_type(c.type))),
              "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: " + c.section +
                  ", operand type: " + c.name + ", typeSet: ALLOWED_FOR_" + c.section + "_OPERAND")
        << c.text;
  for (const std::string type : {"N", "SS", "NS", "BS"})
    EXPECT_EQ(update_error("add a.b :a", with(value_of_type(type))), "");
}

TEST(UpdateOperands, OfFunctionsAndArithmeticHaveTypesThatFit) {
  for (const std::string type : {"S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"}) {
    const std::string prefix =
        "Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: ";
    const Request request = with(value_of_type(type));
    for (const std::string text : {"set a = list_append(:a, a)", "set a = list_append(a, :a)"})
      EXPECT_EQ(update_error(text, request), type == "L" ? "" : prefix + "list_append, operand type: " + type);
    for (const std::string op : {"+", "-"}) {
      EXPECT_EQ(update_error("set a = a " + op + " :a", request),
                type == "N" ? "" : prefix + op + ", operand type: " + type);
      EXPECT_EQ(update_error("set a = :a " + op + " a", request),
                type == "N" ? "" : prefix + op + ", operand type: " + type);
    }
  }
}

TEST(UpdateOperands, OfFunctionsHaveTheirNumberAndAPath) {
  const std::string prefix = "Invalid UpdateExpression: ";
  EXPECT_EQ(update_error("set a = if_not_exists(c)"),
            prefix +
                "Incorrect number of operands for operator or function; operator or function: if_not_exists, "
                "number of operands: 1");
  EXPECT_EQ(update_error("set a = list_append(c, d, e)"),
            prefix +
                "Incorrect number of operands for operator or function; operator or function: list_append, "
                "number of operands: 3");
  for (const std::string text : {"set a = if_not_exists(:a, c)", "set a = if_not_exists(if_not_exists(a, b), c)"})
    EXPECT_EQ(update_error(text, with(S("x"))),
              prefix + "Operator or function requires a document path; operator or function: if_not_exists");
}

struct Clash {
  std::string text, kind, one, two;
};
std::string clash_text(const Clash& c) {
  return "Two document paths " + c.kind +
         " with each other; must remove or rewrite one of these paths; path one: " + c.one + ", path two: " + c.two;
}

TEST(Paths, OfUpdatesDoNotClash) {
  const Request request{Names{{"#c", "c"}, {"#d", "[3]"}}, {}};
  for (const Clash& c : {
           Clash{"set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a)", "overlap", "[c, [1], a]", "[c]"},
           Clash{"set #c[3].#d = a, #c[3] = a", "overlap", "[c, [3], [3]]", "[c, [3]]"},
           Clash{"set #c = a, c = b", "overlap", "[c]", "[c]"},
           Clash{"set #c = a remove e, #c.x", "overlap", "[c]", "[c, x]"},
           Clash{"set #c[3].#d = a, #c.#d[3] = if_not_exists(a)", "conflict", "[c, [3], [3]]", "[c, [3], [3]]"},
           Clash{"remove a.#c set a[1] = #d", "conflict", "[a, c]", "[a, [1]]"},
       })
    EXPECT_EQ(update_error(c.text, request), "Invalid UpdateExpression: " + clash_text(c)) << c.text;
  EXPECT_EQ(update_error("set a.b = c, a.c = a.b, d[1] = d[2], d[2] = a remove e"), "");
}

TEST(Paths, OfProjectionsDoNotClash) {
  const Request request{Names{{"#a", "a"}, {"#b", "[3]"}}, {}};
  for (const Clash& c : {
           Clash{"b[1], b.a, #a.b, a", "overlap", "[a, b]", "[a]"},
           Clash{"a, #a[1]", "overlap", "[a]", "[a, [1]]"},
           Clash{"a.b, #a[1], #b", "conflict", "[a, b]", "[a, [1]]"},
           Clash{"a.b[1], #a[1], #b", "conflict", "[a, b, [1]]", "[a, [1]]"},
           Clash{"a[3].b, #a.#b.b", "conflict", "[a, [3], b]", "[a, [3], b]"},
       })
    EXPECT_EQ(projection_error(c.text, request), "Invalid ProjectionExpression: " + clash_text(c)) << c.text;
}

}  // namespace operand_errors_test
}  // namespace partita::expr::testing
