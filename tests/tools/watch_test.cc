// The output of `partita serve` for its operator: slow requests, and the audit log.
#include <gmock/gmock.h>
#include <partita/connect.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "support/partita_process.h"
#include "support/requests.h"
#include "support/temporary_directory.h"

namespace partita {
namespace watch_test {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(SlowRequests, AreALineWithTheirShapeAndWithoutTheirValues) {
  const test::TemporaryDirectory directory;
  const std::string faults = directory / "faults.json";
  write(faults, R"({"rules":[{"operations":["Query"],"delay_ms":60}]})");
  test::ServerProcess server({"--memory", "--slow-request-ms", "50", "--faults", faults}, test::Stderr::Joined);
  const auto database = connect(server.endpoint()).value();
  ASSERT_TRUE(database->create_table(test::create_request("items", "pk:S")));
  ASSERT_TRUE(database->put_item(test::put_request("items", {{"pk", "secret"}})));
  const auto page = database->query(test::query_request("items", "pk = :p", {{":p", "secret"}}));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->count, 1);
  EXPECT_FALSE(page->consumed_capacity);
  const std::string output = server.read_until("\":p\"]}\n");
  EXPECT_THAT(output,
              AllOf(HasSubstr("level=warning event=slow_request operation=Query table=items index=- status=200 "),
                    HasSubstr(" items_read=1 items_returned=1 "), HasSubstr(" capacity_units=0.5 "),
                    ContainsRegex(" database_us=[0-9]{5,} "), HasSubstr("\"KeyConditionExpression\":\"pk = :p\""),
                    Not(HasSubstr("secret")), Not(HasSubstr("operation=PutItem"))));
  EXPECT_EQ(server.stop(), 0);
}

TEST(AuditLog, SaysWhoWasAllowedAndWhoWasNot) {
  const test::TemporaryDirectory directory;
  const std::string keys = directory / "keys", log = directory / "audit.log";
  write(keys, "[alice]\naws_access_key_id = AKIDALICE\naws_secret_access_key = alice\n");
  test::ServerProcess server({"--memory", "--auth", "keys", "--credentials", keys, "--audit-log", log, "--audit-keys"},
                             test::Stderr::Joined);
  const auto open_as = [&](const char* secret) {
    ConnectOptions options;
    options.credentials = Credentials{"AKIDALICE", secret};
    options.max_attempts = 1;
    return connect(server.endpoint(), options).value();
  };
  const auto alice = open_as("alice");
  ASSERT_TRUE(alice->create_table(test::create_request("items", "pk:S")));
  ASSERT_TRUE(alice->put_item(test::put_request("items", {{"pk", "a"}, {"text", "secret"}})));
  std::filesystem::rename(log, log + ".moved");
  server.signal(SIGHUP);
  server.read_until("event=credentials_read");
  EXPECT_EQ(open_as("wrong")->list_tables({}).error().code, ErrorCode::InvalidSignatureException);
  EXPECT_EQ(server.stop(), 0);

  auto lines = lines_of(log + ".moved");
  const auto later = lines_of(log);
  lines.insert(lines.end(), later.begin(), later.end());
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_THAT(lines[0], AllOf(HasSubstr("\"operation\":\"CreateTable\",\"table\":\"items\""),
                              HasSubstr("\"access_key\":\"AKIDALICE\",\"user\":\"alice\",\"verified\":true")));
  EXPECT_THAT(lines[1], AllOf(HasSubstr("\"items\":[{\"table\":\"items\",\"key\":{\"pk\":{\"S\":\"a\"}}}]"),
                              HasSubstr("\"allowed\":true,\"status\":200}"), Not(HasSubstr("secret"))));
  EXPECT_THAT(lines[2], AllOf(HasSubstr("\"operation\":\"ListTables\""), HasSubstr("\"access_key\":\"AKIDALICE\""),
                              HasSubstr("\"verified\":false"), HasSubstr("\"allowed\":false"),
                              HasSubstr("\"error\":\"InvalidSignatureException\",\"reason\":\"The request signature")));
  EXPECT_EQ(later.size(), 1u);
}

}  // namespace watch_test
}  // namespace partita
