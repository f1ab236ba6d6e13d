// The admin socket: who can open it, and the commands that use it.
#include <gmock/gmock.h>
#include <partita/connect.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>

#include "operate/metrics_reader.h"
#include "run_command.h"
#include "server/endpoints/admin_socket.h"
#include "support/partita_process.h"
#include "support/requests.h"
#include "support/temporary_directory.h"

namespace partita {
namespace admin_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class AdminTest : public ::testing::Test {
 protected:
  Outcome command(const std::string& words) { return run_command(words + " --admin-socket " + socket_); }
  std::string file(const std::string& text) {
    std::ofstream(directory_ / "rules.json") << text;
    return directory_ / "rules.json";
  }

  test::TemporaryDirectory directory_;
  const std::string socket_ = directory_ / "admin.sock";
};

TEST_F(AdminTest, FaultsOfARunningServerAreSetShownAndCleared) {
  test::ServerProcess server({"--memory", "--hot-keys", "--admin-socket", socket_, "--log-level", "error"},
                             test::Stderr::Shown);
  struct stat facts {};
  ASSERT_EQ(::stat(socket_.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600u);
  const auto remote = connect(server.endpoint(), {.max_attempts = 1}).value();
  ASSERT_TRUE(remote->create_table(test::create_request("items", "pk:S")));
  EXPECT_EQ(command("faults show").output, "{\"acted\":[],\"faults\":{\"rules\":[]}}\n");

  const std::string rules = R"({"rules":[{"operations":["PutItem"],"error":"ThrottlingException"}]})";
  EXPECT_EQ(command("faults set " + file(rules)).output, "{\"acted\":[0],\"faults\":" + rules + "}\n");
  EXPECT_EQ(remote->put_item(test::put_request("items", {{"pk", "a"}})).error().code, ErrorCode::ThrottlingException);
  EXPECT_THAT(command("faults show").output, HasSubstr("{\"acted\":[1],"));

  const Outcome wrong =
      command("faults set " + file(R"({"rules":[{"operations":["Nonsense"],"error":"ThrottlingException"}]})"));
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.output, AllOf(HasSubstr("partita: "), HasSubstr("Nonsense")));
  EXPECT_THAT(command("faults show").output, HasSubstr("ThrottlingException"));

  EXPECT_EQ(command("faults clear").exit_code, 0);
  EXPECT_TRUE(remote->put_item(test::put_request("items", {{"pk", "a"}})));
  EXPECT_THAT(command("stats --seconds 0").output, AllOf(::testing::ContainsRegex("table +operation"),
                                                         ::testing::ContainsRegex("items +PutItem +2 +0 +1 ")));
  for (int i = 0; i < 400; ++i) ASSERT_TRUE(remote->get_item(test::get_request("items", {{"pk", "hot"}})));
  EXPECT_THAT(
      command("stats --seconds 0").output,
      ::testing::ContainsRegex("hot keys of the last minutes\n *[0-9.]+ %  items  \\{\"pk\":\\{\"S\":\"hot\"\\}\\}"));
  EXPECT_EQ(server.stop(), 0);
  EXPECT_NE(::stat(socket_.c_str(), &facts), 0);
  EXPECT_THAT(command("faults show").output,
              AllOf(HasSubstr("cannot connect to " + socket_), HasSubstr("; give the path with which a server runs")));
}

TEST_F(AdminTest, ASocketThatIsLeftIsReplacedAndAFileIsNot) {
  const auto handler = [](const server::AdminRequest& request) {
    return server::AdminAnswer{.body = request.method + request.path + request.body};
  };
  {
    auto first = server::AdminSocket::listen(socket_, handler);
    ASSERT_TRUE(first);
    EXPECT_FALSE(server::AdminSocket::listen(socket_, handler)) << "another server listens there";
    // The refused server connected, and went away without a word.
    EXPECT_EQ(server::ask_admin_socket(socket_, {"PUT", "/x", "body"})->body, "PUT/xbody");
    const auto too_large = server::ask_admin_socket(socket_, {"PUT", "/x", std::string(2 << 20, 'x')});
    EXPECT_FALSE(too_large && too_large->status == 200);
    // The server is killed, so its socket stays.
    ASSERT_EQ(::link(socket_.c_str(), (socket_ + ".left").c_str()), 0);
  }
  const std::string left = socket_ + ".left";
  EXPECT_TRUE(server::AdminSocket::listen(left, handler));
  std::ofstream(socket_) << "a file";
  const auto refused = server::AdminSocket::listen(socket_, handler);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error(),
              AllOf(HasSubstr("cannot listen on " + socket_), HasSubstr("; give another path with --admin-socket")));
}

TEST_F(AdminTest, SilentClientsDoNotKeepOthersWaiting) {
  const auto handler = [](const server::AdminRequest& request) { return server::AdminAnswer{.body = request.body}; };
  auto socket = server::AdminSocket::listen(socket_, handler);
  ASSERT_TRUE(socket);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket_.copy(address.sun_path, sizeof address.sun_path - 1);
  std::vector<int> silent;
  for (std::size_t i = 0; i + 1 < server::SmallServer::kClients; ++i) {
    silent.push_back(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(::connect(silent.back(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  // The one that asks gives up at the time at which the silent ones would be given up.
  for (int i = 0; i < 3; ++i) {
    const auto answer = server::ask_admin_socket(socket_, {"PUT", "/x", "body"});
    ASSERT_TRUE(answer) << answer.error();
    EXPECT_EQ(answer->body, "body");
  }
  // The silent ones are given up.
  socket->reset();
  for (const int peer : silent) ::close(peer);
}

TEST(MetricsReader, MakesAReportOfTwoSamples) {
  const std::string begin = "# a comment\npartita_requests_total{operation=\"GetItem\",table=\"t\",class=\"success\"} ";
  const std::string bucket = "partita_request_duration_seconds_bucket{operation=\"GetItem\",table=\"t\",le=";
  const auto before = tools::read_metrics(begin + "100\n" + bucket + "\"0.001\"} 100\n" + bucket + "\"0.002\"} 100\n" +
                                          bucket + "\"+Inf\"} 100\n");
  const auto after = tools::read_metrics(
      begin + "190\npartita_requests_total{operation=\"GetItem\",table=\"t\",class=\"throttle\"} 10\n" + bucket +
      "\"0.001\"} 150\n" + bucket + "\"0.002\"} 200\n" + bucket + "\"+Inf\"} 200\npartita_open_connections 7\n");
  const auto report = tools::report_of(before, after);
  ASSERT_EQ(report.size(), 1u);
  const tools::OperationReport& of = report.at({"t", "GetItem"});
  EXPECT_EQ(of.requests, 100);
  EXPECT_EQ(of.throttled, 10);
  EXPECT_DOUBLE_EQ(tools::quantile_of(of, 0.5), 0.001);
  EXPECT_DOUBLE_EQ(tools::quantile_of(of, 0.75), 0.0015);
  EXPECT_EQ(tools::quantile_of({}, 0.5), 0);
  const std::string text = tools::stats_text(report, after, 2);
  EXPECT_THAT(text, AllOf(HasSubstr(" 50.0 "), HasSubstr("1.0 ms"), HasSubstr("7 connections")));
  EXPECT_THAT(tools::stats_text({}, {}, 0), HasSubstr("no requests"));
  tools::Report wide = report;
  wide[{"t", "DescribeContributorInsights"}] = of;
  EXPECT_THAT(tools::stats_text(wide, after, 2), AllOf(HasSubstr("operation                     requests/s"),
                                                       HasSubstr("DescribeContributorInsights         50.0"),
                                                       HasSubstr("GetItem                             50.0")));
}

}  // namespace admin_test
}  // namespace partita
