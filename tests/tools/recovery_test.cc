// `partita versions` and `partita recover` against a server in this process and against a data directory.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/open.h>

#include <regex>

#include "run_command.h"
#include "served_database.h"
#include "support/requests.h"
#include "support/temporary_directory.h"

namespace partita {
namespace recovery_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kKey = R"('{"id": {"S": "7"}}')";

void enable_recovery(Database& database) {
  UpdateContinuousBackupsRequest request{.table_name = "orders"};
  request.point_in_time_recovery_specification.emplace().point_in_time_recovery_enabled = true;
  ASSERT_TRUE(database.update_continuous_backups(request));
}

void put(Database& database, const char* state) {
  ASSERT_TRUE(database.put_item({.table_name = "orders", .item = AttributeMap{{"id", "7"}, {"state", state}}}));
}

std::string state_of(Database& database, const std::string& table) {
  const auto got = database.get_item({.table_name = table, .key = AttributeMap{{"id", "7"}}});
  if (!got) return got.error().message;
  return got->item ? got->item->get("state")->s() : "none";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string number_in(const std::string& line) {
  std::smatch found;
  return std::regex_search(line, found, std::regex(R"re("SequenceNumber":"(\d+)")re")) ? found[1].str() : "";
}

class Recovery : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    ASSERT_TRUE(database_->create_table(test::create_request("orders", "id:S")));
  }
  Outcome run(const std::string& command, const std::string& more) {
    return run_command(fmt::format("{} orders --endpoint {} {}", command, server_->url(), more));
  }
  std::vector<std::string> versions(const std::string& more = "") {
    const Outcome shown = run("versions", fmt::format("--key {} {}", kKey, more));
    EXPECT_EQ(shown.exit_code, 0) << shown.output;
    return lines_of(shown.output);
  }
};

TEST_F(Recovery, VersionsAreLinesOfJson) {
  put(*database_, "paid");
  enable_recovery(*database_);
  put(*database_, "lost");
  ASSERT_TRUE(database_->delete_item({.table_name = "orders", .key = AttributeMap{{"id", "7"}}}));
  const auto lines = versions();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(
      std::regex_match(lines[0], std::regex(R"re(\{"SequenceNumber":"\d{21}","ChangeDateTime":"20[-0-9:.T]+Z"\})re")))
      << lines[0];
  EXPECT_THAT(lines[1], HasSubstr(R"("Item":{"id":{"S":"7"},"state":{"S":"lost"}}})"));
  EXPECT_EQ(lines[2], R"({"Item":{"id":{"S":"7"},"state":{"S":"paid"}}})");
  const auto oldest_first = versions("--oldest-first --limit 2");
  ASSERT_EQ(oldest_first.size(), 2u);
  EXPECT_EQ(oldest_first[0], lines[2]);
  const Outcome future = run("versions", fmt::format("--key {} --from 2100-01-01T00:00:00Z", kKey));
  EXPECT_EQ(future.exit_code, 1);
  EXPECT_THAT(future.output, HasSubstr("is after now"));
}

TEST_F(Recovery, AnItemIsPutBack) {
  put(*database_, "paid");
  enable_recovery(*database_);
  put(*database_, "lost");
  put(*database_, "found");
  const auto lines = versions();
  ASSERT_EQ(lines.size(), 3u);
  const auto put_back = [&](const std::string& number) {
    return run("versions", fmt::format("--key {} --put-back-before {}", kKey, number));
  };
  EXPECT_EQ(put_back(number_in(lines[0])).output,
            R"(put back {"id":{"S":"7"},"state":{"S":"lost"}}
in place of {"id":{"S":"7"},"state":{"S":"found"}}
)");
  EXPECT_EQ(state_of(*database_, "orders"), "lost");
  EXPECT_EQ(put_back(number_in(lines[1])).exit_code, 0);
  EXPECT_EQ(state_of(*database_, "orders"), "paid");
  const Outcome unknown = put_back("100000000000000000001");
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.output, HasSubstr("the item has no change with the number 100000000000000000001"));
  EXPECT_EQ(state_of(*database_, "orders"), "paid");
}

TEST_F(Recovery, AnItemThatWasNotThereIsDeleted) {
  enable_recovery(*database_);
  put(*database_, "wrong");
  const std::string number = number_in(versions().at(0));
  const Outcome deleted = run("versions", fmt::format("--key {} --put-back-before {}", kKey, number));
  EXPECT_EQ(deleted.output, "deleted, because the item did not exist before the change " + number +
                                "\nin place of {\"id\":{\"S\":\"7\"},\"state\":{\"S\":\"wrong\"}}\n");
  EXPECT_EQ(state_of(*database_, "orders"), "none");
}

TEST_F(Recovery, ATableIsRestoredToAVersion) {
  put(*database_, "paid");
  enable_recovery(*database_);
  put(*database_, "lost");
  put(*database_, "found");
  const std::string number = number_in(versions().at(1));
  const Outcome before = run("recover", "--as before --before " + number);
  EXPECT_EQ(before.exit_code, 0);
  EXPECT_EQ(before.output, "before: as orders was before change " + number + "\n");
  EXPECT_EQ(state_of(*database_, "before"), "paid");
  EXPECT_EQ(run("recover", "--as after --after " + number).output,
            "after: as orders was after change " + number + "\n");
  EXPECT_EQ(state_of(*database_, "after"), "lost");
  const std::string where = fmt::format(R"(--before-item {} --where '#s = :s' --names '{{"#s": "state"}}' )", kKey);
  EXPECT_EQ(run("recover", "--as was_lost " + where + R"(--values '{":s": {"S": "lost"}}' --first)").output,
            "was_lost: as orders was before change " + number + "\n");
  EXPECT_EQ(state_of(*database_, "was_lost"), "paid");
  EXPECT_THAT(run("recover", "--as never " + where + R"(--values '{":s": {"S": "stolen"}}')").output,
              HasSubstr("No change within the time made the item match ConditionExpression. It never matched it"));
  EXPECT_THAT(run("recover", "--as never --to 2001-01-01T00:00:00Z").output,
              HasSubstr("RestoreDateTime '2001-01-01T00:00:00Z' must be within"));
  EXPECT_THAT(run("recover", "--as begun --no-wait --before " + number).output,
              StartsWith("begun: CREATING, as orders"));
}

TEST_F(Recovery, FaultsOfTheCommandLineAreNamed) {
  EXPECT_THAT(run("versions", "--key nonsense").output,
              HasSubstr(R"(--key is not JSON such as {"id": {"S": "7"}}: it is not JSON at all)"));
  EXPECT_THAT(run("versions", R"(--key '{"id": 7}')").output, HasSubstr("--key is not JSON such as"));
  EXPECT_THAT(run("versions", fmt::format("--key {} --from yesterday", kKey)).output,
              HasSubstr("'yesterday' is not a time such as 2026-11-21T06:00:00Z"));
  EXPECT_THAT(run("versions", fmt::format("--key {}", kKey)).output,
              HasSubstr("Point in time recovery is not enabled for table 'orders'"));
  EXPECT_GE(run("recover", "--as new").exit_code, 100);
  EXPECT_GE(run("recover", fmt::format("--as new --before-item {}", kKey)).exit_code, 100);
  EXPECT_GE(run("recover", "--as new --before 1 --after 1").exit_code, 100);
}

TEST(RecoveryOfADirectory, VersionsAreShownAndATableIsRestored) {
  const test::TemporaryDirectory directory;
  const std::string data = directory / "data";
  {
    auto database = open(data, {}).value();
    ASSERT_TRUE(database->create_table(test::create_request("orders", "id:S")));
    put(*database, "paid");
    enable_recovery(*database);
    put(*database, "lost");
  }
  const Outcome shown = run_command(fmt::format("versions orders --key {} --data {}", kKey, data));
  ASSERT_EQ(lines_of(shown.output).size(), 2u) << shown.output;
  const Outcome restored = run_command(
      fmt::format("recover orders --as before --data {} --before {}", data, number_in(lines_of(shown.output)[0])));
  EXPECT_EQ(restored.exit_code, 0) << restored.output;
  auto database = open(data, {}).value();
  EXPECT_EQ(state_of(*database, "before"), "paid");
  EXPECT_EQ(state_of(*database, "orders"), "lost");
}

TEST_F(Recovery, ASpanOfChangesIsUndone) {
  put(*database_, "paid");
  enable_recovery(*database_);
  put(*database_, "lost");
  const std::string line = versions().front();
  std::smatch time;
  ASSERT_TRUE(std::regex_search(line, time, std::regex(R"re("ChangeDateTime":"([^"]+)")re"))) << line;
  const std::string from = time[1].str();
  const Outcome listed = run("undo", fmt::format("--from {} --dry-run", from));
  EXPECT_EQ(listed.exit_code, 0) << listed.output;
  EXPECT_EQ(listed.output, "put back {\"id\":{\"S\":\"7\"}}\norders: 1 to put back, 0 to delete, 0 left\n");
  EXPECT_EQ(state_of(*database_, "orders"), "lost");
  const Outcome undone = run("undo", "--from " + from);
  EXPECT_EQ(undone.exit_code, 0) << undone.output;
  EXPECT_THAT(undone.output, HasSubstr("orders: 1 put back, 0 deleted, 0 left\n"));
  EXPECT_EQ(state_of(*database_, "orders"), "paid");
  const Outcome changed = run("versions", "--from " + from);
  EXPECT_EQ(changed.exit_code, 0) << changed.output;
  EXPECT_THAT(changed.output, StartsWith("{\"Key\":{\"id\":{\"S\":\"7\"}},\"SequenceNumber\":"));
  EXPECT_THAT(changed.output, HasSubstr("\"OldImage\":{\"id\":{\"S\":\"7\"},\"state\":{\"S\":\"paid\"}}"));
  EXPECT_THAT(run("versions", "").output, HasSubstr("name an item with --key, or a span of time with --from"));
  const Outcome bad = run("undo", "--from yesterday");
  EXPECT_GE(bad.exit_code, 100);
}

// A table with an index, of which one item changes, one goes and one comes after the moment.
TEST_F(Recovery, AQueryHasTheAnswerOfAMoment) {
  ASSERT_TRUE(database_->create_table(
      {.table_name = "shop",
       .attribute_definitions =
           {{{"pk", ScalarAttributeType::S}, {"sk", ScalarAttributeType::S}, {"state", ScalarAttributeType::S}}},
       .key_schema = {{{"pk", KeyType::Hash}, {"sk", KeyType::Range}}},
       .global_secondary_indexes = {{{.index_name = "by_state",
                                      .key_schema = {{{"state", KeyType::Hash}, {"sk", KeyType::Range}}},
                                      .projection = Projection{.projection_type = ProjectionType::KeysOnly}}}},
       .billing_mode = BillingMode::PayPerRequest}));
  UpdateContinuousBackupsRequest enable{.table_name = "shop"};
  enable.point_in_time_recovery_specification.emplace().point_in_time_recovery_enabled = true;
  const auto write = [&](const char* sort, const char* state) {
    ASSERT_TRUE(database_->put_item(
        {.table_name = "shop", .item = AttributeMap{{"pk", "c1"}, {"sk", sort}, {"state", state}, {"n", 1}}}));
  };
  write("a", "open");
  write("b", "open");
  write("c", "paid");
  ASSERT_TRUE(database_->update_continuous_backups(enable));
  write("a", "paid");
  const Outcome versions = run_command(
      fmt::format(R"(versions shop --key '{{"pk":{{"S":"c1"}},"sk":{{"S":"a"}}}}' --endpoint {})", server_->url()));
  std::smatch time;
  const std::string line = lines_of(versions.output).front();
  ASSERT_TRUE(std::regex_search(line, time, std::regex(R"re("ChangeDateTime":"([^"]+)")re"))) << line;
  ASSERT_TRUE(database_->delete_item({.table_name = "shop", .key = AttributeMap{{"pk", "c1"}, {"sk", "b"}}}));
  write("d", "open");
  const auto query = [&](const std::string& more) {
    const Outcome outcome = run_command(fmt::format("query shop --endpoint {} {}", server_->url(), more));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    std::string sorts;
    std::smatch sort;
    for (const std::string& one : lines_of(outcome.output))
      if (std::regex_search(one, sort, std::regex(R"re("sk":\{"S":"(.)"\})re"))) sorts += sort[1].str();
    return sorts;
  };
  const std::string as_of = " --as-of " + time[1].str();
  const std::string of_customer = R"(--key-condition 'pk = :c' --values '{":c":{"S":"c1"}}')";
  const std::string open =
      R"(--index by_state --key-condition '#s = :s' --names '{"#s":"state"}' --values '{":s":{"S":"open"}}')";
  EXPECT_EQ(query(of_customer), "acd");
  EXPECT_EQ(query(of_customer + as_of), "abc");
  EXPECT_EQ(query(of_customer + " --reverse --limit 2" + as_of), "cb");
  EXPECT_EQ(query(open), "d");
  EXPECT_EQ(query(open + as_of), "ab");
  EXPECT_EQ(query("--scan --filter '#s = :s' --names '{\"#s\":\"state\"}' --values '{\":s\":{\"S\":\"paid\"}}'"), "ac");
  EXPECT_EQ(
      query("--scan --filter '#s = :s' --names '{\"#s\":\"state\"}' --values '{\":s\":{\"S\":\"paid\"}}'" + as_of),
      "c");
  const std::string filtered = R"(--key-condition 'pk = :c' --filter '#s = :cd' --names '{"#s":"state"}' )"
                               R"(--values '{":c":{"S":"c1"},":cd":{"S":"open"}}')";
  EXPECT_EQ(query(filtered + as_of), "ab");
  EXPECT_EQ(query("--scan --projection sk" + as_of).size(), 3);
  const auto fault = [&](const std::string& more) { return run("query", more).output; };
  EXPECT_THAT(fault(""), HasSubstr("--key-condition names the items; --scan reads all items"));
  EXPECT_THAT(fault("--scan --reverse"), HasSubstr("a scan has no order"));
  EXPECT_THAT(fault("--scan --as-of 2026-01-01T00:00:00Z"), HasSubstr("Point in time recovery is not enabled"));
}

}  // namespace recovery_test
}  // namespace partita
