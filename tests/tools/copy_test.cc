// `partita copy` between a server in this process, data directories, exports and tables of one end.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "run_command.h"
#include "served_database.h"
#include "support/temporary_directory.h"

namespace partita {
namespace copy_command_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

class CopyCommand : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    ASSERT_TRUE(database_->create_table(
        {.table_name = "orders",
         .attribute_definitions = {{{"pk", ScalarAttributeType::S}, {"state", ScalarAttributeType::S}}},
         .key_schema = {{{"pk", KeyType::Hash}}},
         .global_secondary_indexes = {{{.index_name = "by_state",
                                        .key_schema = {{{"state", KeyType::Hash}}},
                                        .projection = Projection{.projection_type = ProjectionType::All}}}},
         .billing_mode = BillingMode::PayPerRequest,
         .tags = {{{"team", "shop"}}}}));
    ASSERT_TRUE(database_->update_time_to_live(
        {.table_name = "orders", .time_to_live_specification = {{.enabled = true, .attribute_name = "end"}}}));
    for (int i = 0; i < 200; ++i)
      ASSERT_TRUE(database_->put_item(
          {.table_name = "orders", .item = {{{"pk", "o" + std::to_string(i)}, {"state", "open"}, {"n", i}}}}));
  }
  // The places of interrupted copies are in the test's directory.
  Outcome run(const std::string& arguments) {
    return run_command(arguments + (arguments.starts_with("copy") ? " --state ./state" : ""), directory_.string());
  }
  std::string url() const { return server_->url(); }

  const test::TemporaryDirectory directory_;
};

TEST_F(CopyCommand, ADirectoryGetsTablesWithTheirSettings) {
  const Outcome outcome = run(fmt::format("copy {} ./db", url()));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("orders: 200 items, "));
  const Outcome compared = run(fmt::format("compare {} ./db", url()));
  EXPECT_EQ(compared.exit_code, 0) << compared.output;
  // And back, under another name.
  EXPECT_EQ(run(fmt::format("copy ./db {} --table orders=orders_2", url())).exit_code, 0);
  const auto table = database_->describe_table({.table_name = "orders_2"});
  ASSERT_TRUE(table);
  const auto tags = database_->list_tags_of_resource({.resource_arn = table->table.table_arn});
  EXPECT_EQ(tags->tags.at(0).key, "team");
  EXPECT_EQ(run(fmt::format("compare {0} {0} --table orders=orders_2", url())).exit_code, 0);
}

TEST_F(CopyCommand, ItemsOfTheTargetAreNotReplacedUnasked) {
  ASSERT_EQ(run(fmt::format("copy {} ./db", url())).exit_code, 0);
  const Outcome again = run(fmt::format("copy {} ./db", url()));
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("the table orders at the target has items; --merge puts those of the source"));
  EXPECT_EQ(run(fmt::format("copy {} ./db --merge", url())).exit_code, 0);
  // A table with another definition.
  const Outcome other = run(fmt::format("copy {0} {0} --table orders=other", url()));
  EXPECT_EQ(other.exit_code, 0) << other.output;
  ASSERT_TRUE(database_->create_table({.table_name = "plain",
                                       .attribute_definitions = {{{"pk", ScalarAttributeType::S}}},
                                       .key_schema = {{{"pk", KeyType::Hash}}},
                                       .billing_mode = BillingMode::PayPerRequest}));
  const Outcome plain = run(fmt::format("copy {0} {0} --table orders=plain", url()));
  EXPECT_EQ(plain.exit_code, 1);
  EXPECT_THAT(plain.output, AllOf(HasSubstr("is another one: "), HasSubstr("by_state"), HasSubstr("--items-only")));
  EXPECT_EQ(run(fmt::format("copy {0} {0} --table orders=plain --items-only", url())).exit_code, 0);
}

TEST_F(CopyCommand, AnExportNeedsADefinition) {
  ASSERT_EQ(run(fmt::format("export orders --to full/ --endpoint {}", url())).exit_code, 0);
  const Outcome without = run("copy full ./db --table orders");
  EXPECT_EQ(without.exit_code, 1);
  EXPECT_THAT(without.output, HasSubstr("an export has no definition of its table; give --keys"));
  const Outcome with = run("copy full ./db --table orders --keys pk:S");
  EXPECT_EQ(with.exit_code, 0) << with.output;
  EXPECT_EQ(run("compare full ./db --table orders").exit_code, 0);
  const Outcome target = run("copy full export:./other");
  EXPECT_EQ(target.exit_code, 1);
  EXPECT_THAT(target.output, HasSubstr("an export is not copied into another one"));
}

TEST_F(CopyCommand, AnExportIsWritten) {
  const Outcome made = run(fmt::format("copy {} export:./out --read-units 100000", url()));
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(made.output, AllOf(HasSubstr("orders: 200 items, "), HasSubstr("AWSDynamoDB/")));
  EXPECT_EQ(run(fmt::format("compare export:./out {} --table orders", url())).exit_code, 0);
  EXPECT_EQ(run(fmt::format("copy {} orders.json.gz --table orders", url())).exit_code, 0);
  EXPECT_EQ(run(fmt::format("copy orders.json.gz ./db --table orders --keys pk:S")).exit_code, 0);
  EXPECT_EQ(run(fmt::format("compare ./db {} --table orders --items-only", url())).exit_code, 0);
  ASSERT_TRUE(database_->create_table({.table_name = "other",
                                       .attribute_definitions = {{{"pk", ScalarAttributeType::S}}},
                                       .key_schema = {{{"pk", KeyType::Hash}}},
                                       .billing_mode = BillingMode::PayPerRequest}));
  EXPECT_THAT(run(fmt::format("copy {} all.jsonl", url())).output, HasSubstr("takes the items of one table"));
  EXPECT_THAT(run(fmt::format("copy {} export:./out --merge", url())).output, HasSubstr("--merge, --restart"));
  EXPECT_THAT(run(fmt::format("copy {} all.csv --price us-east-1", url())).output, HasSubstr("--yes"));
}

TEST_F(CopyCommand, ThePriceIsToldFirst) {
  const Outcome outcome = run(fmt::format("copy ./db2 {} --price eu-central-1", url()));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("./db2 does not exist"));
  const Outcome priced = run(fmt::format("copy {0} {0} --table orders=far --price us-east-1", url()));
  EXPECT_EQ(priced.exit_code, 1);
  EXPECT_THAT(priced.output, HasSubstr("give --yes to agree"));
  EXPECT_FALSE(database_->describe_table({.table_name = "far"}));
  const Outcome agreed = run(fmt::format("copy {0} {0} --table orders=far --price us-east-1 --yes", url()));
  EXPECT_EQ(agreed.exit_code, 0);
  EXPECT_THAT(agreed.output, HasSubstr("about 400 write units, $0.00025 (us-east-1, on demand)"));
}

TEST_F(CopyCommand, SeveralTablesGoOnWithTheUnfinishedOne) {
  ASSERT_EQ(run(fmt::format("copy {0} {0} --table orders=zebra", url())).exit_code, 0);
  const std::string command = fmt::format(
      "copy {} ./db --table orders --table zebra --rate 150 --writers 1 --segments 1 --state ./state", url());
  (void)run_command(command + " & sleep 2.5; kill -9 $!", directory_.string());
  const Outcome again = run(fmt::format("copy {} ./db --table orders --table zebra", url()));
  EXPECT_EQ(again.exit_code, 0) << again.output;
  EXPECT_EQ(run(fmt::format("compare {} ./db --table orders --table zebra", url())).exit_code, 0);
}

TEST_F(CopyCommand, WrongEndsAndOptionsAreRefused) {
  for (const auto& [arguments, fault] :
       {std::pair{"localhost:8000", "localhost:8000 is not an end"},
        {"awss:eu-west-1", "awss:eu-west-1 is not an end"},
        {"aws:", "aws: needs a region"},
        {"./db --at 5", "--at is only for an archive"},
        {"./db --keys pk:S", "--keys and --create are only for an export"},
        {"./db --source-encryption-key k", "--source-encryption-key is only for a data directory"},
        {"./db --price nowhere-1", "nowhere-1"}}) {
    const Outcome outcome = run(fmt::format("copy {} {}", url(), arguments));
    EXPECT_EQ(outcome.exit_code, 1) << arguments;
    EXPECT_THAT(outcome.output, HasSubstr(fault));
  }
  EXPECT_THAT(run(fmt::format("copy {0} {0} --merge", url())).output, HasSubstr("are the same table orders"));
}

TEST_F(CopyCommand, ChangesAndWrongKeysOfAnExportAreRefused) {
  std::ofstream(directory_ / "changes.json") << R"({"Keys":{"pk":{"S":"a"}},"NewImage":{"pk":{"S":"a"}}})" << '\n';
  EXPECT_THAT(run("copy changes.json ./db --table orders --keys pk:S").output,
              HasSubstr("changes.json has records of an incremental export"));
  ASSERT_EQ(run(fmt::format("export orders --to full/ --endpoint {}", url())).exit_code, 0);
  const Outcome wrong = run("copy full ./db --table orders --keys state:S");
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.output, HasSubstr("200 records of full have only 1 different keys"));
}

// A copy that is killed goes on. The rate lets it live for about ten seconds.
TEST_F(CopyCommand, AKilledCopyGoesOn) {
  const Outcome killed = run_command(
      fmt::format("copy {} ./db --rate 20 --writers 1 --segments 1 --state ./state & sleep 2; kill -9 $!", url()),
      directory_.string());
  const Outcome again = run(fmt::format("copy {} ./db", url()));
  EXPECT_EQ(again.exit_code, 0) << again.output;
  EXPECT_EQ(run(fmt::format("compare {} ./db", url())).exit_code, 0);
}

}  // namespace copy_command_test
}  // namespace partita
