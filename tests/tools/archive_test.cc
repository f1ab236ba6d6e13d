// `partita archive` with the archive of a server.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "archived_database.h"
#include "base/iso_time.h"

namespace partita {
namespace archive_test {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ArchiveCommand : public ArchivedDatabase {};

TEST_F(ArchiveCommand, ListsTheMomentsThatCanBeRestored) {
  const Outcome listed = archive("list");
  EXPECT_EQ(listed.exit_code, 0);
  EXPECT_THAT(listed.output,
              AllOf(StartsWith("generation 1, begun "), HasSubstr("\n  base 1/1 of "), HasSubstr("\n  base 1/2 of "),
                    ContainsRegex("changes up to .*: segment [0-9]+, operation"), HasSubstr("\nclosed by ")));
  EXPECT_FALSE(early_time_.empty());
  EXPECT_FALSE(early_number_.empty());
}

TEST_F(ArchiveCommand, VerifyNamesEachDamagedObject) {
  const Outcome sound = archive("verify");
  EXPECT_EQ(sound.exit_code, 0);
  EXPECT_THAT(sound.output, HasSubstr(", 0 faults\n"));
  const std::string file = largest_file(), segment = last_segment();
  flip_bit_in_the_middle(file);
  flip_bit_in_the_middle(segment);
  const Outcome damaged = archive("verify");
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_THAT(damaged.output, AllOf(HasSubstr(file + " is damaged"), HasSubstr(segment + " is damaged")));
}

TEST_F(ArchiveCommand, VerifyNamesAMissingObject) {
  const std::string file = largest_file();
  fs::remove(file);
  const Outcome verified = archive("verify");
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.output, HasSubstr(file));
}

TEST_F(ArchiveCommand, ExportsATableAsItWasAtAMoment) {
  const Outcome then = archive("export items --to then.jsonl --at " + early_number_);
  EXPECT_EQ(then.exit_code, 0) << then.output;
  EXPECT_EQ(text_of(directory_ / "then.jsonl"), "{\"pk\":\"early\"}\n");
  const Outcome newest = archive("export items --to newest/ --scratch .");
  EXPECT_EQ(newest.exit_code, 0) << newest.output;
  EXPECT_THAT(newest.output, HasSubstr("items: 3 items, "));
  for (const auto& entry : fs::directory_iterator(directory_.string()))
    EXPECT_THAT(entry.path().filename().string(), ::testing::Not(StartsWith("partita-scratch")));
  const Outcome missing = archive("export nothing --to x.json");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.output, HasSubstr("Table: nothing not found"));
}

TEST_F(ArchiveCommand, ExportsTheChangesOfASpan) {
  const std::string from = base::iso_time_text(base::parse_iso_time(early_time_).value() + 1);
  const Outcome all = archive("export items --to all/ --scratch . --from-time " + from);
  ASSERT_EQ(all.exit_code, 0) << all.output;
  EXPECT_THAT(all.output, HasSubstr("items: 2 changed items from " + from));
  for (const auto& entry : fs::directory_iterator(directory_.string()))
    EXPECT_THAT(entry.path().filename().string(), ::testing::Not(StartsWith("partita-scratch")));
  // It is a source of an import, which adds the items that the first moment lacks.
  ASSERT_EQ(archive("export items --to then.json --at " + early_number_).exit_code, 0);
  for (const std::string source : {"then.json", "all/"}) {
    const Outcome imported =
        run_command("import " + source + " --table items --keys pk:S --data ./copy", directory_.string());
    EXPECT_EQ(imported.exit_code, 0) << imported.output;
  }
  for (const char* key : {"early", "late", "last"}) EXPECT_TRUE(has(directory_ / "copy", "items", key)) << key;
  for (const auto& [arguments, text] :
       {std::pair{"--to x.json --from-time " + from, "an incremental export is a folder"},
        {"--to x/ --from-time " + from + " --to-time 2999-01-01T00:00:00Z", "the archive ends at"},
        {"--to x/ --from-time 2001-01-01T00:00:00Z", "the archive begins at"},
        {"--to x/ --from-time soon", "--from-time is a time such as"},
        {"--to x/ --format csv --from-time " + from, "dynamodb-json or ion"}}) {
    const Outcome refused = archive("export items " + arguments);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.output, HasSubstr(text));
  }
}

TEST_F(ArchiveCommand, PruneLeavesTheArchiveOfALivingServer) {
  {
    const auto server = serve();
    const Outcome refused = archive("prune --keep 1d");
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.output, HasSubstr("--archive-keep"));
    EXPECT_EQ(server->stop(), 0);
  }
  const Outcome pruned = archive("prune --keep 1d");
  EXPECT_EQ(pruned.exit_code, 0);
  EXPECT_EQ(pruned.output, "removed 0 generations, 0 bases, 0 segments and 0 files\n");
  EXPECT_GT(archive("prune --keep 7").exit_code, 99);
}

TEST_F(ArchiveCommand, APlaceWithoutAnArchiveIsNamed) {
  for (const std::string command : {"archive list", "archive verify", "archive prune --keep 1d", "restore --drill"}) {
    const Outcome outcome = run_command(command + " --from " + data_, directory_.string());
    EXPECT_EQ(outcome.exit_code, 1) << command;
    EXPECT_THAT(outcome.output, HasSubstr("there is no archive at " + data_)) << command;
  }
  const Outcome other = run_command("archive list --from https://example.com/shop");
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.output, HasSubstr("give file:///DIR, DIR or s3://BUCKET/PREFIX"));
}

TEST(ArchiveKeys, ANewKeyDoesNotReplaceAnother) {
  const test::TemporaryDirectory directory;
  EXPECT_EQ(run_command("archive new-key key", directory.string()).exit_code, 0);
  const std::string key = text_of(directory / "key");
  EXPECT_EQ(key.size(), 65u);
  struct stat facts {};
  ASSERT_EQ(::stat((directory / "key").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600u);
  const Outcome again = run_command("archive new-key key", directory.string());
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("exists"));
  EXPECT_EQ(text_of(directory / "key"), key);
}

class EncryptedArchive : public ArchivedDatabase {
 protected:
  void SetUp() override {
    const std::string key = directory_ / "key";
    ASSERT_EQ(run_command("archive new-key " + key).exit_code, 0);
    keys_ = {"--archive-key", key};
    ArchivedDatabase::SetUp();
  }
};

TEST_F(EncryptedArchive, IsReadWithItsKeyOnly) {
  EXPECT_EQ(archive("verify").exit_code, 0);
  EXPECT_EQ(restore("--drill").exit_code, 0);
  ASSERT_EQ(run_command("archive new-key " + (directory_ / "other")).exit_code, 0);
  for (const std::string& keys : {std::string(), "--archive-key " + (directory_ / "other")})
    for (const std::string command : {"archive list", "archive verify", "restore --drill", "restore --data r"}) {
      const Outcome outcome = run_command(command + " --from " + place_ + " " + keys, directory_.string());
      EXPECT_EQ(outcome.exit_code, 1) << command;
      EXPECT_THAT(outcome.output, HasSubstr("is encrypted")) << command;
    }
  EXPECT_FALSE(fs::exists(directory_ / "r"));
}

}  // namespace archive_test
}  // namespace partita
