// The syntax of statements and the errors of wrong ones. The texts come from the conformance suite,
// tests/tier3/error-messages/partiqlGrammar, unless another source is named.
#include <malloc.h>
#include <pthread.h>

#include "partiql/tree_bytes.h"
#include "unit/partiql/helpers.h"

namespace partita::partiql::testing {
namespace syntax_test {

const std::string kEnvelope = "Statement wasn't well formed, can't be processed: ";
const std::string kLeftover = kEnvelope + "Unexpected token after expression";
const std::string kTerm = kEnvelope + "Unexpected term";
const std::string kKeyword = kEnvelope + "Unexpected keyword";
const std::string kOperator = kEnvelope + "Unexpected operator";
const std::string kRightSide = kEnvelope + "Missing right-hand side expression of infix operator";
const std::string kAliasing = "Aliasing is not supported";

struct Case {
  std::string text;
  std::string error;
};

TEST(StatementSyntax, WrongStatements) {
  const std::vector<Case> cases = {
      {"SLECT * FROM T", kEnvelope + "Expected data manipulation"},
      {"SELECT * FROM T WHERE pk = 1 foo", kLeftover},
      {"SELECT * FROM T WHERE pk = 1 e5", kLeftover},
      {"SELECT * FROM T WHERE pk = 1)", kLeftover},
      {"SELECT * FROM T ORDER BY pk WHERE pk = 1", kLeftover},
      {"INSERT INTO T VALUE {'pk': 1} foo", kLeftover},
      {"INSERT INTO T t VALUE {'pk': 1}", kLeftover},
      {"INSERT INTO T (a) VALUES (1)", kKeyword},
      {"INSERT INTO T VALUES {'pk': 1}", kKeyword},
      {"UPDATE T SET a = 9 WHERE pk = 1 foo", kLeftover},
      {"DELETE FROM T WHERE pk = 1 foo", kLeftover},
      {"DELETE FROM T WHERE pk = 1 ORDER BY pk", kLeftover},
      {"FROM T SET c = 1 WHERE pk = 1", kLeftover},
      {"SELECT * FROM T t WHERE pk = 1", kAliasing},
      {"SELECT * FROM T AS t WHERE pk = 1", kAliasing},
      {"UPDATE T t SET a = 3 WHERE pk = 1", kAliasing},
      {"DELETE FROM T t WHERE pk = 1", kAliasing},
      {"SELECT * FROM T WHERE", kTerm},
      {"SELECT * FROM T WHERE;", kTerm},
      {"SELECT * FROM T WHERE NOT", kTerm},
      {"SELECT * FROM T WHERE (", kTerm},
      {"SELECT * FROM", kTerm},
      {"UPDATE T SET a = 1 WHERE", kTerm},
      {"DELETE FROM T WHERE", kTerm},
      {"SELECT * FROM T WHERE pk = 1 AND", kRightSide},
      {"SELECT * FROM T WHERE pk = 1 OR", kRightSide},
      {"SELECT * FROM T WHERE ORDER BY pk", kKeyword},
      {"SELECT * FROM T WHERE IS NULL", kOperator},
      {"SELECT * FROM T WHERE pk = LIKE", kOperator},
      {"SELECT * FROM T WHERE x IS FOO", kEnvelope + "Expected type name"},
      {"x IS INT4", "Unsupported operation: IsType"},
      {"x IS DOUBLE PRECISION", "Unsupported operation: IsType"},
      {"x IS CHARACTER VARYING", "Unsupported operation: IsType"},
      {"DELETE FROM", kEnvelope + "Expected identifier for simple path"},
      {"DELETE FROM;", kEnvelope + "Expected identifier for simple path"},
      {"DELETE FROM WHERE pk = 1", kEnvelope + "Expected identifier for simple path"},
      {"SELECT * FROM T WHERE attribute_exists(m.inner)", kEnvelope + "Invalid path dot component"},
      {"SELECT * FROM T WHERE pk = 1 # note", kEnvelope},
      {"SELECT * FROM T WHERE pk = 1 /* note", kEnvelope},
      {"SELECT * FROM \"T", kEnvelope},
      {"SELECT * FROM T WHERE pk = 'a", kEnvelope},
      {"SELECT * FROM T WHERE pk = 1e2147483648", kEnvelope},
      {"SELECT * FROM T WHERE pk = 1e99999999999", kEnvelope},
      {"SELECT * FROM T WHERE pk = 1.5e-2147483647", kEnvelope},
      {"SELECT * FROM a.b.c", "A path may contain at most 2 components in the FROM clause"},
      {"SELECT * FROM \"\"", "Path component cannot be an empty string"},
      {"SELECT * FROM T.\"\"", "Path component cannot be an empty string"},
      {"INSERT INTO \"abcdefgh\".\"idx\" VALUE {'pk':'a'}",
       "FROM clause may only contain a single table name in data manipulation statements at 1:13:10"},
      {"INSERT INTO\nabcdefgh.idx VALUE {'pk':'a'}",
       "FROM clause may only contain a single table name in data manipulation statements at 2:1:8"},
      {"UPDATE T.I SET a = 1 WHERE pk = 1", "This operation is not supported on an index"},
      {"DELETE FROM T.I WHERE pk = 1", "This operation is not supported on an index"},
      {"DELETE FROM T WHERE pk = 1 RETURNING MODIFIED OLD *",
       "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements."},
  };
  for (const Case& one : cases) EXPECT_EQ(error_of(one.text), one.error) << one.text;
}

TEST(StatementSyntax, RightStatements) {
  for (const char* text : {
           "SELECT * FROM T",
           "select a, \"b c\".d[3].\"e\"\"f\" from \"my-table\".\"my.index\" where pk in ('a', 'b') order by pk asc, "
           "sk desc;",
           "SELECT * FROM T WHERE pk = .73e1 OR pk = -.73e1 OR pk = +1 OR pk = 7.31E+6",
           "-- a note\nSELECT * FROM T /* a note */ WHERE pk = 'it''s' -- end",
           "INSERT INTO T VALUE {'pk': 'a', 'l': [1, TRUE, null], 'm': {'x': <<1, 2>>}, 's': <<'a'>>}",
           "UPDATE T SET a = 1, b = b + 1 SET c = list_append(c, [1]) REMOVE d, e[0] WHERE pk = 'a' RETURNING ALL NEW "
           "*",
           "FROM T WHERE pk = 'a' REMOVE a",
           "DELETE FROM T WHERE pk = 'a' AND NOT begins_with(sk, 'x') RETURNING ALL OLD *",
           "SELECT * FROM T WHERE a NOT IN [1, 2] AND b NOT BETWEEN 1 AND 2 AND c IS NOT MISSING AND size(d) > 1",
           "SELECT data, name, status FROM T WHERE ((a = 1) AND attribute_exists(ss) = true)",
           "EXISTS(SELECT * FROM T WHERE pk = 'a' AND b = 1)",
       })
    EXPECT_EQ(error_of(text), "") << text;
}

TEST(StatementSyntax, KeywordsNeedQuotesAsNames) {
  EXPECT_EQ(error_of("SELECT * FROM T WHERE value = 1"), kKeyword);
  EXPECT_EQ(error_of("SELECT * FROM T WHERE \"value\" = 1"), "");
}

TEST(StatementSyntax, TheWholeTreeOfAnUpdate) {
  const Statement statement =
      parsed("UPDATE \"T\" SET a.b[2] = ?, c = d - 1 REMOVE e WHERE pk = 'x' AND n > ? RETURNING MODIFIED OLD *");
  EXPECT_EQ(statement.kind, Statement::Kind::Update);
  EXPECT_EQ(statement.table, "T");
  EXPECT_EQ(statement.parameters, 2u);
  ASSERT_EQ(statement.clauses.size(), 3u);
  EXPECT_EQ(statement.clauses[0].target.to_text(), "[a, b, [2]]");
  EXPECT_EQ(statement.clauses[0].value->kind, Term::Kind::Parameter);
  EXPECT_EQ(statement.clauses[1].value->kind, Term::Kind::Minus);
  EXPECT_FALSE(statement.clauses[2].value);
  EXPECT_EQ(statement.returning->value(), ReturnValue::UpdatedOld);
  EXPECT_EQ(statement.where->kind, Term::Kind::And);
}

// A statement of the largest size must not exhaust a small stack.
TEST(StatementSyntax, DeepStatementsFitASmallStack) {
  const auto parse_deep = [](void*) -> void* {
    for (const std::size_t depth : {140u, 4000u}) {
      const std::string open(depth, '('), close(depth, ')'), brackets(depth, '['), closing(depth, ']');
      const bool fits = depth < 150;
      EXPECT_EQ(parse_statement("SELECT * FROM T WHERE " + open + "a = 1" + close).has_value(), fits) << depth;
      EXPECT_EQ(parse_statement("SELECT * FROM T WHERE a = " + brackets + closing).has_value(), fits) << depth;
      std::string sum = "1";
      for (std::size_t i = 1; i < depth; ++i) sum += "+1";
      EXPECT_EQ(parse_statement("SELECT * FROM T WHERE a = " + sum).has_value(), fits) << depth;
      std::string negations;
      for (std::size_t i = 0; i < depth / 4; ++i) negations += "NOT ";
      EXPECT_TRUE(parse_statement("SELECT * FROM T WHERE " + negations + "a = 1"));
    }
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 512 * 1024);
  pthread_t thread{};
  ASSERT_EQ(pthread_create(&thread, &attributes, parse_deep, nullptr), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

// The allocator counts the bytes of a tree. The cache must count at least as many, and not many more.
TEST(StatementSyntax, TheBytesOfATreeAreWhatItTakes) {
  const auto repeated = [](const std::string& first, const std::string& part, const std::string& last) {
    std::string text = first;
    for (int i = 0; text.size() < 1000; ++i) text += part + std::to_string(i);
    return text + last;
  };
  const std::string texts[] = {
      repeated("SELECT a", ",b", " FROM T WHERE pk = 'x'"),
      repeated("SELECT a", ".b", " FROM T"),
      repeated("SELECT * FROM T WHERE pk = 'x' AND (a = 0", " OR a = ", ")"),
      repeated("SELECT * FROM T WHERE pk IN [0", ", 1", "]"),
      repeated("SELECT * FROM T WHERE pk = 0", " AND pk = ", ""),
      repeated("UPDATE T SET a = 1", " SET b = ", " WHERE pk = 'x'"),
      repeated("INSERT INTO T VALUE {'pk': 'x'", ", 'a': 1, 'b': ", "}"),
      repeated("INSERT INTO T VALUE {'pk': 'x', 'l': [0", ", 1", "]}"),
      repeated("INSERT INTO T VALUE {'pk': 'x', 'l': <<0", ", 1", ">>}"),
      repeated("DELETE FROM T WHERE pk = 'x' AND a <> [?", ", ?, ", "]"),
  };
  for (const std::string& text : texts) {
    const std::size_t before = mallinfo2().uordblks;
    const auto statement = parse_statement(text);
    const std::size_t taken = mallinfo2().uordblks - before;
    if (!statement) continue;
    EXPECT_GE(tree_bytes(*statement) + 1024, taken) << text;
    if (taken > 0) {
      EXPECT_LE(tree_bytes(*statement), 3 * taken + 1024) << text;
    }
  }
}

}  // namespace syntax_test
}  // namespace partita::partiql::testing
