// `partita move` between two servers of this process.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "run_command.h"
#include "served_database.h"
#include "support/temporary_directory.h"

namespace partita {
namespace move_command_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

class MoveCommand : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    OpenOptions options;
    options.in_memory = true;
    auto opened = client::EmbeddedDatabase::open("", options);
    ASSERT_TRUE(opened);
    home_ = std::move(*opened);
    server::ServerOptions server_options;
    server_options.port = 0;
    auto started = server::Server::start(*home_, server_options);
    ASSERT_TRUE(started) << started.error();
    home_server_ = std::move(*started);
    ASSERT_TRUE(database_->create_table({.table_name = "orders",
                                         .attribute_definitions = {{{"pk", ScalarAttributeType::S}}},
                                         .key_schema = {{{"pk", KeyType::Hash}}},
                                         .billing_mode = BillingMode::PayPerRequest}));
    for (int i = 0; i < 100; ++i) put(*database_, i);
    for (Database* database : {static_cast<Database*>(database_.get()), static_cast<Database*>(home_.get())})
      ASSERT_TRUE(database->create_table({.table_name = "flags",
                                          .attribute_definitions = {{{"pk", ScalarAttributeType::S}}},
                                          .key_schema = {{{"pk", KeyType::Hash}}},
                                          .billing_mode = BillingMode::PayPerRequest}));
  }
  // The flag that programs read, or an empty text.
  static std::string flag_of(Database& database) {
    const auto item = database.get_item({.table_name = "flags", .key = {{{"pk", "flag"}}}});
    return item && item->item ? item->item->get("writes")->s() : "";
  }
  void TearDown() override {
    home_server_->stop();
    ServedDatabase::TearDown();
  }
  static void put(Database& database, int i) {
    ASSERT_TRUE(database.put_item({.table_name = "orders", .item = {{{"pk", "o" + std::to_string(i)}, {"n", i}}}}));
  }
  Outcome move(const std::string& more) {
    return run_command(fmt::format("move {} {} --table orders --state ./state --quiet 0.3 {} < /dev/null",
                                   server_->url(), home_server_->url(), more),
                       directory_.string());
  }
  int compare() {
    return run_command(fmt::format("compare {} {} --items-only --table orders", server_->url(), home_server_->url()),
                       directory_.string())
        .exit_code;
  }

  std::unique_ptr<client::EmbeddedDatabase> home_;
  std::unique_ptr<server::Server> home_server_;
  const test::TemporaryDirectory directory_;
};

TEST_F(MoveCommand, ATableMovesAndItsWayBackStaysOpen) {
  EXPECT_THAT(move("--status").output, HasSubstr("orders: no move has begun"));
  const Outcome first = move("--until-level");
  EXPECT_EQ(first.exit_code, 0) << first.output;
  EXPECT_THAT(first.output, HasSubstr("orders: 100 items copied, now following"));
  put(*database_, 100);
  // The flag is an item that the programs read.
  const std::string flag = "--stop-flag-table flags --stop-flag '{\"pk\": {\"S\": \"flag\"}}'";
  const Outcome cut = move("--cutover --until-level " + flag);
  EXPECT_EQ(cut.exit_code, 0) << cut.output;
  EXPECT_THAT(cut.output, AllOf(HasSubstr("orders: 101 items, nothing differs\n"),
                                HasSubstr(fmt::format("programs may write {} now", home_server_->url()))));
  EXPECT_EQ(flag_of(*database_), "stopped");
  EXPECT_EQ(flag_of(*home_), "allowed");
  // Old items must not be written over the new home.
  EXPECT_THAT(move("--restart --until-level").output, HasSubstr("is cut over, so its home is"));
  put(*home_, 200);
  EXPECT_EQ(move("--until-level").exit_code, 0);
  EXPECT_EQ(compare(), 0);
  EXPECT_THAT(move("--status").output, HasSubstr("orders: back, 100 items copied, "));
  const Outcome back = move("--cut-back --writers-are-stopped --until-level");
  EXPECT_EQ(back.exit_code, 0) << back.output;
  EXPECT_THAT(back.output, HasSubstr(fmt::format("programs may write {} now", server_->url())));
  // As after a kill before the programs were released.
  EXPECT_EQ(flag_of(*database_), "stopped");
  const Outcome again = move("--cut-back --until-level " + flag);
  EXPECT_EQ(again.exit_code, 0) << again.output;
  EXPECT_THAT(again.output, HasSubstr("cut back already; programs may write " + server_->url()));
  EXPECT_EQ(flag_of(*database_), "allowed");
  const Outcome finished = move("--finish");
  EXPECT_EQ(finished.exit_code, 0) << finished.output;
  EXPECT_THAT(move("--status").output, HasSubstr("orders: no move has begun"));
}

TEST_F(MoveCommand, ACutOverThatFindsADifferenceChangesNothing) {
  ASSERT_EQ(move("--until-level").exit_code, 0);
  // Somebody wrote the target meanwhile.
  put(*home_, 500);
  const Outcome cut = move("--cutover --writers-are-stopped --until-level");
  EXPECT_EQ(cut.exit_code, 2) << cut.output;
  EXPECT_THAT(cut.output, AllOf(HasSubstr("orders: {\"pk\":{\"S\":\"o500\"}} is only in the target\n"),
                                HasSubstr("orders: 1 items differ (0 only in the source, 1 only in the target)"),
                                HasSubstr("nothing was cut over; programs may go on at " + server_->url())));
  EXPECT_THAT(move("--status").output, HasSubstr("orders: following"));
  const Outcome repaired = move("--cutover --writers-are-stopped --until-level --repair");
  EXPECT_EQ(repaired.exit_code, 0) << repaired.output;
  EXPECT_THAT(repaired.output, AllOf(HasSubstr("orders: 1 items were repaired"), HasSubstr("programs may write")));
  EXPECT_EQ(compare(), 0);
}

TEST_F(MoveCommand, WithoutAWayBackTheSourceStaysStopped) {
  const std::string command =
      "--cutover --no-way-back --stop-flag-table flags --stop-flag '{\"pk\": {\"S\": \"flag\"}}'";
  const Outcome cut = move(command);
  EXPECT_EQ(cut.exit_code, 0) << cut.output;
  EXPECT_EQ(flag_of(*database_), "stopped");
  EXPECT_EQ(flag_of(*home_), "allowed");
  // Later writes of the source do not come to the new home.
  put(*database_, 900);
  const Outcome again = move(command);
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.output, HasSubstr("the tables are cut over, without a way back"));
  EXPECT_FALSE(home_->get_item({.table_name = "orders", .key = {{{"pk", "o900"}}}})->item);
  EXPECT_EQ(move("--finish").exit_code, 0);
  const auto table = database_->describe_table({.table_name = "orders"});
  EXPECT_FALSE(table->table.stream_specification);
}

TEST_F(MoveCommand, AFlagThatMovesAndAnotherSpellingAreRefused) {
  const Outcome flag = move("--cutover --stop-flag-table orders --stop-flag '{\"pk\": {\"S\": \"flag\"}}'");
  EXPECT_EQ(flag.exit_code, 1);
  EXPECT_THAT(flag.output, HasSubstr("the flag's table orders is moved too"));
  ASSERT_EQ(move("--until-level").exit_code, 0);
  std::string other = server_->url() + "/";
  other.replace(other.find("127.0.0.1"), 9, "localhost");
  const Outcome same =
      run_command(fmt::format("move {} {} --table orders --state ./state --status", other, home_server_->url()),
                  directory_.string());
  EXPECT_THAT(same.output, HasSubstr("orders: following"));
}

TEST_F(MoveCommand, ATargetThatIsGoneIsNamed) {
  ASSERT_EQ(move("--until-level").exit_code, 0);
  ASSERT_TRUE(home_->delete_table({.table_name = "orders"}));
  const Outcome gone = move("--cutover --writers-are-stopped --until-level");
  EXPECT_EQ(gone.exit_code, 1);
  EXPECT_THAT(gone.output, HasSubstr("the table orders at the target is gone; --restart begins anew"));
  EXPECT_EQ(move("--restart --until-level").exit_code, 0);
  EXPECT_EQ(compare(), 0);
}

TEST_F(MoveCommand, FaultsAreNamed) {
  const Outcome no_way = move("--cutover");
  EXPECT_EQ(no_way.exit_code, 1);
  EXPECT_THAT(no_way.output, HasSubstr("name a way with --stop-command, --stop-policy or --stop-flag"));
  const Outcome failing = move("--cutover --stop-command false");
  EXPECT_EQ(failing.exit_code, 1);
  EXPECT_THAT(failing.output, HasSubstr("the command of --stop-command failed"));
  EXPECT_THAT(move("--cut-back --until-level").output, HasSubstr("the tables are not cut over"));
  const Outcome directory = run_command(fmt::format("move ./db {}", home_server_->url()), directory_.string());
  EXPECT_EQ(directory.exit_code, 1);
  EXPECT_THAT(directory.output, HasSubstr("is not an endpoint"));
  EXPECT_THAT(move("--table nowhere").output, HasSubstr("nowhere"));
}

}  // namespace move_command_test
}  // namespace partita
