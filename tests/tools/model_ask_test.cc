// `partita model ask`: a pattern of a model on the items of a directory and of a server.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "run_command.h"
#include "support/partita_process.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_ask_test {

using ::testing::AllOf;
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
        fields: {customer: string, id: string, cents: integer}
        key: {partition: "C#{customer}", sort: "O#{id}"}
        samples:
          - {customer: ann, id: "1", cents: 700}
          - {customer: ann, id: "2", cents: 300}
          - {customer: bob, id: "3", cents: 100}
patterns:
  - {name: orders of a customer, entities: Order, by: customer}
  - {name: place, create: Order}
)";

struct ModelAsk : ::testing::Test {
  ModelAsk() {
    std::ofstream(directory_ / "shop.yml") << kModel;
    EXPECT_EQ(run("run shop.yml --data data").exit_code, 0);
  }
  Outcome run(const std::string& arguments) { return run_command("model " + arguments, directory_.string()); }

  test::TemporaryDirectory directory_;
};

TEST_F(ModelAsk, TheItemsAreLinesOfJson) {
  const std::string ask = "ask shop.yml 'orders of a customer' --data data ";
  const Outcome asked = run(ask + "customer=ann");
  EXPECT_EQ(asked.exit_code, 0);
  EXPECT_THAT(asked.output,
              AllOf(HasSubstr(R"(Query of the table: PK = "C#ann")"), HasSubstr("2 items, 2 evaluated, 0.5 units")));
  // Only the items are on standard output.
  const std::string items = run(ask + "customer=ann | cat").output;
  EXPECT_EQ(std::count(items.begin(), items.end(), '\n'), 2) << items;
  EXPECT_THAT(items, AllOf(StartsWith(R"({"entity": "Order", "fields": {"cents": 700,)"), HasSubstr("300"),
                           Not(HasSubstr("bob"))));
  EXPECT_EQ(run(ask + "customer=eve").exit_code, 0);
  EXPECT_EQ(run(ask + "customer=eve | cat").output, "");
  EXPECT_THAT(run("ask shop.yml 'orders of a customer' customer=ann --limit 1 --json --data data").output,
              AllOf(HasSubstr("\"outcome\": \"right\""), HasSubstr("\"evaluated\": 1,")));
}

TEST_F(ModelAsk, AnEndpointIsAsked) {
  const test::ServerProcess server(directory_ / "data");
  EXPECT_THAT(run("ask shop.yml 'orders of a customer' customer=bob --endpoint " + server.endpoint()).output,
              HasSubstr("\"id\": \"3\""));
}

TEST_F(ModelAsk, ARequestIsExplainedWithoutItems) {
  const Outcome explained = run("ask shop.yml 'orders of a customer' customer=ann --explain");
  EXPECT_EQ(explained.exit_code, 0);
  EXPECT_THAT(explained.output, AllOf(HasSubstr(R"("operation": "Query")"), HasSubstr(R"("S": "C#ann")")));
}

TEST_F(ModelAsk, FaultsAreTold) {
  const auto fault = [&](const std::string& arguments, int exit_code = 1) {
    const Outcome outcome = run("ask shop.yml " + arguments);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.output;
    return outcome.output;
  };
  EXPECT_THAT(fault("place --data data"), HasSubstr("only a pattern that reads"));
  EXPECT_THAT(fault("orders --data data"), HasSubstr("the model has no pattern 'orders'"));
  EXPECT_THAT(fault("'orders of a customer' ann --data data"), HasSubstr("write FIELD=VALUE"));
  EXPECT_THAT(fault("'orders of a customer' customer=ann"), HasSubstr("--endpoint URL or --data DIR"));
  EXPECT_THAT(fault("'orders of a customer' customer=ann --data nowhere"), HasSubstr("nowhere"));
  EXPECT_THAT(run("ask none.yml x --explain").output, HasSubstr("none.yml"));
  EXPECT_EQ(run("ask none.yml x --explain").exit_code, 2);
}

// A directory does not name the account and region of the server that had it open in its tables.
TEST_F(ModelAsk, TheAccountMayBeThatOfTheServerOfTheDirectory) {
  const std::vector<std::string> options = {"--data",       directory_ / "own", "--account",
                                            "111122223333", "--region",         "eu-west-1"};
  test::ServerProcess first(options, test::Stderr::Joined);
  const std::string url = first.endpoint();
  ASSERT_EQ(run("run shop.yml --endpoint " + url).exit_code, 0);
  EXPECT_EQ(first.stop(), 0);
  const std::string ask = "ask shop.yml 'orders of a customer' customer=ann --data own";
  for (const char* place : {"", " --account 111122223333", " --region eu-west-1"})
    EXPECT_THAT(run(ask + place).output, HasSubstr("2 items, 2 evaluated")) << place;
  EXPECT_EQ(run(ask + " --account 123456789012").exit_code, 1);
  ASSERT_EQ(run("run shop.yml --data own --account 444444444444").exit_code, 0);
  EXPECT_EQ(run_command("verify --data own", directory_.string()).exit_code, 0);
  test::ServerProcess again(options, test::Stderr::Joined);
  EXPECT_EQ(again.stop(), 0);
  const Outcome other = run_command("serve --port 0 --data own --account 444444444444", directory_.string());
  EXPECT_THAT(other.output, HasSubstr("it was opened last with account 111122223333 and region eu-west-1"));
}

TEST_F(ModelAsk, TheItemsMayBeThoseOfAnAccount) {
  const std::string other = " --data many --account 111122223333 --region eu-west-1";
  ASSERT_EQ(run("run shop.yml" + other).exit_code, 0);
  const std::string ask = "ask shop.yml 'orders of a customer' customer=ann";
  EXPECT_THAT(run(ask + other).output, HasSubstr("2 items, 2 evaluated"));
  EXPECT_EQ(run(ask + " --data many").exit_code, 1);
  EXPECT_THAT(run("verify shop.yml" + other).output, HasSubstr("each as the model says"));
  EXPECT_NE(run("verify shop.yml --data many").exit_code, 0);
  EXPECT_THAT(run(ask + " --account 111122223333 --explain").output, HasSubstr("--data"));
}

}  // namespace model_ask_test
}  // namespace partita
