// The reader of dynamodb_data_model.json, and the commands of the AWS CLI in it.
#include <gtest/gtest.h>

#include "modelling/read/cli/cli_command.h"
#include "modelling/read/template_text.h"
#include "outline_of.h"

namespace partita::modelling {
namespace aws_data_model_test {

TEST(CliCommand, SplitsWordsAsAShellDoes) {
  struct Case {
    std::string_view line;
    std::vector<std::string> words;
    std::string_view rest;
  };
  for (const Case& one : {
           Case{"a 'b c' \"d \\\" e\" f\\ g", {"a", "b c", "d \" e", "f g"}, ""},
           Case{"a \\\n b", {"a", "b"}, ""},
           Case{"--x '{\"k\": \"it'\\''s\"}'", {"--x", "{\"k\": \"it's\"}"}, ""},
           Case{"a '' \"\"", {"a", "", ""}, ""},
           Case{"a && b", {"a"}, "&& b"},
           Case{"a | b", {"a"}, "| b"},
           Case{"", {}, ""},
       }) {
    const auto split = split_shell(one.line);
    ASSERT_TRUE(split) << one.line;
    EXPECT_EQ(split->words, one.words) << one.line;
    EXPECT_EQ(split->rest, one.rest) << one.line;
  }
  EXPECT_FALSE(split_shell("a 'b"));
  EXPECT_FALSE(split_shell("a \"b"));
}

TEST(CliCommand, FindsTheOperationAndItsOptions) {
  const auto command = parse_cli("aws --region x dynamodb query --table-name t --limit=5 --no-scan-index-forward");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->operation, "query");
  EXPECT_EQ(*command->option("table-name"), "t");
  EXPECT_EQ(*command->option("limit"), "5");
  EXPECT_NE(command->option("no-scan-index-forward"), nullptr);
  EXPECT_FALSE(parse_cli("aws s3 ls"));
  EXPECT_FALSE(parse_cli("dynamodb query"));
}

TEST(TemplateText, MatchesTextsWithTemplates) {
  struct Case {
    std::string_view pattern, text;
    TextIs is;
    bool fits;
    std::vector<std::string> whole;
    std::string_view partial;
  };
  using enum TextIs;
  for (const Case& one : {
           Case{"CUST#{c}", "CUST#7", Whole, true, {"c"}, ""},
           Case{"CUST#{c}", "CUST#", Whole, false, {}, ""},
           Case{"CUST#{c}", "ORDER#7", Whole, false, {}, ""},
           Case{"O#{at}#{id}", "O#1#2", Whole, true, {"at", "id"}, ""},
           Case{"O#{at}#{id}", "O#1", Whole, false, {}, ""},
           Case{"O#{at}", "O#1#2", Whole, true, {"at"}, ""},
           Case{"O#{at}#{id}", "O#", Beginning, true, {}, ""},
           Case{"O#{at}#{id}", "O", Beginning, true, {}, ""},
           Case{"O#{at}#{id}", "O#20", Beginning, true, {}, "at"},
           Case{"O#{at}#{id}", "O#20#", Beginning, true, {"at"}, ""},
           Case{"O#{at}#{id}", "O#20#x", Beginning, true, {"at"}, "id"},
           Case{"O#{at}#{id}", "P#", Beginning, false, {}, ""},
           Case{"PROFILE", "PROFILE", Whole, true, {}, ""},
           Case{"PROFILE", "PRO", Whole, false, {}, ""},
           Case{"{n:05d}", "00007", Whole, true, {"n"}, ""},
       }) {
    const TemplateMatch match = match_template(one.pattern, one.text, one.is);
    EXPECT_EQ(match.fits, one.fits) << one.pattern << " " << one.text;
    if (!match.fits) continue;
    EXPECT_EQ(match.whole, one.whole) << one.pattern << " " << one.text;
    EXPECT_EQ(match.partial, one.partial) << one.pattern << " " << one.text;
  }
}

// A model of customers with orders, with one access pattern.
std::string data_model(std::string_view command, std::string_view more = "") {
  std::string quoted(command);
  for (std::size_t at = 0; (at = quoted.find('"', at)) != quoted.npos; at += 2) quoted.insert(at, "\\");
  return R"({"tables": [{"TableName": "Shop", "BillingMode": "PAY_PER_REQUEST",
  "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"},
    {"AttributeName": "status", "AttributeType": "S"}, {"AttributeName": "total", "AttributeType": "N"}],
  "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
  "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"},
  "GlobalSecondaryIndexes": [{"IndexName": "ByStatus", "KeySchema": [{"AttributeName": "status", "KeyType": "HASH"},
    {"AttributeName": "total", "KeyType": "RANGE"}], "Projection": {"ProjectionType": "ALL"}}]}],
"items": {"Shop": [
  {"PutRequest": {"Item": {"PK": {"S": "CUST#c1"}, "SK": {"S": "PROFILE"}, "cust": {"S": "c1"}, "active": {"BOOL": True}}}},
  {"PutRequest": {"Item": {"PK": {"S": "CUST#c2"}, "SK": {"S": "PROFILE"}, "cust": {"S": "c2"}, "active": {"BOOL": False}}}},
  {"PutRequest": {"Item": {"PK": {"S": "CUST#c1"}, "SK": {"S": "ORDER#2026-01-05#o1"}, "cust": {"S": "c1"},
    "day": {"S": "2026-01-05"}, "order": {"S": "o1"}, "status": {"S": "open"}, "total": {"N": "5"}}}},
  {"PutRequest": {"Item": {"PK": {"S": "CUST#c2"}, "SK": {"S": "ORDER#2026-01-06#o2"}, "cust": {"S": "c2"},
    "day": {"S": "2026-01-06"}, "order": {"S": "o2"}, "status": {"S": "paid"}, "total": {"N": "7"}}}}]},
"access_patterns": [{"pattern": "7", "description": "p", "table": "Shop")" +
         std::string(more) + R"(, "dynamodb_operation": "x", "implementation": ")" + quoted + "\"}]}";
}

TEST(AwsDataModel, ReadsTablesAndInfersEntities) {
  const std::string shown = outline_of(data_model("aws dynamodb scan --table-name Shop"), "d.json");
  EXPECT_EQ(shown.substr(0, shown.find("patterns\n")), R"(table Shop: PK S / SK S, stream KEYS_ONLY, 4 samples
  index ByStatus: status S / total N
  entity CUST (guessed)
    cust string, active bool
    key "CUST#{cust}", "PROFILE"
    2 samples
  entity ORDER (guessed)
    cust string, day date, order string, status string, total integer
    key "CUST#{cust}", "ORDER#{day}#{order}"
    in ByStatus "{status}", "{total}"
    2 samples
)");
}

TEST(AwsDataModel, ReadsCommandsAsPatterns) {
  struct Case {
    std::string_view command, line;
  };
  for (
      const Case& one : {
          Case{"aws dynamodb query --table-name Shop --key-condition-expression '#p = :p' --expression-attribute-names "
               "'{\"#p\": \"PK\"}' --expression-attribute-values '{\":p\": {\"S\": \"CUST#<id>\"}}'",
               "read CUST, ORDER by cust, whole partition"},
          Case{"aws dynamodb query --table-name Shop --key-condition-expression 'PK = :p AND begins_with(SK, :s)' "
               "--expression-attribute-values '{\":p\": {\"S\": \"CUST#1\"}, \":s\": {\"S\": \"ORDER#\"}}' "
               "--no-scan-index-forward --limit 20",
               "read ORDER by cust, descending, limit 20"},
          Case{"aws dynamodb query --table-name Shop --key-condition-expression 'PK = :p AND SK BETWEEN :a AND :b' "
               "--expression-attribute-values '{\":p\": {\"S\": \"CUST#1\"}, \":a\": {\"S\": \"ORDER#2026-01\"}, "
               "\":b\": "
               "{\"S\": \"ORDER#2026-02\"}}'",
               "read ORDER by cust, day between"},
          Case{"aws dynamodb query --table-name Shop --index-name ByStatus --key-condition-expression '#s = :s AND "
               "#t > "
               ":t' --expression-attribute-names '{\"#s\": \"status\", \"#t\": \"total\"}' "
               "--expression-attribute-values '{\":s\": {\"S\": "
               "\"open\"}, \":t\": {\"N\": \"5\"}, \":d\": {\"S\": \"x\"}}' --filter-expression 'cust <> :d AND "
               "attribute_exists(cust)' --projection-expression 'cust, #s'",
               "read ORDER by status, total >, in ByStatus, filter cust <>, filter cust exists, only cust, status"},
          Case{"aws dynamodb get-item --table-name Shop --key '{\"PK\": {\"S\": \"CUST#1\"}, \"SK\": {\"S\": "
               "\"PROFILE\"}}' "
               "--consistent-read",
               "get CUST by cust, consistent"},
          Case{"aws dynamodb put-item --table-name Shop --item '{\"PK\": {\"S\": \"CUST#1\"}, \"SK\": {\"S\": "
               "\"PROFILE\"}}' --condition-expression 'attribute_not_exists(PK)'",
               "create CUST"},
          Case{"aws dynamodb update-item --table-name Shop --key '{\"PK\": {\"S\": \"CUST#1\"}, \"SK\": {\"S\": "
               "\"ORDER#1#2\"}}' --update-expression 'SET #s = :s ADD #t :n' --expression-attribute-names '{\"#s\": "
               "\"status\", \"#t\": \"total\"}' --expression-attribute-values '{\":s\": {\"S\": \"paid\"}, \":n\": "
               "{\"N\": \"1\"}}'",
               "update ORDER set status, total by cust, day, order"},
          Case{"aws dynamodb delete-item --table-name Shop --key '{\"PK\": {\"S\": \"CUST#1\"}, \"SK\": {\"S\": "
               "\"ORDER#1#2\"}}'",
               "delete ORDER by cust, day, order"},
          Case{"aws dynamodb scan --table-name Shop --filter-expression 'size(cust) > :n'",
               "scan Shop, filter cust size >"},
          Case{"aws dynamodb scan --table-name Shop --filter-expression 'a = :a OR (b > :b OR attribute_exists(c))'",
               "scan Shop, filter a = or b > or c exists"},
          Case{"aws dynamodb batch-get-item --request-items '{\"Shop\": {\"Keys\": [{\"PK\": {\"S\": \"CUST#1\"}, "
               "\"SK\": "
               "{\"S\": \"PROFILE\"}}]}}'",
               "batch_get CUST by cust"},
          Case{
              "aws dynamodb batch-write-item --request-items '{\"Shop\": [{\"PutRequest\": {\"Item\": {\"PK\": {\"S\": "
              "\"CUST#1\"}, \"SK\": {\"S\": \"PROFILE\"}}}}, {\"DeleteRequest\": {\"Key\": {\"PK\": {\"S\": "
              "\"CUST#1\"}, "
              "\"SK\": {\"S\": \"ORDER#1#2\"}}}}]}'",
              "batch_write put CUST; delete ORDER"},
          Case{"aws dynamodb transact-write-items --transact-items '[{\"Put\": {\"TableName\": \"Shop\", \"Item\": "
               "{\"PK\": "
               "{\"S\": \"CUST#1\"}, \"SK\": {\"S\": \"ORDER#1#2\"}}}}, {\"ConditionCheck\": {\"TableName\": \"Shop\", "
               "\"Key\": {\"PK\": {\"S\": \"CUST#1\"}, \"SK\": {\"S\": \"PROFILE\"}}, \"ConditionExpression\": "
               "\"attribute_exists(PK)\"}}]'",
               "transact_write put ORDER; check CUST if attribute_exists(PK)"},
      }) {
    const std::string shown = outline_of(data_model(one.command), "d.json");
    const std::size_t at = shown.find("  7 p: ");
    ASSERT_NE(at, shown.npos) << shown;
    EXPECT_EQ(shown.substr(at + 7, shown.find('\n', at) - at - 7), one.line) << one.command;
  }
}

TEST(AwsDataModel, NotesWhatACommandLeavesOpen) {
  struct Case {
    std::string_view command, more, note;
  };
  for (const Case& one : {
           Case{"aws dynamodb query --table-name Shop --key-condition-expression 'PK ='", "",
                "p: the key condition cannot be read: Syntax error; token: \"<EOF>\", near: \"=\""},
           Case{"aws dynamodb query --table-name Shop --key-condition-expression 'PK = :p' "
                "--expression-attribute-values "
                "'{\":p\": {\"S\": \"USER#1\"}}'",
                "", "p: no entity of Shop has such a key"},
           Case{"aws dynamodb scan --table-name Shops", "", "p: there is no table 'Shops'"},
           Case{"aws dynamodb scan --table-name Shop && aws dynamodb scan", "",
                "p: the pattern has several commands, of which only the first one is read; '&& aws dynamodb scan' is "
                "left "
                "out"},
           Case{"aws dynamodb scan --table-name Shop --filter-expression 'NOT a = :a AND b = :b'", "",
                "p: OR and NOT in the filter are not kept"},
           Case{"aws dynamodb scan --table-name Shop --filter-expression 'a = :a OR (b = :b AND c = :c)'", "",
                "p: AND or NOT within the OR of the filter is not kept, so the filter is left out"},
           Case{"aws dynamodb scan --table-name Shop", ", \"index\": \"ByStatus\"",
                "the pattern 7 names the index ByStatus, but its command does not use it"},
           Case{"aws dynamodb get-item --table-name Shop --key 'PK=a'", "", "p: the value of key is not JSON"},
           Case{"aws dynamodb list-tables", "", "p: 'aws dynamodb list-tables' is not a read or write of items"},
       }) {
    const std::string shown = outline_of(data_model(one.command, one.more), "d.json");
    EXPECT_NE(shown.find(": " + std::string(one.note) + "\n"), shown.npos) << shown;
  }
}

TEST(AwsDataModel, RefusesWhatIsWrongInForm) {
  EXPECT_EQ(outline_of(data_model("curl x"), "d.json"),
            "d.json:15: the implementation of the pattern 7 is not a command 'aws dynamodb ...' of the AWS CLI, or one "
            "of its "
            "quotes has no end");
  const std::string wrong = "tables: [{TableName: t, KeySchema: [{AttributeName: a, KeyTyp: HASH}]}]";
  EXPECT_NE(outline_of(wrong, "d.json").find("d.json:1: KeyTyp is not a property of KeySchema"), std::string::npos);
}

}  // namespace aws_data_model_test
}  // namespace partita::modelling
