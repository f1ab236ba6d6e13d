// `partita mcp`: the handshake, the tools, and that writes do not reach the data unless they may.
#include <gmock/gmock.h>

#include <fstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace mcp_test {

using ::testing::HasSubstr;
using ::testing::Not;

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

TEST_F(Mcp, AModelIsCheckedAsAFileAndAsAText) {
  std::ofstream(directory_ / "shop.yml") << kModel;
  const std::string file = talk({call("model_cost", R"({"model":"shop.yml"})")});
  EXPECT_THAT(file, HasSubstr("structuredContent"));
  EXPECT_THAT(file, Not(HasSubstr("isError")));
  EXPECT_THAT(talk({call("model_show", R"({"model":"shop.yml"})")}), HasSubstr("orders of a customer"));
  const std::string text = talk({call("model_lint", R"({"text":"{format: 1, name: a, tables: []}"})")});
  EXPECT_THAT(text, HasSubstr("\"result\""));
  EXPECT_THAT(talk({call("model_lint", R"({"model":"a","text":"b"})")}), HasSubstr("needs either"));
  for (const char* option : {"--data=x", "-oshop.yml", "--output=x", "--svg", "--endpoint=http://127.0.0.1:1"})
    EXPECT_THAT(talk({call("model_export",
                           R"({"model":"shop.yml","to":"partita","options":[")" + std::string(option) + "\"]}")}),
                HasSubstr("does not take the option"))
        << option;
  EXPECT_THAT(talk({call("model_run", R"({"model":"shop.yml","options":["--data","x"]})")}),
              HasSubstr("does not take the option"));
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
}

}  // namespace mcp_test
}  // namespace partita
