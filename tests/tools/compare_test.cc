// `partita compare` between a server in this process, data directories and exports.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "run_command.h"
#include "served_database.h"
#include "support/temporary_directory.h"

namespace partita {
namespace compare_command_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

class CompareCommand : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    write("orders.json", R"({"Item":{"pk":{"S":"a"},"n":{"N":"1"}}})"
                         "\n"
                         R"({"Item":{"pk":{"S":"b"},"n":{"N":"2"}}})"
                         "\n");
    ASSERT_EQ(run("import orders.json --table orders --keys pk:S --data ./db").exit_code, 0);
    ASSERT_EQ(run("import orders.json --table orders --keys pk:S --endpoint " + url()).exit_code, 0);
  }
  void write(const std::string& name, const std::string& text) { std::ofstream(directory_ / name) << text; }
  Outcome run(const std::string& arguments) { return run_command(arguments, directory_.string()); }
  std::string url() const { return server_->url(); }
  void put(const std::string& json) {
    write("one.json", json + "\n");
    ASSERT_EQ(run("import one.json --table orders --data ./db").exit_code, 0);
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(CompareCommand, ADirectoryAndAServerWithTheSameItems) {
  const Outcome outcome = run("compare ./db " + url());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("orders: 2 items in the source and 2 in the target, in "));
  EXPECT_THAT(outcome.output, HasSubstr("nothing differs"));
}

TEST_F(CompareCommand, DifferencesAreListedWithTheirKeys) {
  put(R"({"Item":{"pk":{"S":"a"},"n":{"N":"5"},"new":{"BOOL":true}}})");
  put(R"({"Item":{"pk":{"S":"c"}}})");
  const Outcome outcome = run(fmt::format("compare {} ./db --table orders --full", url()));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("orders: {\"pk\":{\"S\":\"a\"}} differs: n, new\n"
                                              "  source: {\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"a\"}}\n"
                                              "  target: {\"n\":{\"N\":\"5\"},\"new\":{\"BOOL\":true},"),
                                    HasSubstr("orders: {\"pk\":{\"S\":\"c\"}} is only in the target\n"),
                                    HasSubstr("2 differ (0 only in the source, 1 only in the target, 1 in both)")));
  const Outcome json = run(fmt::format("compare {} ./db --json --show 1", url()));
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_THAT(json.output, HasSubstr("\"onlyInSource\":0,\"onlyInTarget\":1,\"differing\":1,"));
  EXPECT_EQ(std::ranges::count(json.output, '\n'), 2) << json.output;
}

TEST_F(CompareCommand, TablesAndDefinitionsThatDiffer) {
  ASSERT_EQ(run("import orders.json --table more --keys pk:S --data ./db").exit_code, 0);
  ASSERT_TRUE(database_->update_time_to_live(
      {.table_name = "orders", .time_to_live_specification = {{.enabled = true, .attribute_name = "end"}}}));
  const Outcome outcome = run("compare ./db " + url());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("more: the table is only in the source\n"),
                                    HasSubstr("orders: time to live: off in the source, end in the target\n"),
                                    HasSubstr("nothing differs")));
  EXPECT_EQ(run(fmt::format("compare ./db {} --table orders --items-only", url())).exit_code, 0);
  // Two tables of one directory.
  const Outcome own = run("compare ./db db/ --table orders=more");
  EXPECT_EQ(own.exit_code, 0) << own.output;
  EXPECT_THAT(own.output, HasSubstr("orders and more: 2 items"));
}

TEST_F(CompareCommand, Exports) {
  ASSERT_EQ(run("export orders --to full/ --data ./db").exit_code, 0);
  EXPECT_EQ(run(fmt::format("compare full {} --table orders", url())).exit_code, 0);
  EXPECT_EQ(run("compare orders.json full --table orders --keys pk:S").exit_code, 0);
  put(R"({"Item":{"pk":{"S":"c"}}})");
  EXPECT_EQ(run("compare ./db full --table orders").exit_code, 1);
  const Outcome two = run("compare full full --table orders");
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_THAT(two.output, HasSubstr("two exports can only be compared with --keys"));
  EXPECT_THAT(run("compare full ./db").output, HasSubstr("name it with one --table"));
}

TEST_F(CompareCommand, TablesWithOtherKeysDifferAndTheOthersAreCompared) {
  ASSERT_EQ(run("import orders.json --table more --keys pk:S,n:N --data ./db").exit_code, 0);
  ASSERT_EQ(run("import orders.json --table more --keys pk:S --endpoint " + url()).exit_code, 0);
  const Outcome outcome = run("compare ./db " + url());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("more: the tables have different keys"),
                                    HasSubstr("orders: 2 items in the source and 2 in the target")));
}

TEST_F(CompareCommand, FailuresHaveTheirOwnExitCode) {
  const Outcome unwritten = run_command(fmt::format("compare ./db {} > /dev/full", url()), directory_.string());
  EXPECT_EQ(unwritten.exit_code, 2) << unwritten.output;
  const Outcome missing = run("compare ./nowhere " + url());
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.output, HasSubstr("./nowhere does not exist; an end is http://HOST:PORT, aws:REGION"));
  EXPECT_EQ(run(fmt::format("compare ./db {} --table ordres", url())).exit_code, 2);
  EXPECT_THAT(run(fmt::format("compare ./db {} --table a=", url())).output, HasSubstr("--table takes NAME or NAME="));
  const Outcome priced = run(fmt::format("compare ./db {} --price us-east-1", url()));
  EXPECT_EQ(priced.exit_code, 2);
  EXPECT_THAT(priced.output, AllOf(HasSubstr("about 1 read units, $"), HasSubstr("give --yes to agree")));
  EXPECT_EQ(run(fmt::format("compare ./db {} --price us-east-1 --yes", url())).exit_code, 0);
}

}  // namespace compare_command_test
}  // namespace partita
