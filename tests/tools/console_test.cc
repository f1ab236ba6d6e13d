// `partita serve --console` and `partita console`, as a user runs them.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <filesystem>
#include <fstream>
#include <regex>

#include "run_command.h"
#include "support/partita_process.h"
#include "support/temporary_directory.h"

namespace partita {
namespace console_command_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kConsoleService = "PartitaConsole_20261101.";
constexpr const char* kDynamo = "DynamoDB_20120810.";

// Sends a request and returns head and body of the answer.
std::string exchange(const std::string& url, const std::string& head, const std::string& body) {
  std::smatch parts;
  EXPECT_TRUE(std::regex_match(url, parts, std::regex("http://(127\\.0\\.0\\.1):([0-9]+)/?"))) << url;
  boost::asio::io_context io;
  boost::asio::ip::tcp::socket socket(io);
  boost::system::error_code error;
  socket.connect({boost::asio::ip::make_address(parts[1].str()), static_cast<std::uint16_t>(std::stoi(parts[2]))},
                 error);
  EXPECT_FALSE(error) << url;
  const std::string request =
      fmt::format("{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n{}Content-Length: {}\r\n\r\n{}",
                  head.substr(0, head.find('\n')), parts[2].str(),
                  head.find('\n') == head.npos ? "" : head.substr(head.find('\n') + 1), body.size(), body);
  boost::asio::write(socket, boost::asio::buffer(request), error);
  std::string answer;
  boost::asio::read(socket, boost::asio::dynamic_buffer(answer), error);
  return answer;
}

std::string get(const std::string& url, const std::string& path) { return exchange(url, "GET " + path, ""); }

std::string post(const std::string& url, const std::string& target, const std::string& body,
                 const std::string& lines = "") {
  return exchange(url, "POST /\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: " + target + "\r\n" + lines,
                  body);
}

// The address in the line that begins with `before`.
std::string address_in(const std::string& text, const std::string& before) {
  std::smatch found;
  EXPECT_TRUE(std::regex_search(text, found, std::regex(before + "(http://127\\.0\\.0\\.1:[0-9]+)"))) << text;
  return found.empty() ? "" : found[1].str();
}

TEST(ServeConsole, ServesPagesAndTheSameTables) {
  test::ServerProcess server({"--memory", "--auth", "off", "--console", "0", "--log-level", "error"},
                             test::Stderr::Shown);
  server.read_until("\nconsole at ");
  const std::string console = address_in(server.read_until("\n"), "^");
  EXPECT_NE(console, server.endpoint());
  EXPECT_THAT(get(console, "/"), AllOf(StartsWith("HTTP/1.1 200 OK"), HasSubstr("<title>Partita console</title>")));
  EXPECT_THAT(get(console, "/lib/mithril.js"), HasSubstr("text/javascript"));
  EXPECT_THAT(get(console, "/console.json"),
              HasSubstr(fmt::format(R"("Mode":"serve","Endpoint":"{}","Region":"us-east-1",)", server.endpoint())));
  EXPECT_THAT(post(console, std::string(kDynamo) + "CreateTable",
                   R"({"TableName":"things","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                   R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                   R"("BillingMode":"PAY_PER_REQUEST"})"),
              HasSubstr("200 OK"));
  EXPECT_THAT(post(server.endpoint(), std::string(kDynamo) + "ListTables", "{}"),
              HasSubstr(R"({"TableNames":["things"]})"));
  EXPECT_THAT(post(console, std::string(kConsoleService) + "ListHotKeys", "{}"), HasSubstr(R"("Enabled":true)"));
  // The metrics are those of the API, and its port has no console.
  EXPECT_THAT(get(console, "/metrics"), HasSubstr("partita_requests_total{operation=\"ListTables\""));
  EXPECT_THAT(get(server.endpoint(), "/console.json"), StartsWith("HTTP/1.1 404"));
  EXPECT_EQ(server.stop(), 0);
}

TEST(ServeConsole, ConnectionsOfTheConsoleLeaveThoseOfTheApiAlone) {
  test::ServerProcess server({"--memory", "--auth", "off", "--console", "0", "--log-level", "error"},
                             test::Stderr::Shown);
  server.read_until("\nconsole at ");
  const std::string console = address_in(server.read_until("\n"), "^");
  const auto port = static_cast<std::uint16_t>(std::stoi(console.substr(console.rfind(':') + 1)));
  boost::asio::io_context io;
  std::vector<boost::asio::ip::tcp::socket> held;
  for (int i = 0; i < 256; ++i) {
    held.emplace_back(io).connect({boost::asio::ip::address_v4::loopback(), port});
    // One that began a request is not idle, so it does not make room for the next one.
    boost::asio::write(held.back(), boost::asio::buffer(std::string_view("POST / HTTP/1.1\r\n")));
  }
  EXPECT_THAT(get(console, "/console.json"), StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(post(server.endpoint(), std::string(kDynamo) + "ListTables", "{}"), HasSubstr("200 OK"));
  EXPECT_EQ(server.stop(), 0);
}

TEST(ServeConsole, KeepsTheRulesOfAddresses) {
  const auto said = [](const std::string& options) {
    const Outcome outcome = run_command("serve --memory --port 0 " + options);
    EXPECT_NE(outcome.exit_code, 0);
    return outcome.output;
  };
  EXPECT_THAT(said("--console 0.0.0.0:0"), HasSubstr("other machines can reach 0.0.0.0"));
  EXPECT_THAT(said("--console [::]:0 --plaintext"), HasSubstr("signatures are not verified"));
  const test::TemporaryDirectory directory;
  std::ofstream(directory / "keys") << "[a]\naws_access_key_id = AKIDALICE\naws_secret_access_key = alice\n";
  std::filesystem::permissions(directory / "keys", std::filesystem::perms::owner_read);
  EXPECT_THAT(said("--console 0.0.0.0:0 --auth keys --credentials " + directory / "keys"),
              HasSubstr("the server has no TLS"));
  for (const char* wrong : {"nonsense", "70000", "127.0.0.1:", ":", ":1", "-1"})
    EXPECT_THAT(said("--console=" + std::string(wrong)), HasSubstr("is neither a port nor an address")) << wrong;
  EXPECT_THAT(said("--model x.yml"), HasSubstr("--console"));
  EXPECT_THAT(said("--console 0 --model /nowhere.yml"), HasSubstr("/nowhere.yml"));
}

// `partita console` with the token that its first line has.
class RunningConsole {
 public:
  explicit RunningConsole(std::vector<std::string> options) : process_(command(std::move(options))) {
    const std::string line = process_.read_until("\n");
    url_ = address_in(line, "^");
    std::smatch found;
    if (std::regex_search(line, found, std::regex("/#token=([A-Z0-9]+)\n"))) token_ = found[1];
    EXPECT_EQ(token_.size(), 52u) << line;
    about_ = process_.read_until("\n");
  }
  // Opens the session.
  void enter() {
    const std::string answer =
        post(url_, std::string(kConsoleService) + "OpenSession", fmt::format(R"({{"Token":"{}"}})", token_));
    std::smatch found;
    ASSERT_TRUE(std::regex_search(answer, found, std::regex(R"re("Session":"([A-Z0-9]+)")re"))) << answer;
    session_ = "X-Partita-Session: " + found[1].str() + "\r\n";
  }
  std::string ask(const std::string& operation, const std::string& body) const {
    return post(url_, kDynamo + operation, body, session_);
  }

  std::string url_, token_, about_, session_;

 private:
  static std::vector<std::string> command(std::vector<std::string> options) {
    options.insert(options.begin(), {"console", "--port", "0"});
    return options;
  }
  test::ServerProcess process_;
};

TEST(ConsoleCommand, ShowsAnotherEndpointToTheTabThatHasTheToken) {
  test::ServerProcess server({"--memory", "--log-level", "error"}, test::Stderr::Shown);
  RunningConsole console({"--endpoint", server.endpoint()});
  EXPECT_THAT(console.about_, AllOf(HasSubstr(server.endpoint()), HasSubstr("reads and writes")));
  EXPECT_THAT(get(console.url_, "/"), HasSubstr("<title>Partita console</title>"));
  EXPECT_THAT(get(console.url_, "/console.json"),
              AllOf(HasSubstr(R"("Mode":"endpoint")"), HasSubstr(R"("NeedsSession":true)"),
                    HasSubstr(R"("ReadOnly":false)"), Not(HasSubstr(console.token_))));
  EXPECT_THAT(console.ask("ListTables", "{}"), StartsWith("HTTP/1.1 403"));
  console.enter();
  EXPECT_THAT(console.ask("ListTables", "{}"), HasSubstr(R"({"TableNames":[]})"));
  EXPECT_THAT(
      console.ask("CreateTable", R"({"TableName":"things","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                                 R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                                 R"("BillingMode":"PAY_PER_REQUEST"})"),
      HasSubstr("200 OK"));
  // The errors of the endpoint come through.
  EXPECT_THAT(console.ask("DescribeTable", R"({"TableName":"no-such"})"), HasSubstr("ResourceNotFoundException"));
  // The token was used up.
  EXPECT_THAT(post(console.url_, std::string(kConsoleService) + "OpenSession",
                   fmt::format(R"({{"Token":"{}"}})", console.token_)),
              HasSubstr("The token was used before"));
  // Pages of other sites stay outside, also with the session.
  EXPECT_THAT(post(console.url_, std::string(kDynamo) + "ListTables", "{}",
                   console.session_ + "Origin: https://evil.example\r\n"),
              StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(get(console.url_, "/metrics"), StartsWith("HTTP/1.1 403"));
}

TEST(ConsoleCommand, OnlyReadsFromAmazon) {
  setenv("AWS_ACCESS_KEY_ID", "AKIDALICE", 1);
  setenv("AWS_SECRET_ACCESS_KEY", "alice", 1);
  {
    // No request is sent: a refused one does not reach the client.
    RunningConsole console({"--endpoint", "https://dynamodb.eu-west-1.amazonaws.com"});
    EXPECT_THAT(console.about_, HasSubstr("only reads; --write allows changes"));
    EXPECT_THAT(
        get(console.url_, "/console.json"),
        AllOf(HasSubstr(R"("Region":"eu-west-1")"), HasSubstr(R"("ReadOnly":true)"), HasSubstr(R"("Amazon":true)")));
    console.enter();
    const std::string refused = "This console only reads";
    EXPECT_THAT(console.ask("PutItem", R"({"TableName":"things","Item":{"pk":{"S":"a"}}})"), HasSubstr(refused));
    EXPECT_THAT(console.ask("DeleteTable", R"({"TableName":"things"})"), HasSubstr(refused));
    EXPECT_THAT(console.ask("ExecuteStatement", R"({"Statement":"DELETE FROM t WHERE pk='a'"})"), HasSubstr(refused));
    EXPECT_THAT(
        console.ask("BatchExecuteStatement", R"({"Statements":[{"Statement":"UPDATE t SET a=1 WHERE pk='a'"}]})"),
        HasSubstr(refused));
    EXPECT_THAT(
        console.ask("ExecuteTransaction", R"({"TransactStatements":[{"Statement":"INSERT INTO t VALUE {'pk':'a'}"}]})"),
        HasSubstr(refused));
  }
  RunningConsole writing({"--write", "--endpoint", "https://dynamodb.eu-west-1.amazonaws.com"});
  EXPECT_THAT(writing.about_, HasSubstr("reads and writes"));
  EXPECT_THAT(get(writing.url_, "/console.json"), HasSubstr(R"("ReadOnly":false)"));
  unsetenv("AWS_ACCESS_KEY_ID");
  unsetenv("AWS_SECRET_ACCESS_KEY");
}

TEST(ConsoleCommand, SaysWhatIsWrong) {
  EXPECT_THAT(run_command("console --endpoint nonsense").output, HasSubstr("is not a URL"));
  EXPECT_THAT(run_command("console --endpoint http://127.0.0.1:1 --model /nowhere.yml").output,
              HasSubstr("/nowhere.yml"));
}

}  // namespace console_command_test
}  // namespace partita
