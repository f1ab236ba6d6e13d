// The needs of fixtures for tests: tables of an account that go at once, faults of one account, and an end with
// the program that started the server.
#include <gmock/gmock.h>
#include <partita/connect.h>

#include "base/clock.h"
#include "run_command.h"
#include "server/endpoints/admin_socket.h"
#include "support/partita_process.h"
#include "support/requests.h"
#include "support/temporary_directory.h"

namespace partita {
namespace accounts_of_tests_test {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kFirst = "111111111111";
constexpr const char* kSecond = "222222222222";

struct AccountsOfTests : ::testing::Test {
  std::unique_ptr<Database> account(const std::string& id) {
    ConnectOptions options;
    options.credentials = Credentials{id, "local"};
    options.max_attempts = 1;
    return connect(server_.endpoint(), options).value();
  }
  server::AdminAnswer ask(const std::string& method, const std::string& path, const std::string& body = "") {
    return server::ask_admin_socket(socket_, {method, path, body}).value();
  }

  test::TemporaryDirectory directory_;
  const std::string socket_ = directory_ / "admin.sock";
  test::ServerProcess server_{{"--memory", "--admin-socket", socket_}, test::Stderr::Joined};
};

TEST_F(AccountsOfTests, ForgettingAnAccountDropsItsTablesOnly) {
  const auto first = account(kFirst), second = account(kSecond);
  for (int i = 0; i < 120; ++i)
    ASSERT_TRUE(first->create_table(test::create_request("items" + std::to_string(i), "pk:S")));
  ASSERT_TRUE(first->update_table({.table_name = "items7", .deletion_protection_enabled = true}));
  ASSERT_TRUE(second->create_table(test::create_request("items7", "pk:S")));
  EXPECT_EQ(ask("DELETE", std::string("/accounts/") + kFirst).body, "{\"tables\":120}\n");
  EXPECT_TRUE(first->list_tables({})->table_names.empty());
  EXPECT_EQ(second->list_tables({})->table_names.size(), 1u);
  // The account goes on, and may have the same tables again.
  EXPECT_TRUE(first->create_table(test::create_request("items7", "pk:S")));
  EXPECT_EQ(ask("DELETE", "/accounts/333333333333").body, "{\"tables\":0}\n");
}

// A test that runs again with the same token must not get the answer of its first run without the write.
TEST_F(AccountsOfTests, ForgettingAnAccountForgetsItsTokensOnly) {
  const auto first = account(kFirst), second = account(kSecond);
  const auto transact = [](Database& database, const std::string& key) {
    TransactWriteItemsRequest request;
    request.client_request_token = "token";
    TransactWriteItem& item = request.transact_items.emplace().emplace_back();
    item.put.emplace().table_name = "items";
    item.put->item = test::put_request("items", {{"pk", key}}).item;
    return database.transact_write_items(request);
  };
  const auto item_of = [](Database& database) {
    return database.get_item({.table_name = "items", .key = test::put_request("items", {{"pk", "a"}}).item})->item;
  };
  for (Database* one : {first.get(), second.get()}) {
    ASSERT_TRUE(one->create_table(test::create_request("items", "pk:S")));
    ASSERT_TRUE(transact(*one, "a"));
  }
  EXPECT_EQ(ask("DELETE", std::string("/accounts/") + kFirst).body, "{\"tables\":1}\n");
  ASSERT_TRUE(first->create_table(test::create_request("items", "pk:S")));
  ASSERT_TRUE(transact(*first, "a"));
  EXPECT_TRUE(item_of(*first));
  EXPECT_EQ(transact(*first, "b").error().code, ErrorCode::IdempotentParameterMismatchException);
  EXPECT_EQ(transact(*second, "b").error().code, ErrorCode::IdempotentParameterMismatchException);
}

TEST_F(AccountsOfTests, FaultsAreOfOneAccount) {
  const auto first = account(kFirst), second = account(kSecond);
  for (Database* one : {first.get(), second.get()})
    ASSERT_TRUE(one->create_table(test::create_request("items", "pk:S")));
  const std::string rules = R"({"rules":[{"operations":["PutItem"],"error":"RequestLimitExceeded"}]})";
  EXPECT_EQ(ask("PUT", std::string("/faults?account=") + kFirst, rules).status, 200);
  EXPECT_EQ(first->put_item(test::put_request("items", {{"pk", "a"}})).error().code, ErrorCode::RequestLimitExceeded);
  EXPECT_TRUE(second->put_item(test::put_request("items", {{"pk", "a"}})));
  EXPECT_EQ(ask("DELETE", std::string("/faults?account=") + kFirst).status, 200);
  EXPECT_TRUE(first->put_item(test::put_request("items", {{"pk", "a"}})));
}

TEST(AccountsWithDelays, TablesOnTheirWayAreForgottenToo) {
  const test::TemporaryDirectory directory;
  const std::string socket = directory / "admin.sock";
  test::ServerProcess server({"--memory", "--table-delay", "60000", "--regions", "many", "--admin-socket", socket},
                             test::Stderr::Joined);
  const auto database_in = [&](const std::string& region) {
    ConnectOptions options;
    options.credentials = Credentials{kFirst, "local"};
    options.region = region;
    return connect(server.endpoint(), options).value();
  };
  const auto here = database_in("us-east-1"), there = database_in("eu-west-1");
  const auto forget = [&] {
    return server::ask_admin_socket(socket, {"DELETE", std::string("/accounts/") + kFirst})->body;
  };
  for (int round = 0; round < 3; ++round) {
    // A table that is being created, in a region that is not the server's.
    ASSERT_TRUE(there->create_table(test::create_request("items", "pk:S"))) << round;
    EXPECT_EQ(forget(), "{\"tables\":1}\n");
    EXPECT_TRUE(there->list_tables({})->table_names.empty());
  }
  // A table that is being deleted.
  ASSERT_TRUE(here->create_table(test::create_request("items", "pk:S")));
  ASSERT_TRUE(here->create_table(test::create_request("others", "pk:S")));
  const std::string clock = std::string("/clock?account=") + kFirst;
  ASSERT_EQ(server::ask_admin_socket(socket, {"PUT", clock, R"({"advance_seconds":315360000})"})->status, 200);
  ASSERT_TRUE(here->delete_table({.table_name = "items"}));
  forget();
  EXPECT_TRUE(here->list_tables({})->table_names.empty());
  EXPECT_EQ(server::ask_admin_socket(socket, {"PUT", clock, R"({"advance_seconds":1})"})->body,
            "{\"ahead_seconds\":1}\n");
}

TEST_F(AccountsOfTests, FaultsReachRegionsThatAreUsedLater) {
  test::ServerProcess server({"--memory", "--regions", "many", "--admin-socket", directory_ / "two.sock"},
                             test::Stderr::Joined);
  const std::string rules = R"({"rules":[{"operations":["ListTables"],"error":"RequestLimitExceeded"}]})";
  const auto faults_of = [&](const char* method, const std::string& body) {
    return server::ask_admin_socket(directory_ / "two.sock", {method, std::string("/faults?account=") + kFirst, body});
  };
  ASSERT_EQ(faults_of("PUT", rules)->status, 200);
  const auto lists = [&](const std::string& region) {
    ConnectOptions options;
    options.credentials = Credentials{kFirst, "local"};
    options.region = region;
    options.max_attempts = 1;
    return connect(server.endpoint(), options).value()->list_tables({}).has_value();
  };
  EXPECT_FALSE(lists("eu-west-1"));
  ASSERT_EQ(faults_of("DELETE", "")->status, 200);
  EXPECT_TRUE(lists("eu-west-1"));
  EXPECT_TRUE(lists("eu-north-1"));
}

TEST_F(AccountsOfTests, ItemsExpireByTheClockOfTheirAccount) {
  const auto first = account(kFirst), second = account(kSecond);
  const std::int64_t now_s = base::SystemClock().now_ms() / 1000;
  for (Database* one : {first.get(), second.get()}) {
    ASSERT_TRUE(one->create_table(test::create_request("items", "pk:S")));
    ASSERT_TRUE(one->update_time_to_live(test::time_to_live_request("items", "expires", true)));
    ASSERT_TRUE(one->put_item(test::put_request("items", {{"pk", "soon"}, {"expires", now_s + 3600}})));
    ASSERT_TRUE(one->put_item(test::put_request("items", {{"pk", "later"}, {"expires", now_s + 10000}})));
  }
  const std::string clock = std::string("/clock?account=") + kFirst;
  EXPECT_EQ(ask("PUT", clock, R"({"advance_seconds":4000})").body, "{\"ahead_seconds\":4000}\n");
  EXPECT_EQ(first->scan({.table_name = "items"})->count, 1);
  EXPECT_EQ(second->scan({.table_name = "items"})->count, 2);
  EXPECT_EQ(ask("PUT", clock, R"({"advance_seconds":7000})").body, "{\"ahead_seconds\":11000}\n");
  EXPECT_EQ(first->scan({.table_name = "items"})->count, 0);
  // An item that is written from now on is as old as that clock says.
  ASSERT_TRUE(first->put_item(test::put_request("items", {{"pk", "old"}, {"expires", now_s + 10000}})));
  ASSERT_TRUE(first->put_item(test::put_request("items", {{"pk", "new"}, {"expires", now_s + 20000}})));
  EXPECT_EQ(ask("PUT", clock, R"({"advance_seconds":0})").body, "{\"ahead_seconds\":11000}\n");
  EXPECT_EQ(first->scan({.table_name = "items"})->count, 1);
  EXPECT_EQ(ask("DELETE", std::string("/accounts/") + kFirst).status, 200);
  EXPECT_EQ(ask("PUT", clock, R"({"advance_seconds":1})").body, "{\"ahead_seconds\":1}\n");
}

TEST_F(AccountsOfTests, TokensAreForgottenByTheClockOfTheirAccount) {
  const auto first = account(kFirst);
  ASSERT_TRUE(first->create_table(test::create_request("counters", "pk:S")));
  Update update{.key = {{{"pk", "visits"}}}, .update_expression = "ADD n :one", .table_name = "counters"};
  update.expression_attribute_values = {{{":one", 1}}};
  const auto visits = [&] {
    EXPECT_TRUE(first->transact_write_items({.transact_items = {{{.update = update}}}, .client_request_token = "t"}));
    return first->get_item(test::get_request("counters", {{"pk", "visits"}}))->item->get("n")->n();
  };
  const std::string clock = std::string("/clock?account=") + kFirst;
  EXPECT_EQ(visits(), "1");
  EXPECT_EQ(visits(), "1");
  // A token is forgotten after ten minutes, and then known again.
  EXPECT_EQ(ask("PUT", clock, R"({"advance_seconds":601})").status, 200);
  EXPECT_EQ(visits(), "2");
  EXPECT_EQ(visits(), "2");
}

TEST_F(AccountsOfTests, AClockIsSetOnlyForwardAndInMemory) {
  const std::string clock = std::string("/clock?account=") + kFirst;
  for (const char* body : {"", "{}", "7", R"({"advance_seconds":-1})", R"({"advance_seconds":1.5})",
                           R"({"advance_seconds":"1"})", R"({"advance_seconds":1,"more":2})"})
    EXPECT_THAT(ask("PUT", clock, body).body, HasSubstr("the body must be like")) << body;
  EXPECT_THAT(ask("PUT", clock, R"({"advance_seconds":315360001})").body, HasSubstr("ten years, at most"));
  EXPECT_THAT(ask("PUT", clock, R"({"advance_seconds":9223372036854775807})").body, HasSubstr("ten years, at most"));
  EXPECT_EQ(ask("PUT", clock, R"({"advance_seconds":315360000})").status, 200);
  EXPECT_EQ(ask("GET", clock).status, 405);
  EXPECT_THAT(ask("PUT", "/clock?account=123456789012", R"({"advance_seconds":1})").body, HasSubstr("server's own"));
  const std::string socket = directory_ / "disk.sock";
  test::ServerProcess on_disk{{"--data", directory_ / "data", "--admin-socket", socket}, test::Stderr::Joined};
  const auto refused = server::ask_admin_socket(socket, {"PUT", clock, R"({"advance_seconds":1})"});
  EXPECT_EQ(refused->status, 400);
  EXPECT_THAT(refused->body, HasSubstr("only with --memory"));
}

TEST_F(AccountsOfTests, WrongRequestsAreRefused) {
  EXPECT_EQ(ask("DELETE", "/accounts/12345").status, 400);
  EXPECT_EQ(ask("GET", std::string("/accounts/") + kFirst).status, 405);
  EXPECT_THAT(ask("DELETE", "/accounts/123456789012").body, HasSubstr("the server's own account cannot be forgotten"));
  EXPECT_EQ(ask("PUT", "/faults?account=x", "{}").status, 400);
  EXPECT_THAT(ask("PUT", std::string("/faults?account=") + kFirst, R"({"rules":[],"clock_skew_seconds":60})").body,
              HasSubstr("the clock is that of all accounts"));
}

TEST(ExitWithStdin, AServerEndsWithItsStandardInput) {
  // The shell's pipe ends at once.
  const Outcome ended = run_command("serve --memory --port 0 --exit-with-stdin < /dev/null");
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("event=stopping signal=SIGTERM"));
}

TEST(EndWithParent, AServerEndsWithAParentThatIsKilled) {
  // The reader of the output waits until the server, which has it too, has ended.
  const Outcome ended = run_command(
      "--version >/dev/null; sh -c 'PARTITA_PARENT_PID=$$ " PARTITA_COMMAND
      " serve --memory --port 0 2>&1 | tee log & until grep -qs listening log; do sleep 0.02; done; kill -9 $$'",
      test::TemporaryDirectory().string());
  EXPECT_THAT(ended.output, HasSubstr("event=stopping signal=SIGTERM"));
}

TEST(EndWithParent, AProcessBetweenTheParentAndTheCommandDoesNotEndIt) {
  // No process has the second number, so that server ends.
  const Outcome run = run_command("--version >/dev/null; export PARTITA_PARENT_PID=$$; (" PARTITA_COMMAND
                                  " --version; echo code $?); PARTITA_PARENT_PID=4194305 " PARTITA_COMMAND
                                  " serve --memory --port 0 2>&1");
  EXPECT_THAT(run.output, HasSubstr("code 0"));
}

TEST(Healthcheck, ASmallCommandAsksWhetherAServerIsReady) {
  test::ServerProcess server({"--memory"}, test::Stderr::Joined);
  EXPECT_EQ(run_command("healthcheck --endpoint " + server.endpoint()).exit_code, 0);
  EXPECT_EQ(server.stop(), 0);
  const Outcome refused = run_command("healthcheck --endpoint " + server.endpoint());
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("does not answer"));
}

TEST(Healthcheck, TheServerOfAContainerIsFound) {
  // Other servers of this machine may be found in place of this one, so that only a container has a sure answer.
  test::ServerProcess server({"--memory", "--tls-self-signed"}, test::Stderr::Joined);
  const Outcome outcome = run_command("healthcheck --container");
  EXPECT_THAT(outcome.output, Not(HasSubstr("there is no partita serve in this container")));
  EXPECT_THAT(run_command("healthcheck --container --endpoint http://127.0.0.1:1").output, HasSubstr("excludes"));
}

TEST(Published, AServerInAContainerAnswersNamesThatNoWebPageHas) {
  test::ServerProcess server({"--memory", "--host", "0.0.0.0", "--published"}, test::Stderr::Joined);
  const std::string port = server.endpoint().substr(server.endpoint().rfind(':') + 1);
  const auto status = [&](const std::string& host) {
    return run_command("--version >/dev/null; curl -s -o /dev/null -w '%{http_code}' -H 'Host: " + host +
                       "' http://127.0.0.1:" + port + "/")
        .output;
  };
  for (const char* host :
       {"127.0.0.1:8000", "localhost", "dynamodb:8000", "172.17.0.2", "[::1]:8000", "host.docker.internal"})
    EXPECT_EQ(status(host), "200") << host;
  for (const char* host : {"attacker.example", "a.b.com:8000", "127.0.0.1.nip.io"})
    EXPECT_EQ(status(host), "403") << host;
}

}  // namespace accounts_of_tests_test
}  // namespace partita
