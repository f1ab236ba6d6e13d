// The needs of fixtures for tests: tables of an account that go at once, faults of one account, and an end with
// the program that started the server.
#include <gmock/gmock.h>
#include <partita/connect.h>

#include "run_command.h"
#include "server/endpoints/admin_socket.h"
#include "support/partita_process.h"
#include "support/requests.h"
#include "support/temporary_directory.h"

namespace partita {
namespace accounts_of_tests_test {

using ::testing::HasSubstr;

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

TEST(Healthcheck, ASmallCommandAsksWhetherAServerIsReady) {
  test::ServerProcess server({"--memory"}, test::Stderr::Joined);
  EXPECT_EQ(run_command("healthcheck --endpoint " + server.endpoint()).exit_code, 0);
  EXPECT_EQ(server.stop(), 0);
  const Outcome refused = run_command("healthcheck --endpoint " + server.endpoint());
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("does not answer"));
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
