// Accounts and regions of `partita serve`, with the keys, the faults and the metrics of each.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/connect.h>
#include <partita/database.h>
#include <sys/stat.h>

#include <fstream>

#include "run_command.h"
#include "support/partita_process.h"
#include "support/temporary_directory.h"

namespace partita {
namespace serve_accounts_test {

using ::testing::HasSubstr;

std::unique_ptr<Database> connect_as(const test::ServerProcess& server, const Credentials& credentials,
                                     const std::string& region = "us-east-1") {
  ConnectOptions options;
  options.credentials = credentials;
  options.region = region;
  options.max_attempts = 1;
  return connect(server.endpoint(), options).value();
}

std::string create(Database& database, const std::string& name, const std::string& key = "id") {
  const auto made = database.create_table(
      {.table_name = name,
       .attribute_definitions = {{{.attribute_name = key, .attribute_type = ScalarAttributeType::S}}},
       .key_schema = {{{.attribute_name = key, .key_type = KeyType::Hash}}},
       .billing_mode = BillingMode::PayPerRequest});
  return made ? *made->table_description.table_arn : made.error().message;
}

void put(Database& database, const std::string& owner) {
  const auto put = database.put_item({.table_name = "shop", .item = AttributeMap{{"id", "1"}, {"owner", owner}}});
  ASSERT_TRUE(put) << put.error().message;
}

std::string owner(Database& database) {
  const auto got = database.get_item({.table_name = "shop", .key = AttributeMap{{"id", "1"}}});
  if (!got) return got.error().message;
  return got->item ? got->item->to_map().find("owner")->s() : "nobody";
}

TEST(ServeAccounts, EachKeyHasTheTablesOfItsAccount) {
  const test::TemporaryDirectory directory;
  const std::string file = directory / "keys";
  std::ofstream(file)
      << "[alice]\naws_access_key_id = AKIDALICE\naws_secret_access_key = a\n"
         "[bob]\naws_access_key_id = AKIDBOB\naws_secret_access_key = b\naws_account_id = 222222222222\n"
         "[bobs second]\naws_access_key_id = AKIDBEN\naws_secret_access_key = c\n"
         "aws_account_id = 222222222222\n";
  ASSERT_EQ(chmod(file.c_str(), 0600), 0);
  const std::vector<std::string> options = {"--data", directory / "data", "--auth", "keys", "--credentials", file};
  {
    test::ServerProcess server(options, test::Stderr::Joined);
    const auto alice = connect_as(server, {"AKIDALICE", "a"});
    const auto bob = connect_as(server, {"AKIDBOB", "b"}, "eu-west-1");
    EXPECT_EQ(create(*alice, "shop"), "arn:aws:dynamodb:us-east-1:123456789012:table/shop");
    EXPECT_EQ(create(*bob, "shop"), "arn:aws:dynamodb:us-east-1:222222222222:table/shop");
    put(*alice, "alice");
    put(*bob, "bob");
    EXPECT_EQ(owner(*alice), "alice");
    EXPECT_EQ(owner(*connect_as(server, {"AKIDBEN", "c"})), "bob");
  }
  {
    test::ServerProcess server(options, test::Stderr::Joined);
    EXPECT_EQ(owner(*connect_as(server, {"AKIDALICE", "a"})), "alice");
    EXPECT_EQ(owner(*connect_as(server, {"AKIDBOB", "b"})), "bob");
  }
  const std::string data = directory / "data";
  EXPECT_THAT(run_command("verify --data " + data).output,
              testing::AllOf(testing::HasSubstr("\n222222222222 us-east-1 shop: 1 item with 11 bytes, hash "),
                             testing::EndsWith("\n2 tables, 2 items, 0 index entries, 0 faults\n")));
  const Outcome refused = run_command("serve --port 0 --account 222222222222 --data " + data);
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.output, HasSubstr("open it with another account than 222222222222"));
}

// A policy is asked about the table of the caller's account, although another account has one of the same name with
// another key.
TEST(ServeAccounts, PoliciesSeeTheTablesOfTheAccount) {
  const test::TemporaryDirectory directory;
  const std::string keys = directory / "keys", policy = directory / "own.json";
  std::ofstream(keys) << "[alice]\naws_access_key_id = AKIDALICE\naws_secret_access_key = a\nroot = true\n"
                         "[bob]\naws_access_key_id = AKIDBOB\naws_secret_access_key = b\n"
                         "aws_account_id = 222222222222\npolicy = own.json\n";
  std::ofstream(policy) << R"({"Version": "2012-10-17", "Statement": [
      {"Effect": "Allow", "Action": ["dynamodb:CreateTable", "dynamodb:PutItem"],
       "Resource": "arn:aws:dynamodb:*:222222222222:table/*"},
      {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "arn:aws:dynamodb:*:222222222222:table/*",
       "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["mine"]}}}]})";
  for (const std::string& file : {keys, policy}) ASSERT_EQ(chmod(file.c_str(), 0600), 0);
  test::ServerProcess server({"--memory", "--auth", "iam", "--credentials", keys}, test::Stderr::Joined);
  const auto alice = connect_as(server, {"AKIDALICE", "a"});
  const auto bob = connect_as(server, {"AKIDBOB", "b"});
  EXPECT_EQ(create(*alice, "shop", "id"), "arn:aws:dynamodb:us-east-1:123456789012:table/shop");
  EXPECT_EQ(create(*bob, "shop", "name"), "arn:aws:dynamodb:us-east-1:222222222222:table/shop");
  for (const char* name : {"mine", "yours"})
    EXPECT_TRUE(bob->put_item({.table_name = "shop", .item = AttributeMap{{"name", name}}}));
  const auto mine = bob->get_item({.table_name = "shop", .key = AttributeMap{{"name", "mine"}}});
  ASSERT_TRUE(mine) << mine.error().message;
  EXPECT_TRUE(mine->item);
  const auto yours = bob->get_item({.table_name = "shop", .key = AttributeMap{{"name", "yours"}}});
  ASSERT_FALSE(yours);
  EXPECT_EQ(yours.error().code, ErrorCode::AccessDeniedException);
  put(*alice, "alice");
  EXPECT_EQ(owner(*alice), "alice");
}

TEST(ServeAccounts, TablesOfATemplateAreMadeForAnAccount) {
  const test::TemporaryDirectory directory;
  std::ofstream(directory / "template.yml") << R"(
Resources:
  Shop:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: shop
      BillingMode: PAY_PER_REQUEST
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
)";
  const std::string command = "table create --from " + (directory / "template.yml");
  const std::string data = directory / "data";
  EXPECT_EQ(run_command(command + " --account 111122223333 --data " + data).output, "shop: id (S): created\n");
  EXPECT_EQ(run_command(command + " --account 111122223333 --data " + data).output,
            "shop: id (S): exists already with the same definition\n");
  EXPECT_EQ(run_command(command + " --data " + data).output, "shop: id (S): created\n");
  EXPECT_EQ(run_command(command + " --region eu-west-1 --data " + data).output, "shop: id (S): created\n");
  EXPECT_THAT(run_command(command + " --account 12 --data " + data).output,
              HasSubstr("the account '12' is not a number of 12 digits"));
  EXPECT_THAT(run_command(command + " --account 111122223333").output, HasSubstr("--data"));
  test::ServerProcess server({"--data", data, "--regions", "many"}, test::Stderr::Joined);
  for (const auto& [account, region] : std::initializer_list<std::pair<const char*, const char*>>{
           {"local", "us-east-1"}, {"111122223333", "us-east-1"}, {"local", "eu-west-1"}})
    EXPECT_EQ(owner(*connect_as(server, {account, "x"}, region)), "nobody") << account << region;
  EXPECT_EQ(owner(*connect_as(server, {"111122223333", "x"}, "eu-west-1")), "Requested resource not found");
}

TEST(ServeAccounts, RegionsAreApartIfAsked) {
  test::ServerProcess server({"--memory", "--regions", "many", "--region", "eu-central-1"}, test::Stderr::Joined);
  const Credentials key{"local", "local"};
  const auto here = connect_as(server, key, "eu-central-1");
  const auto there = connect_as(server, key, "eu-west-1");
  EXPECT_EQ(create(*here, "shop"), "arn:aws:dynamodb:eu-central-1:123456789012:table/shop");
  EXPECT_EQ(create(*there, "shop"), "arn:aws:dynamodb:eu-west-1:123456789012:table/shop");
  put(*here, "here");
  EXPECT_EQ(owner(*there), "nobody");
  EXPECT_EQ(owner(*connect_as(server, {"111122223333", "x"}, "eu-west-1")), "Requested resource not found");
}

TEST(ServeAccounts, FaultsCountTheCallsOfOneAccount) {
  const test::TemporaryDirectory directory;
  const std::string file = directory / "faults.json";
  std::ofstream(file) << R"({"rules": [{"operations": ["ListTables"], "count": 1, "error": "InternalServerError"}]})";
  test::ServerProcess server({"--memory", "--faults", file}, test::Stderr::Joined);
  for (const char* account : {"local", "111122223333", "444455556666"}) {
    const auto database = connect_as(server, {account, "x"});
    EXPECT_FALSE(database->list_tables({})) << account;
    EXPECT_TRUE(database->list_tables({})) << account;
  }
}

TEST(ServeAccounts, FaultsThatAreSetLaterAreOfAllAccounts) {
  const test::TemporaryDirectory directory;
  const std::string socket = directory / "socket";
  test::ServerProcess server({"--memory", "--admin-socket", socket}, test::Stderr::Joined);
  EXPECT_TRUE(connect_as(server, {"111122223333", "x"})->list_tables({}));
  const std::string file = directory / "faults.json";
  std::ofstream(file) << R"({"rules": [{"operations": ["ListTables"], "count": 1, "error": "InternalServerError"}]})";
  const Outcome set = run_command("faults set " + file + " --admin-socket " + socket);
  EXPECT_EQ(set.exit_code, 0) << set.output;
  for (const char* account : {"local", "111122223333", "444455556666"})
    EXPECT_FALSE(connect_as(server, {account, "x"})->list_tables({})) << account;
  EXPECT_THAT(run_command("faults show --admin-socket " + socket).output, HasSubstr("3"));
}

TEST(ServeAccounts, OptionsAreChecked) {
  EXPECT_THAT(run_command("serve --port 0 --memory --regions two").output, HasSubstr("'two' is not one of many|one"));
}

}  // namespace serve_accounts_test
}  // namespace partita
