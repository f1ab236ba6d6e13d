// The requests that a console that only reads lets through.
#include "console/read_only.h"

#include <gmock/gmock.h>

#include <set>

namespace partita::console {
namespace read_only_test {

using protocol::Operation;

std::string refused(Operation operation, std::string_view body = "{}") {
  const auto error = refusal_of_writes(operation, body);
  return error ? std::string(describe(error->code).name) + ": " + error->message : "";
}

TEST(ReadOnly, LetsOnlyKnownReadsThrough) {
  const auto reads = [](std::string_view operation) {
    for (const char* beginning :
         {"Get", "Describe", "List", "Query", "Scan", "Search", "BatchGet", "TransactGet", "Hash"})
      if (operation.starts_with(beginning)) return true;
    return false;
  };
  const std::set<std::string_view> statements = {"ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction"};
#define PARTITA_OPERATION(function, Name)                               \
  if (!statements.contains(#Name)) {                                    \
    EXPECT_EQ(refused(Operation::Name).empty(), reads(#Name)) << #Name; \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION
  EXPECT_EQ(refused(Operation::DeleteTable),
            "AccessDeniedException: DeleteTable is not a read. This console only reads; start `partita console` with "
            "--write to change data.");
}

TEST(ReadOnly, KnowsStatementsThatRead) {
  for (const char* text : {"SELECT * FROM t", "select a from \"t\".\"i\"", "  \n\tSeLeCt*FROM t", "SELECT * FROM t;",
                           "SELECT * FROM t ; \n", "SELECT * FROM t WHERE a = 'x; DELETE FROM t'",
                           "EXISTS(SELECT * FROM t WHERE a = 1)", "SELECT * FROM \"a;b\""})
    EXPECT_TRUE(is_reading_statement(text)) << text;
  for (const char* text :
       {"DELETE FROM t WHERE a = 1", "INSERT INTO t VALUE {'a': 1}", "UPDATE t SET a = 1 WHERE b = 2", "", " ", ";",
        "-- SELECT\nDELETE FROM t WHERE a = 1", "/* SELECT */ DELETE FROM t", "SELECTED FROM t", "SELECT1",
        "SELECT * FROM t; DELETE FROM t WHERE a = 1", "SELECT * FROM t WHERE a = 'x''; '; DELETE FROM t",
        "(SELECT * FROM t)", "MERGE INTO t"})
    EXPECT_FALSE(is_reading_statement(text)) << text;
}

TEST(ReadOnly, LooksAtEachStatement) {
  EXPECT_EQ(refused(Operation::ExecuteStatement, R"({"Statement":"SELECT * FROM t"})"), "");
  EXPECT_NE(refused(Operation::ExecuteStatement, R"({"Statement":"DELETE FROM t WHERE a = 1"})"), "");
  // The last of two members is the one that a database gets.
  EXPECT_NE(refused(Operation::ExecuteStatement,
                    R"({"Statement":"SELECT * FROM t","Statement":"DELETE FROM t WHERE a = 1"})"),
            "");
  EXPECT_NE(refused(Operation::ExecuteStatement, R"({"Statement":"\u0044ELETE FROM t WHERE a = 1"})"), "");
  const char* second_writes = R"([{"Statement":"SELECT * FROM t"},{"Statement":"UPDATE t SET a = 1 WHERE b = 2"}])";
  EXPECT_NE(refused(Operation::BatchExecuteStatement, std::string(R"({"Statements":)") + second_writes + "}"), "");
  EXPECT_NE(refused(Operation::ExecuteTransaction, std::string(R"({"TransactStatements":)") + second_writes + "}"), "");
  EXPECT_EQ(refused(Operation::BatchExecuteStatement, R"({"Statements":[{"Statement":"SELECT * FROM t"}]})"), "");
  EXPECT_EQ(refused(Operation::ExecuteTransaction,
                    R"-({"TransactStatements":[{"Statement":"EXISTS(SELECT * FROM t WHERE a = 1)"}]})-"),
            "");
  // A text that is not a request changes nothing, and gets the error of the API.
  EXPECT_EQ(refused(Operation::ExecuteStatement, "nonsense"), "");
}

}  // namespace read_only_test
}  // namespace partita::console
