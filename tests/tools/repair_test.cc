// `partita verify` and `partita repair` on damaged directories.
#include <gmock/gmock.h>
#include <partita/open.h>

#include <filesystem>
#include <fstream>

#include "run_command.h"
#include "support/requests.h"
#include "support/temporary_directory.h"

namespace partita {
namespace repair_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class RepairCommand : public ::testing::Test {
 protected:
  RepairCommand() {
    auto database = partita::open(data_, {}).value();
    EXPECT_TRUE(database->create_table(test::create_request("items", "pk:S")));
    for (int i = 0; i < 20; ++i)
      EXPECT_TRUE(database->put_item(test::put_request("items", {{"pk", std::to_string(i)}})));
  }
  std::string file_with(const std::string& part) const {
    for (const auto& entry : fs::directory_iterator(data_))
      if (entry.path().filename().string().find(part) != std::string::npos) return entry.path();
    return {};
  }
  static void flip_bit_in_the_middle(const std::string& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle = static_cast<std::streamoff>(fs::file_size(path) / 2);
    file.seekg(middle);
    const char byte = static_cast<char>(file.get());
    file.seekp(middle);
    file.put(static_cast<char>(byte ^ 1));
  }

  const test::TemporaryDirectory directory_;
  const std::string data_ = directory_ / "data";
};

TEST_F(RepairCommand, HasNothingToDoForASoundDirectory) {
  const Outcome outcome = run_command("repair " + data_);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("nothing to repair"));
  EXPECT_EQ(run_command("verify --data " + data_).exit_code, 0);
}

TEST_F(RepairCommand, OpensADamagedDirectoryThatVerifyNames) {
  for (const char* part : {".log", "MANIFEST"}) {
    SCOPED_TRACE(part);
    const std::string damaged = file_with(part);
    flip_bit_in_the_middle(damaged);
    const std::string name = fs::path(damaged).filename();
    const Outcome verified = run_command("verify --data " + data_);
    EXPECT_EQ(verified.exit_code, 1);
    EXPECT_THAT(verified.output, AllOf(HasSubstr(name + " is damaged at byte"), HasSubstr("partita repair " + data_)));
    EXPECT_FALSE(partita::open(data_, {}));
    const Outcome repaired = run_command("repair " + data_);
    EXPECT_EQ(repaired.exit_code, 1);  // writes are lost, or nothing tells whether a table file is missing
    EXPECT_THAT(repaired.output, AllOf(HasSubstr(name + " is damaged at byte"), HasSubstr("/damaged-")));
    auto database = partita::open(data_, {});
    ASSERT_TRUE(database) << database.error().message;
    EXPECT_TRUE((*database)->put_item(test::put_request("items", {{"pk", "new"}})));
  }
  EXPECT_TRUE(fs::exists(data_ + "/damaged-1"));
  EXPECT_TRUE(fs::exists(data_ + "/damaged-2"));
}

TEST_F(RepairCommand, RefusesWhatIsNoDataDirectoryOrIsInUse) {
  EXPECT_EQ(run_command("repair " + (directory_ / "none")).exit_code, 1);
  const auto database = partita::open(data_, {});
  const Outcome outcome = run_command("repair --data " + data_);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("in use by another process"));
}

}  // namespace repair_test
}  // namespace partita
