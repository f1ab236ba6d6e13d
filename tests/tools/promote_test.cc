// `partita promote`, and the standby that it makes a primary server of.
#include <gmock/gmock.h>

#include "archived_database.h"

namespace partita {
namespace promote_test {

using ::testing::HasSubstr;

class PromoteCommand : public ArchivedDatabase {
 protected:
  std::unique_ptr<test::ServerProcess> follow() const {
    return std::make_unique<test::ServerProcess>(
        std::vector<std::string>{"--data", standby_, "--follow", place_, "--follow-every", "0.05", "--admin-socket",
                                 socket_, "--log-level", "error"},
        test::Stderr::Shown);
  }
  const std::string standby_ = directory_ / "standby";
  const std::string socket_ = directory_ / "socket";
};

TEST_F(PromoteCommand, AStandbyReadsAndAPromotedOneWritesOnTheSamePort) {
  const auto server = follow();
  const auto remote = connect(server->endpoint(), {.max_attempts = 20}).value();
  EXPECT_TRUE(remote->get_item(test::get_request("items", {{"pk", "last"}}))->item);
  const auto refused = remote->put_item(test::put_request("items", {{"pk", "new"}}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ValidationException);
  EXPECT_THAT(refused.error().message, HasSubstr("This server is a standby"));
  auto consistent = test::get_request("items", {{"pk", "last"}});
  consistent.consistent_read = true;
  EXPECT_FALSE(remote->get_item(consistent));
  EXPECT_FALSE(remote->delete_table({.table_name = "items"}));

  const Outcome promoted = run_command("promote --admin-socket " + socket_);
  EXPECT_EQ(promoted.exit_code, 0) << promoted.output;
  EXPECT_TRUE(remote->put_item(test::put_request("items", {{"pk", "new"}})));
  EXPECT_TRUE(remote->get_item(consistent)->item);
  EXPECT_EQ(server->stop(), 0);
  EXPECT_TRUE(has(standby_, "items", "new"));
}

TEST_F(PromoteCommand, ADirectoryThatFollowsIsRefusedUntilItIsPromoted) {
  EXPECT_EQ(follow()->stop(), 0);
  const auto opened = partita::open(standby_, {.create_if_missing = false});
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("follows an archive"));
  const Outcome promoted = run_command("promote --data " + standby_);
  EXPECT_EQ(promoted.exit_code, 0) << promoted.output;
  EXPECT_TRUE(has(standby_, "items", "last"));
  const Outcome again = run_command("promote --data " + standby_);
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("cannot follow an archive"));
  EXPECT_EQ(run_command("promote").exit_code, 1);
}

TEST_F(PromoteCommand, AStandbyGoesOnAfterARestartAndBeginsAnewInANewGeneration) {
  EXPECT_EQ(follow()->stop(), 0);
  const auto server = follow();
  const auto remote = connect(server->endpoint(), {.max_attempts = 20}).value();
  EXPECT_TRUE(remote->get_item(test::get_request("items", {{"pk", "last"}}))->item);
  // Another directory takes the archive over.
  const std::string other = directory_ / "other";
  const test::ServerProcess primary(
      {"--data", other, "--archive", place_, "--archive-every", "0.05", "--archive-take-over", "--log-level", "error"},
      test::Stderr::Shown);
  const auto written = connect(primary.endpoint(), {.max_attempts = 1}).value();
  ASSERT_TRUE(written->create_table(test::create_request("fresh", "pk:S")));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  bool shown = false;
  while (!shown && std::chrono::steady_clock::now() < end)
    shown = remote->describe_table({.table_name = "fresh"}).has_value();
  EXPECT_TRUE(shown);
  EXPECT_FALSE(remote->describe_table({.table_name = "items"}));
  EXPECT_EQ(server->stop(), 0);
}

}  // namespace promote_test
}  // namespace partita
