// `partita mcp`: the handshake, the tools, and that writes do not reach the data unless they may.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "run_command.h"
#include "support/partita_process.h"
#include "support/temporary_directory.h"

namespace partita {
namespace mcp_test {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kModel = R"(format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    entities:
      - name: Order
        fields: {customer: string, id: string}
        key: {partition: "C#{customer}", sort: "O#{id}"}
patterns:
  - {name: orders of a customer, entities: Order, by: customer}
)";

struct Mcp : ::testing::Test {
  // The answers to these messages, a line for each.
  std::string talk(const std::vector<std::string>& messages, const std::string& options = "") {
    {
      std::ofstream file(directory_ / "messages");
      for (const std::string& one : messages) file << one << '\n';
    }
    const Outcome outcome = run_command("mcp " + options + " < messages", directory_ / ".");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return outcome.output;
  }
  static std::string call(const std::string& tool, const std::string& arguments) {
    return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + tool + R"(","arguments":)" +
           arguments + "}}";
  }

  // The copies of data directories that are there.
  std::ptrdiff_t copies() const {
    return std::ranges::count_if(std::filesystem::directory_iterator(directory_ / "."), [](const auto& entry) {
      return entry.path().filename().string().starts_with(".partita-copy-");
    });
  }

  test::TemporaryDirectory directory_;
};

TEST_F(Mcp, TheHandshakeOffersTools) {
  const std::string out = talk({
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
      R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
      R"({"jsonrpc":"2.0","id":"two","method":"tools/list"})",
      R"({"jsonrpc":"2.0","id":3,"method":"ping"})",
  });
  EXPECT_THAT(out, HasSubstr(R"("protocolVersion": "2025-03-26")"));
  EXPECT_THAT(out, HasSubstr(R"("name": "partita")"));
  EXPECT_THAT(out, HasSubstr(R"("id": "two")"));
  for (const char* tool : {"model_lint", "model_design", "query", "put_item"})
    EXPECT_THAT(out, HasSubstr(std::string(R"("name": ")") + tool + '"'));
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 3);
}

TEST_F(Mcp, WrongMessagesGetErrorsOfJsonRpc) {
  EXPECT_THAT(talk({"{"}), HasSubstr("-32700"));
  EXPECT_THAT(talk({R"({"jsonrpc":"2.0","id":1,"method":"nothing"})"}), HasSubstr("-32601"));
  EXPECT_THAT(talk({call("nothing", "{}")}), HasSubstr("-32602"));
  EXPECT_THAT(talk({call("model_lint", R"({"models":"x"})")}), HasSubstr("model_lint has no argument 'models'"));
  EXPECT_THAT(talk({call("query", "{}")}), HasSubstr("query needs the argument 'request'"));
}

TEST_F(Mcp, ACancelledRequestGetsNoAnswer) {
  std::ofstream(directory_ / "shop.yml") << kModel;
  const std::string ping = R"({"jsonrpc":"2.0","id":"1","method":"ping"})";
  const auto cancel = [](const std::string& id) {
    return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}";
  };
  const std::string lint = call("model_lint", R"({"model":"shop.yml"})");
  const std::string out = talk({lint, cancel("1"), ping});
  EXPECT_THAT(out, HasSubstr(R"("id": "1")"));
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 1) << out;
  // Other requests are not cancelled, nor one that has its answer already, nor one that comes later.
  const std::string others = talk({cancel("1"), lint, cancel("\"1\""), cancel("2")});
  EXPECT_THAT(others, HasSubstr(R"("id": 1)"));
  EXPECT_THAT(others, Not(HasSubstr("isError")));
  EXPECT_THAT(talk({lint, R"({"method":"notifications\/cancelled","params":{"requestId":1}})", ping}),
              Not(HasSubstr("isError")));
}

TEST_F(Mcp, ArgumentsAreTakenWholeOrRefused) {
  std::ofstream(directory_ / "shop.yml") << kModel;
  const auto ask = [&](const std::string& more) {
    return talk({call("model_ask", R"({"model":"shop.yml","pattern":"orders of a customer")" + more + "}")});
  };
  EXPECT_THAT(ask(R"(,"values":["customer=ann"])"), HasSubstr("C#ann"));
  EXPECT_THAT(ask(R"(,"values":["customer=a\u0000nn"])"), AllOf(HasSubstr("zero byte"), HasSubstr("isError")));
  // A value never becomes an option, whatever the options before it are.
  for (const char* options : {R"(["--table-prefix",""])", R"(["--table-prefix="])"})
    EXPECT_THAT(ask(std::string(R"(,"values":["--help"],"options":)") + options), HasSubstr("needs a value"));
  EXPECT_THAT(ask(R"(,"values":["--help"])"), HasSubstr("isError"));
  const std::string text = talk({call("model_lint", R"({"text":"format: 1"})")}, "");
  EXPECT_THAT(text, HasSubstr("\"result\""));
}

TEST_F(Mcp, ADirectoryWithoutFilesForTheTextIsTold) {
  const std::string lint = call("model_lint", R"({"text":"format: 1"})");
  std::ofstream(directory_ / "messages") << lint << '\n';
  const Outcome outcome =
      run_command("--version >/dev/null; TMPDIR=/nowhere " PARTITA_COMMAND " mcp < messages", directory_ / ".");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("temporary files"), HasSubstr("isError")));
}

TEST_F(Mcp, TheEndSignalEndsItAlsoIfTheClientDoesNotRead) {
  std::ofstream messages(directory_ / "messages");
  for (int i = 0; i < 100; ++i) messages << R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})" << '\n';
  messages.close();
  // The output is a pipe that no program reads, and the input stays open.
  const Outcome outcome =
      run_command("--version >/dev/null; mkfifo in out; exec 3<>in 4<>out; cat messages >&3 & " PARTITA_COMMAND
                  " mcp <&3 >&4 & pid=$!; sleep 1; kill $pid; wait $pid; echo ended with $?",
                  directory_ / ".");
  EXPECT_THAT(outcome.output, HasSubstr("ended with 0"));
}

TEST_F(Mcp, TheEndSignalEndsItAlsoIfTheInputHasEnded) {
  std::ofstream messages(directory_ / "messages");
  for (int i = 0; i < 100; ++i) messages << R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})" << '\n';
  messages.close();
  const Outcome outcome = run_command("--version >/dev/null; mkfifo out; exec 4<>out; " PARTITA_COMMAND
                                      " mcp <messages >&4 & pid=$!; sleep 1; kill $pid; wait $pid; echo ended with $?",
                                      directory_ / ".");
  EXPECT_THAT(outcome.output, HasSubstr("ended with 0"));
}

TEST_F(Mcp, ACallEndsWithAServerThatIsKilled) {
  // A run of this model takes some minutes.
  std::string model = "format: 1\nname: shop\ntables:\n  - {name: t, partition_key: PK, entities: [";
  for (int i = 0; i < 50; ++i)
    model += fmt::format("{{name: E{0}, fields: {{id: string}}, key: {{partition: \"{0}#{{id}}\"}}}}, ", i);
  std::ofstream(directory_ / "large.yml") << model << "]}\n";
  std::ofstream(directory_ / "messages") << call("model_run", R"({"model":"large.yml","options":["--items","10000"]})")
                                         << '\n';
  // The reader of the output waits until the run, which has file 5 too, has ended.
  const Outcome outcome = run_command(
      "--version >/dev/null; mkfifo in; exec 3<>in; cat messages >&3; " PARTITA_COMMAND
      " mcp <&3 >/dev/null 3>&- 5>&1 & pid=$!; until grep -qs \"^PPid:[[:space:]]*$pid\\$\" /proc/[0-9]*/status; do "
      "sleep 0.02; done; kill -9 $pid; wait $pid; echo killed",
      directory_ / ".");
  EXPECT_THAT(outcome.output, EndsWith("killed\n"));
}

TEST_F(Mcp, ADirectoryWithoutANameIsRefused) {
  const Outcome outcome = run_command("mcp --data '' < /dev/null", directory_ / ".");
  EXPECT_GE(outcome.exit_code, 100);
  EXPECT_THAT(outcome.output, HasSubstr("--data: it is empty"));
}

TEST_F(Mcp, AnAccountInTheDirectoryIsReached) {
  std::ofstream(directory_ / "shop.yml") << kModel;
  const std::string other = "--data d --account 111122223333 --region eu-west-1";
  ASSERT_EQ(run_command("model run shop.yml " + other, directory_ / ".").exit_code, 0);
  const std::string list = call("list_tables", "{}");
  EXPECT_THAT(talk({list}, other), HasSubstr(R"("TableNames": ["shop"])"));
  EXPECT_THAT(talk({list}, "--data d"), HasSubstr(R"("TableNames": [])"));
}

TEST_F(Mcp, ACopyHasTheFilesToWhichLinksLead) {
  std::ofstream(directory_ / "shop.yml") << kModel;
  EXPECT_EQ(run_command("model run shop.yml --data db", directory_ / ".").exit_code, 0);
  std::ofstream(directory_ / "side.pem") << "side";
  std::filesystem::create_symlink("../side.pem", directory_ / "db/tls.pem");
  EXPECT_THAT(talk({call("list_tables", R"({"request":{}})")}, "--data db"), HasSubstr("shop"));
  EXPECT_EQ(copies(), 0);
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::temp_directory_path() / "side.pem"));
  // Another directory is refused before it is copied.
  std::filesystem::create_directory(directory_ / "other");
  std::ofstream(directory_ / "messages") << "";
  EXPECT_THAT(run_command("mcp --data other < messages", directory_ / ".").output,
              HasSubstr("holds no data of Partita"));
}

TEST_F(Mcp, AModelIsCheckedAsAFileAndAsAText) {
  std::ofstream(directory_ / "shop.yml") << kModel;
  const std::string file = talk({call("model_cost", R"({"model":"shop.yml"})")});
  EXPECT_THAT(file, HasSubstr("structuredContent"));
  EXPECT_THAT(file, Not(HasSubstr("isError")));
  EXPECT_THAT(talk({call("model_show", R"({"model":"shop.yml"})")}), HasSubstr("orders of a customer"));
  const std::string text = talk({call("model_lint", R"({"text":"{format: 1, name: a, tables: []}"})")});
  EXPECT_THAT(text, HasSubstr("\"result\""));
  EXPECT_THAT(talk({call("model_lint", R"({"model":"a","text":"b"})")}), HasSubstr("needs either"));
}

TEST_F(Mcp, ModelToolsNeitherWriteNorConnect) {
  std::ofstream(directory_ / "shop.yml") << kModel;
  const auto answer = [&](const std::string& tool, const std::string& arguments) {
    return talk({call(tool, arguments)});
  };
  for (const char* option : {"--data=x", "-oshop.yml", "--output=x", "--svg", "--endpoint=http://127.0.0.1:1", "-",
                             "--", "shop.yml", "--sample=1", "--new-endpoint=x", "--json"})
    EXPECT_THAT(
        answer("model_export", R"({"model":"shop.yml","to":"json","options":[")" + std::string(option) + "\"]}"),
        AllOf(HasSubstr("is not an option that an agent may give"), HasSubstr("isError")))
        << option;
  // A path is not an option, whatever it begins with, and so is a value of an option.
  for (const char* path :
       {"--data=d", "--endpoint=http://127.0.0.1:1", "-oshop.yml", "lint", "/dev/zero", "/dev/stdin"})
    for (const char* tool : {"model_run", "model_lint", "model_design", "model_export"})
      EXPECT_THAT(answer(tool, R"({"model":")" + std::string(path) + R"(","to":"json"})"), HasSubstr("isError"))
          << tool << path;
  EXPECT_THAT(answer("model_diff", R"({"before":"shop.yml","after":"--new-endpoint=http://127.0.0.1:1"})"),
              HasSubstr("there is no file"));
  EXPECT_THAT(answer("model_cost", R"({"model":"shop.yml","options":["--prices","/dev/zero"]})"),
              HasSubstr("is neither a file nor a directory"));
  EXPECT_THAT(answer("model_export", R"({"model":"shop.yml","to":"json","options":["--format"]})"),
              HasSubstr("--format needs a value"));
  EXPECT_FALSE(std::filesystem::exists(directory_ / "d"));
  std::ofstream(directory_ / "-o-file.yml") << kModel;
  EXPECT_THAT(answer("model_lint", R"({"model":"-o-file.yml"})"), Not(HasSubstr("isError")));
  EXPECT_THAT(answer("model_cost", R"({"model":"shop.yml","options":["--region","eu-central-1","--changes=1"]})"),
              HasSubstr("eu-central-1"));
}

TEST_F(Mcp, AModelLeadsToNoFurtherFilesAndVariables) {
  const auto service = [](const std::string& name) {
    return "service: x\nprovider: {name: aws}\nresources: {Resources: {T: {Type: 'AWS::DynamoDB::Table', Properties: "
           "{TableName: '" +
           name +
           "', BillingMode: PAY_PER_REQUEST, AttributeDefinitions: [{AttributeName: p, "
           "AttributeType: S}], KeySchema: [{AttributeName: p, KeyType: HASH}]}}}}";
  };
  const auto shown = [&](const std::string& name) {
    std::string text = service(name);
    for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2) text.replace(at, 1, "\\n");
    return talk({call("model_show", "{\"text\":\"" + text + "\"}")});
  };
  EXPECT_THAT(shown("plain"), HasSubstr("table plain"));
  ::setenv("PARTITA_TEST_SECRET", "topsecret", 1);
  EXPECT_THAT(shown("${env:PARTITA_TEST_SECRET}"), Not(HasSubstr("topsecret")));
  std::ofstream(directory_ / "secret.txt") << "topsecret";
  EXPECT_THAT(shown("${file(" + directory_ / "secret.txt" + ")}"),
              AllOf(Not(HasSubstr("topsecret")), HasSubstr("may not be read here")));
  // A file beside a model that is a path may be read, one elsewhere may not, also through a link.
  std::filesystem::create_directory(directory_ / "models");
  std::ofstream(directory_ / "models/name.txt") << "beside";
  std::filesystem::create_symlink("../secret.txt", directory_ / "models/link.txt");
  const auto shown_file = [&](const std::string& name) {
    std::ofstream(directory_ / "models/serverless.yml") << service(name);
    return talk({call("model_show", R"({"model":"models/serverless.yml"})")});
  };
  EXPECT_THAT(shown_file("${file(./name.txt)}"), HasSubstr("table beside"));
  for (const char* file : {"../secret.txt", "./link.txt", "/dev/zero"})
    EXPECT_THAT(shown_file("${file(" + std::string(file) + ")}"), HasSubstr("may not be read here")) << file;
}

TEST_F(Mcp, ATextThatIsNotJsonIsNoStructuredAnswer) {
  std::ofstream(directory_ / "shop.yml") << kModel;
  const std::string yaml = talk({call("model_export", R"({"model":"shop.yml","to":"cloudformation"})")});
  EXPECT_THAT(yaml, AllOf(HasSubstr("AWS::DynamoDB::Table"), Not(HasSubstr("structuredContent"))));
  EXPECT_THAT(yaml, HasSubstr("entity Order is not in CloudFormation")) << "the notes are answers too";
  EXPECT_THAT(talk({call("model_export", R"({"model":"shop.yml","to":"json"})")}), HasSubstr("structuredContent"));
  EXPECT_THAT(talk({"{id: 1, method: ping}"}), HasSubstr("-32700"));
  EXPECT_THAT(talk({R"({"jsonrpc":"2.0","id":yes,"method":"ping"})"}), HasSubstr("-32700"));
  const std::string batch = talk({R"([{"jsonrpc":"2.0","id":1,"method":"ping"},)"
                                  R"({"jsonrpc":"2.0","method":"notifications/initialized"},)"
                                  R"({"jsonrpc":"2.0","id":2,"method":"ping"}])"});
  EXPECT_THAT(batch, AllOf(StartsWith("[{"), EndsWith("}]\n"), HasSubstr("\"id\": 2")));
}

TEST_F(Mcp, AFaultNamesTheTextAndNotItsFile) {
  const std::string out = talk({call("model_lint", R"({"text":"format: 1\nname: a\ntables: []\npaterns: []"})")});
  EXPECT_THAT(out, AllOf(HasSubstr("model:4: "), Not(HasSubstr("partita-model-"))));
}

TEST_F(Mcp, WritesReachTheDataOnlyIfTheyMay) {
  const std::string create =
      call("create_table", R"({"request":{"TableName":"things","BillingMode":"PAY_PER_REQUEST",)"
                           R"("AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],)"
                           R"("KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}})");
  const std::string put =
      call("put_item", R"({"request":{"TableName":"things","Item":{"id":{"S":"1"},"n":{"N":"2.50"}}}})");
  const std::string get = call("get_item", R"({"request":{"TableName":"things","Key":{"id":{"S":"1"}}}})");
  talk({create}, "--data d --allow-writes");
  EXPECT_THAT(talk({put, get}, "--data d"), HasSubstr(R"({"N": "2.5"})"));
  EXPECT_THAT(talk({get}, "--data d"), Not(HasSubstr("\"Item\"")));
  talk({put}, "--data d --allow-writes");
  EXPECT_THAT(talk({get}, "--data d"), HasSubstr(R"({"N": "2.5"})"));
  EXPECT_EQ(run_command("verify --data d", directory_ / ".").exit_code, 0);
  EXPECT_THAT(talk({get}, "--data d/"), HasSubstr(R"({"N": "2.5"})"));
  EXPECT_EQ(copies(), 0);
}

TEST_F(Mcp, ADirectoryThatIsOpenElsewhereIsRefused) {
  const test::ServerProcess server({"--data", directory_ / "d"}, test::Stderr::Joined);
  const Outcome outcome = run_command("mcp --data d < /dev/null", directory_ / ".");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("d is open in another process; end it, or give its address with --endpoint"));
  EXPECT_EQ(copies(), 0);
}

TEST_F(Mcp, ASignalRemovesTheCopy) {
  EXPECT_EQ(run_command("mcp --data d --allow-writes < /dev/null", directory_ / ".").exit_code, 0);
  test::ServerProcess mcp(std::vector<std::string>{"mcp", "--data", directory_ / "d", "--http", "0"});
  mcp.read_until("/mcp");
  EXPECT_EQ(copies(), 1);
  EXPECT_EQ(mcp.stop(), 0);
  EXPECT_EQ(copies(), 0);
}

struct McpOverHttp : Mcp {
  // The status and the body of a message that curl posts with these options.
  std::string post(const std::string& message, const std::string& options = "", const std::string& path = "") const {
    return run_command(
               fmt::format("--version >/dev/null; curl -s -w '%{{http_code}}' -H 'Content-Type: application/json' {} "
                           "--data '{}' {}{}",
                           options, message, url_, path))
        .output;
  }

  static constexpr const char* kPing = R"({"jsonrpc":"2.0","id":3,"method":"ping"})";
  test::ServerProcess process_{std::vector<std::string>{"mcp", "--http", "0"}};
  const std::string url_ = [this] {
    const std::string line = process_.read_until("/mcp");
    return line.substr(line.find("http"));
  }();
};

TEST_F(McpOverHttp, MessagesArePosted) {
  EXPECT_THAT(post(kPing), HasSubstr(R"("id": 3, "result": {}})"
                                     "\n200"));
  EXPECT_EQ(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), "202");
  EXPECT_THAT(post(call("list_tables", R"({"request":{}})"), "-H 'MCP-Protocol-Version: 2025-06-18'"),
              HasSubstr(R"({"TableNames": []})"));
  EXPECT_THAT(post("no JSON: ["), HasSubstr("-32700"));
  EXPECT_EQ(process_.stop(), 0);
}

TEST_F(McpOverHttp, PagesOfTheWebAreRefused) {
  for (const char* own : {"Origin: http://localhost:5173", "Origin: https://127.0.0.1", "Host: localhost:9"})
    EXPECT_THAT(post(kPing, fmt::format("-H '{}'", own)), HasSubstr("}\n200")) << own;
  for (const char* other : {"Origin: https://example.com", "Origin: http://localhost.example.com", "Origin: null",
                            "Host: attacker.example:8000"})
    EXPECT_THAT(post(kPing, fmt::format("-H '{}'", other)), HasSubstr("403")) << other;
  // A form of a page can post this type without a question of the browser.
  EXPECT_THAT(post(kPing, "-H 'Content-Type: text/plain'"), HasSubstr("400"));
  const std::string of_a_form = "curl -s -w '%{http_code}' -H 'Content-Type: text/plain' --data x ";
  EXPECT_THAT(run_command("--version >/dev/null; " + of_a_form + url_).output, HasSubstr("415"));
  EXPECT_THAT(post(kPing, "-H 'Host: localhost' -H 'Origin: http://localhost' -H 'Origin;'"), HasSubstr("400"));
  EXPECT_THAT(post(kPing, "-H 'Host: evil.com/.localhost'"), HasSubstr("403"));
}

TEST_F(McpOverHttp, PagesOfThisMachineArePermittedToTheBrowser) {
  const std::string asks = "-X OPTIONS -i -H 'Access-Control-Request-Method: POST' -H 'Origin: ";
  const std::string permitted = "Access-Control-Allow-Origin: http://localhost:5173\r\n";
  EXPECT_THAT(post("", asks + "http://localhost:5173'"),
              AllOf(StartsWith("HTTP/1.1 200"), HasSubstr(permitted), HasSubstr("Access-Control-Allow-Methods: POST")));
  EXPECT_THAT(post(kPing, "-i -H 'Origin: http://localhost:5173'"), HasSubstr(permitted));
  EXPECT_THAT(post("", asks + "https://example.com'"), AllOf(HasSubstr("403"), Not(HasSubstr("Access-Control"))));
  EXPECT_THAT(post(kPing, "-i"), Not(HasSubstr("Access-Control")));
}

TEST_F(McpOverHttp, ABodyThatIsTooLargeIsToldSo) {
  std::ofstream(directory_ / "large") << std::string(5 << 20, ' ');
  EXPECT_THAT(run_command("--version >/dev/null; curl -s -w '%{http_code}' -H 'Expect:' -H 'Content-Type: "
                          "application/json' --data-binary @large " +
                              url_,
                          directory_ / ".")
                  .output,
              HasSubstr("The body is larger than 1048576 bytes\n413"));
}

TEST_F(McpOverHttp, SilentClientsDoNotKeepOthersWaiting) {
  const std::string connects =
      "--version >/dev/null; python3 -c 'import socket, subprocess, sys; silent = "
      "[socket.create_connection((\"127.0.0.1\", "
      "int(sys.argv[1].split(\":\")[2].split(\"/\")[0]))) for _ in range(40)]; print(subprocess.run([\"curl\", "
      "\"-sm\", "
      "\"9\", \"-d\", \"x\", sys.argv[1]], capture_output=True, text=True).stdout)' ";
  EXPECT_THAT(run_command(connects + url_).output, HasSubstr("application/json"));
}

TEST_F(McpOverHttp, ModelsAreFilesBelowTheDirectoryOfItsStart) {
  const auto lint = [&](const std::string& path) {
    const std::string message = call("model_lint", R"({"model":")" + path + R"("})");
    return run_command("--version >/dev/null; cd inner; rm -f url; " PARTITA_COMMAND
                       " mcp --http 0 >url & until grep -qs mcp url; do sleep 0.02; done; curl -s -H "
                       "'Content-Type: application/json' --data '" +
                           message + "' $(sed 's/.* //' url); kill $!",
                       directory_ / ".")
        .output;
  };
  std::filesystem::create_directory(directory_ / "inner");
  std::ofstream(directory_ / "inner/shop.yml") << kModel;
  std::ofstream(directory_ / "secret.yml") << "topsecret";
  std::filesystem::create_symlink("../secret.yml", directory_ / "inner/link.yml");
  EXPECT_THAT(lint("shop.yml"), AllOf(HasSubstr("findings"), Not(HasSubstr("isError"))));
  for (const std::string path : {"../secret.yml", "link.yml", "/nowhere", "../inner/../secret.yml"})
    EXPECT_THAT(lint(path), AllOf(HasSubstr("is not a file below"), Not(HasSubstr("topsecret")))) << path;
}

TEST_F(McpOverHttp, OtherRequestsAreRefused) {
  EXPECT_THAT(post(kPing, "", "/more"), HasSubstr("404"));
  EXPECT_THAT(post(kPing, "-X DELETE -i"), AllOf(HasSubstr("405"), HasSubstr("Allow: OPTIONS, POST")));
  EXPECT_THAT(post(kPing, "-H 'MCP-Protocol-Version: 1999-01-01'"), HasSubstr("is not known\n400"));
}

}  // namespace mcp_test
}  // namespace partita
