// `partita restore` with the archive of a server.
#include <gmock/gmock.h>

#include "archived_database.h"

namespace partita {
namespace restore_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

class RestoreCommand : public ArchivedDatabase {
 protected:
  const std::string restored_ = directory_ / "restored";
};

TEST_F(RestoreCommand, RestoresTheNewestMoment) {
  const Outcome outcome = restore("--data " + restored_);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("restored up to operation "));
  EXPECT_EQ(run_command("verify --data " + restored_).exit_code, 0);
  for (const char* key : {"early", "late", "last"}) EXPECT_TRUE(has(restored_, "items", key)) << key;
  EXPECT_TRUE(has(restored_, "others", "early"));
}

TEST_F(RestoreCommand, RestoresATimeOrANumber) {
  for (const std::string& moment : {early_time_, early_number_}) {
    const std::string data = directory_ / ("to-" + moment);
    const Outcome outcome = restore("--to " + moment + " --data " + data);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("restored up to operation " + early_number_));
    EXPECT_TRUE(has(data, "items", "early")) << moment;
    EXPECT_FALSE(has(data, "items", "late")) << moment;
  }
  const Outcome before = restore("--to 2020-01-01T00:00:00Z --data " + restored_);
  EXPECT_EQ(before.exit_code, 1);
  EXPECT_THAT(before.output, HasSubstr("the archive begins at "));
  EXPECT_FALSE(fs::exists(restored_));
  EXPECT_GT(restore("--to yesterday --data " + restored_).exit_code, 99);
}

TEST_F(RestoreCommand, KeepsOneTable) {
  const Outcome outcome = restore("--table others --data " + restored_);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(has(restored_, "others", "early"));
  const auto database = partita::open(restored_, {.create_if_missing = false});
  ASSERT_TRUE(database);
  EXPECT_THAT((*database)->list_tables({})->table_names, ::testing::ElementsAre("others"));
  const Outcome missing = restore("--table nothing --data " + (directory_ / "other"));
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.output, HasSubstr("there was no table nothing"));
  // The directory is of that moment, so it would lack later writes.
  const Outcome other = restore("--table others --data " + (directory_ / "other"));
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.output, HasSubstr("another restore was interrupted"));
}

TEST_F(RestoreCommand, OnlyTheOwnerReadsTheDirectory) {
  ASSERT_EQ(restore("--data " + restored_).exit_code, 0);
  constexpr fs::perms kOthers = fs::perms::group_all | fs::perms::others_all;
  EXPECT_EQ(fs::status(restored_).permissions() & kOthers, fs::perms::none);
  for (const auto& entry : fs::recursive_directory_iterator(restored_))
    EXPECT_EQ(entry.status().permissions() & kOthers, fs::perms::none) << entry.path();
}

TEST_F(RestoreCommand, TheSameCommandContinuesAfterAnInterruption) {
  const std::string segment = last_segment(), aside = directory_ / "aside";
  fs::rename(segment, aside);
  const std::string command = "--data " + restored_;
  const Outcome interrupted = restore(command);
  EXPECT_EQ(interrupted.exit_code, 1);
  EXPECT_THAT(interrupted.output, HasSubstr(segment));
  EXPECT_FALSE(partita::open(restored_, {}));
  const Outcome served = run_command("serve --port 0 --data " + restored_);
  EXPECT_EQ(served.exit_code, 1);
  EXPECT_THAT(served.output, HasSubstr("is not restored completely"));
  fs::rename(aside, segment);
  const Outcome other = restore(command + " --to " + early_number_);
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.output, HasSubstr("another restore was interrupted"));
  EXPECT_EQ(restore(command).exit_code, 0);
  EXPECT_TRUE(has(restored_, "items", "last"));
  const Outcome again = restore(command);
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("is not empty"));
}

TEST_F(RestoreCommand, TheDrillComparesAndLeavesNothing) {
  fs::create_directory(directory_ / "scratch");
  const std::string words = "--drill --scratch " + (directory_ / "scratch");
  const Outcome sound = restore(words);
  EXPECT_EQ(sound.exit_code, 0);
  EXPECT_THAT(sound.output, AllOf(HasSubstr("2 tables compared with the hashes of the archive, 0 differ\n"),
                                  HasSubstr("items: 3 items"), HasSubstr("the drill succeeded")));
  EXPECT_TRUE(fs::is_empty(directory_ / "scratch"));
  EXPECT_EQ(restore(words + " --most-age 1h").exit_code, 0);
  Outcome old = restore(words + " --most-age 1s");
  for (int i = 0; i < 100 && old.exit_code == 0; ++i) old = restore(words + " --most-age 1s");
  EXPECT_EQ(old.exit_code, 1);
  EXPECT_THAT(old.output, AllOf(HasSubstr("longer ago than 1s"), HasSubstr("the drill FAILED")));
  const std::string file = largest_file();
  flip_bit_in_the_middle(file);
  const Outcome damaged = restore(words);
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_THAT(damaged.output, AllOf(HasSubstr(file + " is damaged"), Not(HasSubstr("the drill succeeded"))));
  EXPECT_TRUE(fs::is_empty(directory_ / "scratch"));
}

TEST_F(RestoreCommand, NeedsADirectoryOrTheDrill) {
  const Outcome outcome = restore("");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("--data DIR, or --drill"));
  EXPECT_GT(restore("--drill --data " + restored_).exit_code, 99);
}

}  // namespace restore_test
}  // namespace partita
