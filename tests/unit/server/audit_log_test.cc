// The audit log: its records, its files, and its behaviour on a full disk.
#include "server/logs/audit_log.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>

#include "support/temporary_directory.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace audit_log_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

class AuditLogTest : public ServerTest {
 protected:
  std::string path() const { return directory_ / "audit.log"; }
  void open(AuditOptions options = {}) {
    options.path = path();
    auto opened = AuditLog::open(std::move(options), [this](LogLevel, std::string_view line) {
      const std::lock_guard lock(mutex_);
      logged_.emplace_back(line);
    });
    ASSERT_TRUE(opened) << opened.error();
    log_ = std::move(*opened);
  }
  // Starts a server with the log. The table "t" has the key "id".
  void start_with_log(AuditOptions options = {}) {
    open(std::move(options));
    auto server = defaults();
    server.audit = log_;
    server.clock = &clock_;
    server.key_names = [](std::string_view table) {
      return table == "t" ? std::vector<std::string>{"id"} : std::vector<std::string>();
    };
    start(server);
  }

  test::TemporaryDirectory directory_;
  const base::ManualClock clock_{1'767'225'600'123};
  std::mutex mutex_;
  std::vector<std::string> logged_;
  std::shared_ptr<AuditLog> log_;
};

TEST_F(AuditLogTest, ARequestIsARecordWithHashedKeys) {
  start_with_log();
  Client client(port());
  const auto answer = client.exchange(post("GetItem", kGetItem));
  client.exchange(post("PutItem", R"({"TableName":"t","Item":{"text":{"S":"secret"},"id":{"S":"1"}}})"));
  client.exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  log_->flush();
  const auto lines = lines_of(path());
  ASSERT_THAT(lines, SizeIs(2));
  const std::string key = log_->hash(R"({"id":{"S":"1"}})");
  EXPECT_THAT(key, SizeIs(32));
  EXPECT_THAT(
      lines[0],
      AllOf(HasSubstr(R"({"time":"2026-01-01T00:00:00.123Z","id":")" + answer.headers.at("x-amzn-requestid")),
            HasSubstr(R"x("operation":"GetItem","table":"t","items":[{"table":"t","key":")x" + key + R"("}])"),
            HasSubstr(R"("verified":false,"source":"127.0.0.1:)"), HasSubstr(R"("allowed":true,"status":200})")));
  EXPECT_THAT(lines[1], AllOf(HasSubstr(R"("operation":"PutItem")"), HasSubstr(key), Not(HasSubstr("secret"))));
}

TEST_F(AuditLogTest, KeysAreShownIfTheyShouldBe) {
  start_with_log({.shows_keys = true});
  database_.on_batch_write_item = [](BatchWriteItemRequest, Completion<BatchWriteItemResponse> done) {
    done(BatchWriteItemResponse{});
  };
  Client(port()).exchange(post("BatchWriteItem", R"({"RequestItems":{"t":[
      {"PutRequest":{"Item":{"a":{"N":"7"},"id":{"S":"x\"y"}}}},{"DeleteRequest":{"Key":{"id":{"S":"z"}}}}]}})"));
  log_->flush();
  EXPECT_THAT(lines_of(path()), ElementsAre(HasSubstr(R"x("items":[{"table":"t","key":{"id":{"S":"x\"y"}}},)x"
                                                      R"x({"table":"t","key":{"id":{"S":"z"}}}])x")));
}

TEST_F(AuditLogTest, ARefusedCallerIsARecordWithTheReason) {
  start_with_log();
  Client client(port());
  client.exchange(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
      "X-Amz-Target: DynamoDB_20120810.DeleteTable\r\nContent-Length: 17\r\n\r\n{\"TableName\":\"t\"}");
  log_->flush();
  EXPECT_THAT(lines_of(path()),
              ElementsAre(AllOf(HasSubstr(R"("operation":"DeleteTable")"), HasSubstr(R"("allowed":false)"),
                                HasSubstr(R"("error":"MissingAuthenticationTokenException","reason":")"))));
}

TEST_F(AuditLogTest, FullFilesAreKeptUpToANumber) {
  open({.file_bytes = 100, .kept_files = 2});
  for (int i = 0; i < 5; ++i) {
    log_->append(fmt::format("{:080}", i));
    log_->flush();
  }
  EXPECT_EQ(lines_of(path()), std::vector{fmt::format("{:080}", 4)});
  EXPECT_EQ(lines_of(path() + ".1"), std::vector{fmt::format("{:080}", 3)});
  EXPECT_EQ(lines_of(path() + ".2"), std::vector{fmt::format("{:080}", 2)});
  EXPECT_FALSE(std::filesystem::exists(path() + ".3"));
  EXPECT_EQ(log_->counts().written, 5u);
}

TEST_F(AuditLogTest, AMovedFileIsReplacedAfterReopen) {
  open();
  log_->append("first");
  log_->flush();
  std::filesystem::rename(path(), path() + ".moved");
  log_->reopen();
  log_->append("second");
  log_.reset();
  EXPECT_THAT(lines_of(path() + ".moved"), ElementsAre("first"));
  EXPECT_THAT(lines_of(path()), ElementsAre("second"));
}

TEST_F(AuditLogTest, OnlyTheOwnerMayReadTheFileAndTheKeyStays) {
  open();
  const std::string hash = log_->hash("text");
  log_.reset();
  using std::filesystem::perms;
  for (const std::string& name : {path(), path() + ".key"})
    EXPECT_EQ(std::filesystem::status(name).permissions(), perms::owner_read | perms::owner_write) << name;
  open();
  EXPECT_EQ(log_->hash("text"), hash);
  EXPECT_NE(log_->hash("other"), hash);
  log_.reset();
  std::ofstream(path() + ".key") << "short\n";
  EXPECT_FALSE(AuditLog::open({.path = path()}, {}));
}

TEST_F(AuditLogTest, OnAFullDiskRequestsGoOnAndLostRecordsAreCounted) {
  std::filesystem::create_symlink("/dev/full", path());
  start_with_log();
  Client client(port());
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).status, 200);
  log_->flush();
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).status, 200);
  log_->flush();
  EXPECT_EQ(log_->counts().lost, 2u);
  EXPECT_THAT(client.exchange("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body,
              AllOf(HasSubstr("\npartita_audit_lost_records_total 2\n"), HasSubstr("\npartita_audit_failing 1\n")));
  std::filesystem::remove(path());
  log_->reopen();
  client.exchange(post("GetItem", kGetItem));
  log_->flush();
  EXPECT_THAT(lines_of(path()), SizeIs(1));
  const std::lock_guard lock(mutex_);
  EXPECT_THAT(logged_, ElementsAre(AllOf(HasSubstr("event=audit_log_failed"), HasSubstr("No space left on device")),
                                   HasSubstr("event=audit_log_written_again lost_records=2")));
}

TEST_F(AuditLogTest, RequestsAreRefusedOnAFullDiskIfTheOperatorWantsIt) {
  std::filesystem::create_symlink("/dev/full", path());
  start_with_log({.on_failure = AuditOptions::OnFailure::Refuse});
  Client client(port());
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).status, 200);
  log_->flush();
  const auto refused = client.exchange(post("GetItem", kGetItem));
  EXPECT_EQ(refused.status, 503);
  EXPECT_THAT(refused.body, HasSubstr("cannot write its audit log"));
  std::filesystem::remove(path());
  log_->reopen();
  // The record of the first request waits until it is written, and so does that of the refusal.
  while (log_->counts().failing) log_->flush();
  log_->flush();
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).status, 200);
  log_->flush();
  EXPECT_EQ(log_->counts().lost, 0u);
  EXPECT_THAT(lines_of(path()), ElementsAre(HasSubstr("\"status\":200"), HasSubstr("\"error\":\"ServiceUnavailable\""),
                                            HasSubstr("\"status\":200")));
}

// A disk that stalls, which reports no failure.
TEST_F(AuditLogTest, RequestsAreRefusedIfRecordsWaitTooLong) {
  std::promise<void> goes_on;
  const std::shared_future<void> stall = goes_on.get_future().share();
  std::atomic<std::chrono::steady_clock::time_point> now{};
  AuditOptions options;
  options.on_failure = AuditOptions::OnFailure::Refuse;
  options.now = [&now] { return now.load(); };
  options.write = [stall](int, std::string_view) {
    stall.wait();
    return true;
  };
  open(options);
  EXPECT_FALSE(log_->refuses());
  log_->append("first");
  now = now.load() + std::chrono::milliseconds(600);
  log_->append("second");
  EXPECT_FALSE(log_->refuses());
  now = now.load() + std::chrono::milliseconds(401);
  EXPECT_TRUE(log_->refuses()) << "the first record has waited for more than a second";
  goes_on.set_value();
  log_->flush();
  EXPECT_FALSE(log_->refuses());
  EXPECT_EQ(log_->counts().written, 2u);
  now = now.load() + std::chrono::hours(1);
  EXPECT_FALSE(log_->refuses()) << "nothing waits";
}

// Requests that were under way when the disk failed have records too, however many are refused before they end.
TEST_F(AuditLogTest, RecordsOfRefusedRequestsLeaveRoomForThoseOfOthers) {
  for (const auto& [on_failure, kept] : {std::pair{AuditOptions::OnFailure::Refuse, "refused\nstarted\n"},
                                         {AuditOptions::OnFailure::GoOn, "refused\nrefused\n"}}) {
    std::promise<void> goes_on;
    const std::shared_future<void> stall = goes_on.get_future().share();
    std::promise<void> stalls;
    std::vector<std::string> written;
    open({.on_failure = on_failure, .queue_bytes = 16, .write = [&](int, std::string_view lines) {
            if (written.empty()) {
              stalls.set_value();
              stall.wait();
            }
            written.emplace_back(lines);
            return true;
          }});
    log_->append("first");
    stalls.get_future().wait();
    log_->append("refused", AuditLog::Of::Refused);
    log_->append("refused", AuditLog::Of::Refused);
    log_->append("started");
    goes_on.set_value();
    log_->flush();
    EXPECT_THAT(written, ElementsAre("first\n", kept));
    EXPECT_EQ(log_->counts().lost, 1u);
    log_.reset();
  }
}

TEST_F(AuditLogTest, AFullQueueLosesRecordsAndNothingElse) {
  open({.queue_bytes = 16});
  log_->append("longer than the queue");
  log_->append("short");
  log_->flush();
  EXPECT_EQ(log_->counts().lost, 1u);
  EXPECT_THAT(lines_of(path()), ElementsAre("short"));
}

TEST_F(AuditLogTest, ADirectoryThatIsMissingStopsTheStart) {
  const auto opened = AuditLog::open({.path = path() + ".missing/audit.log"}, {});
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error(), HasSubstr("No such file or directory"));
}

}  // namespace audit_log_test
}  // namespace partita::server
