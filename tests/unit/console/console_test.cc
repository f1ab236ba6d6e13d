// The console's operations that need no model, its pages and its session.
#include "console/console.h"

#include <gmock/gmock.h>

#include <fstream>
#include <set>

#include "console/machine/audit_tail.h"
#include "console/site/pages.h"
#include "server/http/gzip.h"
#include "support/temporary_directory.h"

namespace partita::console {
namespace console_test {

using testing::ElementsAre;
using testing::HasSubstr;

std::string ask(Console& console, std::string_view operation, std::string_view body = "{}") {
  const auto* known = console.operation(operation);
  if (!known) return "no operation";
  const auto answer = console.answer(*known, body);
  return answer ? *answer : std::string(describe(answer.error().code).name) + ": " + answer.error().message;
}

TEST(ConsolePages, AreAllThereWithTypesThatBrowsersTake) {
  Console console({});
  std::set<std::string_view> paths, etags;
  for (const Page& page : pages()) {
    paths.insert(page.path);
    const server::ConsoleFile* file = console.file(page.path);
    ASSERT_NE(file, nullptr) << page.path;
    EXPECT_NE(file->content_type, "application/octet-stream") << page.path;
    etags.insert(file->etag);
    std::string bytes;
    EXPECT_EQ(server::inflate(
                  file->gzip, 1 << 20, [](std::size_t) { return true; }, bytes),
              server::Inflated::Done);
    EXPECT_FALSE(bytes.empty()) << page.path;
  }
  EXPECT_EQ(etags.size(), paths.size());
  for (const char* path : {"/index.html", "/style.css", "/app/main.js", "/app/m.js", "/lib/mithril.js"})
    EXPECT_TRUE(paths.contains(path)) << path;
  EXPECT_EQ(console.file("/app/main.js")->content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(console.file("/package.json"), nullptr);
  EXPECT_EQ(console.file("/"), nullptr);
}

// The whole console is to load within a moment, also over a slow line.
TEST(ConsolePages, AreSmall) {
  std::size_t bytes = 0;
  for (const Page& page : pages()) bytes += page.gzip.size();
  EXPECT_LT(bytes, 300u << 10);
}

TEST(ConsoleDescription, SaysWhatThePagesMustKnow) {
  Console serving({.version = "1.2",
                   .endpoint = "http://127.0.0.1:8000",
                   .region = "us-east-1",
                   .account = "123456789012",
                   .auth = server::Auth::Iam,
                   .audit_log = "/audit"});
  EXPECT_EQ(serving.description(),
            R"({"Version":"1.2","Mode":"serve","Endpoint":"http://127.0.0.1:8000","Region":"us-east-1",)"
            R"("Account":"123456789012","Auth":"iam","ReadOnly":false,"NeedsSession":false,"HasModel":false,)"
            R"("HasStatistics":false,"HasAuditLog":true,"Amazon":false})");
  Console in_front(
      {.mode = Mode::Endpoint, .auth = server::Auth::Off, .amazon = true, .read_only = true, .token = "t"});
  EXPECT_THAT(in_front.description(), HasSubstr(R"("Mode":"endpoint")"));
  EXPECT_THAT(in_front.description(), HasSubstr(R"("ReadOnly":true,"NeedsSession":true)"));
  // The token must not be in the parts that any client may read.
  EXPECT_THAT(in_front.description(), testing::Not(HasSubstr(R"("t")")));
}

TEST(ConsoleSession, LetsOneTabIn) {
  Console console({.token = "the-token"});
  EXPECT_FALSE(console.admits(""));
  EXPECT_FALSE(console.admits("the-token"));
  EXPECT_THAT(ask(console, "OpenSession", R"({"Token":"another"})"),
              HasSubstr("AccessDeniedException: The token is not"));
  EXPECT_THAT(ask(console, "OpenSession", R"({"Token":""})"), HasSubstr("AccessDeniedException"));
  EXPECT_THAT(ask(console, "OpenSession", R"({"Token":"the-toke"})"), HasSubstr("AccessDeniedException"));
  const std::string opened = ask(console, "OpenSession", R"({"Token":"the-token"})");
  ASSERT_THAT(opened, HasSubstr(R"({"Session":")"));
  const std::string session = opened.substr(12, opened.size() - 14);
  EXPECT_EQ(session.size(), 52u);
  EXPECT_TRUE(console.admits(session));
  EXPECT_FALSE(console.admits(session + "A"));
  EXPECT_FALSE(console.admits(session.substr(1)));
  EXPECT_FALSE(console.admits(""));
  EXPECT_THAT(ask(console, "OpenSession", R"({"Token":"the-token"})"), HasSubstr("The token was used before"));
  EXPECT_TRUE(console.admits(session));
  EXPECT_NE(random_token(), random_token());
}

TEST(ConsoleSession, IsNotNeededBesideAServer) {
  Console console({});
  EXPECT_TRUE(console.admits(""));
  EXPECT_THAT(ask(console, "OpenSession", R"({"Token":""})"), HasSubstr("needs no session"));
}

TEST(AuditTail, GivesTheLastRecords) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "audit";
  EXPECT_TRUE(last_audit_records(path, 10)->empty());
  std::ofstream(path + ".1") << "{\"n\":1}\n{\"n\":2}\n";
  std::ofstream(path) << "{\"n\":3}\nno record\n[4]\n{\"n\":5}\n{\"n\":";
  EXPECT_THAT(*last_audit_records(path, 2), ElementsAre("{\"n\":3}", "{\"n\":5}"));
  EXPECT_THAT(*last_audit_records(path, 3), ElementsAre("{\"n\":2}", "{\"n\":3}", "{\"n\":5}"));
  EXPECT_THAT(*last_audit_records(path, 100), ElementsAre("{\"n\":1}", "{\"n\":2}", "{\"n\":3}", "{\"n\":5}"));
}

TEST(AuditTail, ReadsTheEndOfALargeFile) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "audit";
  {
    std::ofstream file(path);
    const std::string filling(1000, 'x');
    for (int i = 0; i < 6000; ++i) file << "{\"n\":" << i << ",\"f\":\"" << filling << "\"}\n";
  }
  const auto records = last_audit_records(path, 1'000'000);
  ASSERT_TRUE(records);
  EXPECT_GT(records->size(), 3000u);
  EXPECT_LT(records->size(), 5000u);
  EXPECT_THAT(records->front(), HasSubstr("{\"n\":"));
  EXPECT_THAT(records->back(), HasSubstr("{\"n\":5999,"));
}

TEST(ConsoleAudit, AnswersReadAuditLog) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "audit";
  std::ofstream(path) << "{\"a\":1}\n{\"a\":2}\n";
  Console console({.audit_log = path});
  EXPECT_EQ(ask(console, "ReadAuditLog"), R"({"Records":[{"a":1},{"a":2}]})");
  EXPECT_EQ(ask(console, "ReadAuditLog", R"({"Limit":1})"), R"({"Records":[{"a":2}]})");
  for (const char* limit : {"0", "-1", "1001"})
    EXPECT_THAT(ask(console, "ReadAuditLog", std::string("{\"Limit\":") + limit + "}"),
                HasSubstr("ValidationException"));
  Console none({});
  EXPECT_THAT(ask(none, "ReadAuditLog"), HasSubstr("--audit-log FILE"));
}

TEST(ConsoleOperations, SayWhatIsMissing) {
  Console console({});
  EXPECT_EQ(console.operation("Nothing"), nullptr);
  EXPECT_THAT(ask(console, "DescribeModel"), HasSubstr("--model FILE"));
  EXPECT_THAT(ask(console, "ComposePattern"), HasSubstr("--model FILE"));
  EXPECT_THAT(ask(console, "JudgeItems"), HasSubstr("--model FILE"));
  EXPECT_THAT(ask(console, "ListHotKeys"), HasSubstr("another endpoint"));
  EXPECT_THAT(ask(console, "OpenSession", "nonsense"), HasSubstr("SerializationException"));
  EXPECT_EQ(console.metrics(server::MetricsFormat::Prometheus), std::nullopt);
}

TEST(ConsoleHotKeys, ShowsThoseOfTheEngine) {
  OpenOptions options;
  options.in_memory = true;
  options.hot_keys = true;
  auto database = client::EmbeddedDatabase::open("", options);
  ASSERT_TRUE(database);
  Console console({.database = database->get(), .watches_all_keys = true});
  EXPECT_EQ(ask(console, "ListHotKeys"), R"({"HotKeys":[],"Enabled":true})");
  CreateTableRequest table;
  table.table_name = "things";
  table.attribute_definitions = {{{"pk", ScalarAttributeType::S}}};
  table.key_schema = {{{"pk", KeyType::Hash}}};
  table.billing_mode = BillingMode::PayPerRequest;
  ASSERT_TRUE((*database)->create_table(table));
  AttributeMap key;
  key.set("pk", "it's \"hot\"");
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE((*database)->get_item({.table_name = "things", .key = key}));
  EXPECT_THAT(
      ask(console, "ListHotKeys"),
      HasSubstr(
          R"({"Table":"things","Rule":"PKC","Key":{"pk":{"S":"it's \"hot\""}},"Share":1.0,"LeastShare":1.0,"Requests":)"));
}

TEST(ConsoleTemplates, GivesTheTablesOfATemplate) {
  Console console({});
  EXPECT_EQ(ask(console, "ReadTemplate",
                R"({"Name":"shop.yml","Text":"Resources:\n  Things:\n    Type: AWS::DynamoDB::Table\n    Properties:\n)"
                R"(      TableName: things\n      BillingMode: PAY_PER_REQUEST\n      AttributeDefinitions:\n)"
                R"(        - {AttributeName: pk, AttributeType: S}\n      KeySchema:\n)"
                R"(        - {AttributeName: pk, KeyType: HASH}\n      TimeToLiveSpecification:\n)"
                R"(        {AttributeName: expires, Enabled: true}\n  Code: {Type: AWS::Lambda::Function}\n"})"),
            R"({"Tables":[{"Request":{"TableName":"things",)"
            R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
            R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"},)"
            R"-("TimeToLiveAttribute":"expires"}],"Notes":["no table: Code (AWS::Lambda::Function)"]})-");
  EXPECT_THAT(ask(console, "ReadTemplate", R"({"Name":"x.yml","Text":"Resources: ["})"), HasSubstr("x.yml"));
}

// The text may be anybody's, so it must not show a file of the machine.
TEST(ConsoleTemplates, ReadNoOtherFiles) {
  const test::TemporaryDirectory directory;
  std::ofstream(directory / "secret.txt") << "very-secret";
  Console console({});
  const auto with = [&](const std::string& value) {
    const std::string text =
        "service: shop\\nprovider: {name: aws}\\nresources:\\n  Resources:\\n    Things:\\n"
        "      Type: AWS::DynamoDB::Table\\n      Properties:\\n        TableName: " +
        value + "\\n";
    return ask(console, "ReadTemplate",
               R"({"Name":")" + directory.string() + R"(/serverless.yml","Text":")" + text + R"("})");
  };
  for (const std::string& value : {"${file(" + (directory / "secret.txt") + ")}", std::string("${file(secret.txt)}"),
                                   std::string("${file(./secret.txt)}"), std::string("${env:PATH}")})
    EXPECT_THAT(with(value), testing::AllOf(HasSubstr("ValidationException"), testing::Not(HasSubstr("very-secret")),
                                            testing::Not(HasSubstr("/usr/bin"))));
  EXPECT_THAT(with("${file(secret.txt)}"), HasSubstr("only one file is read here"));
}

}  // namespace console_test
}  // namespace partita::console
