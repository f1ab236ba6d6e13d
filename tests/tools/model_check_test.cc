// `partita model check`, and the script of the action, as a user runs them.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_check_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kVersion1 = PARTITA_MODELLING_DATA "/commerce_v1.yml";
constexpr const char* kVersion2 = PARTITA_MODELLING_DATA "/commerce_v2.yml";

Outcome model_check(const std::string& arguments) { return run_command("model check " + arguments); }

TEST(ModelCheckCommand, ReviewsAChange) {
  const Outcome outcome = model_check(fmt::format("{} --against {}", kVersion2, kVersion1));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output,
              AllOf(StartsWith("FINDINGS: 0 new, 1 as before, 0 cured\n"), HasSubstr("\nPATTERNS: "),
                    HasSubstr("\nSTEPS, in the order of an upgrade\n"), HasSubstr("\n1 safe, 6 careful, 0 unsafe\n")));
  EXPECT_THAT(model_check(fmt::format("{} --against {} --markdown", kVersion2, kVersion1)).output,
              AllOf(StartsWith("## The data model\n"), HasSubstr("**Tables in use:** 1 safe, 6 careful, 0 unsafe")));
  EXPECT_THAT(model_check(fmt::format("{} --against {} --sarif", kVersion2, kVersion1)).output,
              HasSubstr("\"version\": \"2.1.0\""));
}

TEST(ModelCheckCommand, LimitsDecideTheExitCode) {
  const std::string change = fmt::format("{} --against {}", kVersion2, kVersion1);
  EXPECT_EQ(model_check(change + " --fail-on-change careful").exit_code, 1);
  const Outcome back = model_check(fmt::format("{} --against {}", kVersion1, kVersion2));
  EXPECT_EQ(back.exit_code, 1);
  EXPECT_THAT(back.output, HasSubstr("there are steps or changes of --fail-on-change unsafe"));
  const Outcome dear = model_check(fmt::format("{} --max-usd 1 --fail-on never", kVersion2));
  EXPECT_EQ(dear.exit_code, 1);
  EXPECT_THAT(dear.output, HasSubstr("partita: the bill is "));
  EXPECT_EQ(model_check(change + " --max-increase ten").exit_code, 105);
  EXPECT_EQ(model_check(fmt::format("{} --max-increase 5%", kVersion2)).exit_code, 2);
  EXPECT_EQ(model_check("none.yml").exit_code, 2);
  EXPECT_EQ(model_check(change + " --leave-out P999").exit_code, 2);
}

int shell(const std::string& directory, const std::string& command) {
  return std::system(fmt::format("cd {} && {} > log 2>&1", directory, command).c_str());
}

TEST(ModelCheckCommand, TheActionComparesWithACommit) {
  const test::TemporaryDirectory directory;
  const std::string at = directory.string();
  std::filesystem::create_directory(directory / "bin");
  std::filesystem::create_symlink(PARTITA_COMMAND, directory / "bin/partita");
  const std::string git = "git -c user.name=a -c user.email=a@b -c init.defaultBranch=main ";
  std::filesystem::copy_file(kVersion1, directory / "shop.yml");
  ASSERT_EQ(shell(at, git + "init -q . && " + git + "add shop.yml && " + git + "commit -qm one"), 0);
  std::filesystem::copy_file(kVersion2, directory / "shop.yml", std::filesystem::copy_options::overwrite_existing);
  const auto run = [&](const std::string& options) {
    return shell(at, fmt::format("PATH={}/bin:$PATH GITHUB_STEP_SUMMARY={}/summary {} shop.yml HEAD out.sarif {}", at,
                                 at, PARTITA_ACTION "/check", options));
  };
  EXPECT_EQ(run(""), 0);
  std::ostringstream summary;
  summary << std::ifstream(directory / "summary").rdbuf();
  EXPECT_THAT(summary.str(), HasSubstr("1 safe, 6 careful, 0 unsafe"));
  EXPECT_TRUE(std::filesystem::exists(directory / "out.sarif"));
  EXPECT_NE(run("--fail-on-change careful"), 0);
}

}  // namespace model_check_test
}  // namespace partita
