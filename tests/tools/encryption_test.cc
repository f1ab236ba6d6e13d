// `partita encryption`, and the other commands on an encrypted directory.
#include <gmock/gmock.h>
#include <partita/connect.h>
#include <partita/open.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "run_command.h"
#include "support/partita_process.h"
#include "support/requests.h"
#include "support/temporary_directory.h"

namespace partita {
namespace encryption_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
namespace fs = std::filesystem;

// The names and the value that no file may show.
constexpr const char* kTable = "tableofsecrets";
constexpr const char* kPartition = "attributeofkeys";
constexpr const char* kAttribute = "attributeofvalues";
constexpr const char* kKey = "partitionkeyvalue";
constexpr const char* kValue = "valueofanitem";

class Encryption : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(run_command("encryption new-key " + key_).exit_code, 0); }

  Result<std::unique_ptr<Database>> open(const std::string& key) const {
    OpenOptions options;
    options.encryption_key_file = key;
    return partita::open(data_, options);
  }
  void fill(const std::string& key, int from = 0) const {
    auto database = open(key);
    ASSERT_TRUE(database) << database.error().message;
    if (from == 0) {
      ASSERT_TRUE((*database)->create_table(test::create_request(kTable, std::string(kPartition) + ":S")));
    }
    for (int i = from; i < from + 50; ++i)
      ASSERT_TRUE((*database)->put_item(
          test::put_request(kTable, {{kPartition, kKey + std::to_string(i)}, {kAttribute, kValue}})));
  }
  static std::vector<std::string> readable(const std::string& directory) {
    std::vector<std::string> out;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string bytes(std::istreambuf_iterator<char>(file), {});
      for (const char* text : {kTable, kPartition, kAttribute, kKey, kValue})
        if (bytes.find(text) != bytes.npos) out.push_back(entry.path().filename().string() + ": " + text);
    }
    return out;
  }
  std::string with_key() const { return " --encryption-key " + key_; }

  const test::TemporaryDirectory directory_;
  const std::string data_ = directory_ / "data";
  const std::string key_ = directory_ / "disk.key";
};

// Who removes a former key of the disk would remove the master key of the users with it.
TEST_F(Encryption, has_another_key_file_than_the_users) {
  const std::string of_users = data_ + ".key";
  ASSERT_EQ(run_command("encryption new-key " + of_users).exit_code, 0);
  const Outcome refused = run_command("serve --port 0 --data " + data_ + " --encryption-key " + of_users);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("is also the file of the master key of users and roles"));
  EXPECT_FALSE(fs::exists(data_));
}

TEST_F(Encryption, has_a_key_that_is_made_once_for_its_owner_only) {
  const auto permissions = fs::status(key_).permissions();
  EXPECT_EQ(permissions, fs::perms::owner_read | fs::perms::owner_write);
  const Outcome again = run_command("encryption new-key " + key_);
  EXPECT_EQ(again.exit_code, 1);
  fs::permissions(key_, fs::perms::others_read, fs::perm_options::add);
  const auto refused = open(key_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::DataDirectoryUnreadable);
  EXPECT_THAT(refused.error().message, AllOf(HasSubstr("the encryption key cannot be used"), HasSubstr(key_)));
  EXPECT_FALSE(fs::exists(data_));
}

TEST_F(Encryption, leaves_nothing_readable_in_the_directory) {
  fill(key_);
  EXPECT_THAT(readable(data_), IsEmpty());
  ASSERT_EQ(run_command("encryption rewrite --data " + data_ + with_key()).exit_code, 0);
  EXPECT_THAT(readable(data_), IsEmpty());
  fs::remove_all(data_);
  fill("");
  EXPECT_THAT(readable(data_), Not(IsEmpty()));
}

TEST_F(Encryption, has_a_key_that_is_asked_for_by_each_command) {
  fill(key_);
  for (const std::string& command :
       {"verify --data " + data_, "repair " + data_, "export " + std::string(kTable) + " --to - --data " + data_,
        "serve --port 0 --data " + data_}) {
    SCOPED_TRACE(command);
    const Outcome refused = run_command(command);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.output, HasSubstr("data directory " + data_ + " is encrypted; give the file with its key"));
    if (command.starts_with("serve")) continue;
    const Outcome done = run_command(command + with_key());
    EXPECT_EQ(done.exit_code, 0) << done.output;
  }
  EXPECT_THAT(run_command("export " + std::string(kTable) + " --to - --data " + data_ + with_key()).output,
              HasSubstr(kValue));
}

TEST_F(Encryption, by_the_key_of_another_directory_is_refused) {
  fill(key_);
  const std::string other = directory_ / "other.key";
  ASSERT_EQ(run_command("encryption new-key " + other).exit_code, 0);
  const Outcome refused = run_command("verify --data " + data_ + " --encryption-key " + other);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, AllOf(HasSubstr("is encrypted with the key"), HasSubstr("which " + other)));
}

TEST_F(Encryption, has_a_key_that_is_replaced_by_another_one) {
  fill("");
  const std::string status = "encryption status --data " + data_ + with_key();
  EXPECT_THAT(run_command(status).output, AllOf(HasSubstr("not encrypted"), HasSubstr("the current key")));
  fill(key_, 50);
  EXPECT_EQ(run_command("encryption rewrite --data " + data_ + with_key()).exit_code, 0);
  EXPECT_THAT(run_command(status).output, Not(HasSubstr("not encrypted")));
  EXPECT_THAT(readable(data_), IsEmpty());
  EXPECT_EQ(run_command("encryption add-key " + key_).exit_code, 0);
  fill(key_, 100);
  EXPECT_THAT(run_command(status).output, AllOf(HasSubstr(", the current key"), HasSubstr(", a former key\n")));
  const Outcome rewritten = run_command("encryption rewrite --data " + data_ + with_key());
  EXPECT_EQ(rewritten.exit_code, 0) << rewritten.output;
  EXPECT_THAT(rewritten.output, HasSubstr("a former key that may be removed"));
  // The first line is the new key.
  std::ifstream keys(key_);
  std::string line;
  std::getline(keys, line);
  std::ofstream(key_) << line << '\n';
  EXPECT_EQ(run_command("verify --data " + data_ + with_key()).exit_code, 0);
}

TEST_F(Encryption, has_logs_that_were_kept_for_an_archive_before_it) {
  fill("");
  const std::string place = "file://" + (directory_ / "place");
  // Each start gives the logs of the one before to the archive.
  for (int i = 0; i < 2; ++i) {
    test::ServerProcess server({"--data", data_, "--archive", place, "--archive-every", "0.05", "--log-level", "error"},
                               test::Stderr::Shown);
    ASSERT_FALSE(server.endpoint().empty());
    const auto remote = connect(server.endpoint()).value();
    ASSERT_TRUE(remote->put_item(test::put_request(kTable, {{kPartition, kKey}, {kAttribute, kValue}})));
    EXPECT_EQ(server.stop(), 0);
  }
  const std::string status = "encryption status --data " + data_ + with_key();
  EXPECT_THAT(run_command(status).output, HasSubstr("not encrypted, in the folder archive"));
  EXPECT_EQ(run_command("encryption rewrite --data " + data_ + with_key()).exit_code, 0);
  EXPECT_THAT(run_command(status).output, Not(HasSubstr("not encrypted")));
  EXPECT_THAT(readable(data_), IsEmpty());
}

TEST_F(Encryption, serves_a_directory_whose_keys_are_shown_meanwhile) {
  {
    test::ServerProcess server({"--data", data_, "--encryption-key", key_, "--log-level", "error"},
                               test::Stderr::Shown);
    ASSERT_FALSE(server.endpoint().empty());
    const Outcome status = run_command("encryption status --data " + data_ + with_key());
    EXPECT_EQ(status.exit_code, 0);
    EXPECT_THAT(status.output, AllOf(HasSubstr("the current key"), Not(HasSubstr("not encrypted"))));
    const Outcome busy = run_command("encryption rewrite --data " + data_ + with_key());
    EXPECT_EQ(busy.exit_code, 1);
    EXPECT_THAT(busy.output, HasSubstr("in use by another process"));
    EXPECT_EQ(server.stop(), 0);
  }
  EXPECT_EQ(run_command("serve --port 0 --memory --encryption-key " + key_).exit_code, 107);
  const Outcome none = run_command("encryption status --data " + (directory_ / "none"));
  EXPECT_EQ(none.exit_code, 1);
}

TEST_F(Encryption, has_no_use_in_memory) {
  OpenOptions options;
  options.in_memory = true;
  options.encryption_key_file = key_;
  EXPECT_EQ(partita::open("", options).error().code, ErrorCode::ValidationException);
}

}  // namespace encryption_test
}  // namespace partita
