// `partita model design` as a user runs it.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_design_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kQuestions =
    "design: 1\nname: garage\nentities:\n"
    "  - {name: Car, count: 1M, size_bytes: 200, fields: {plate: string, owner: string, parts: list}, identity: "
    "plate}\n"
    "patterns:\n"
    "  - {name: A car, entities: Car, by: plate, per_second: 10}\n"
    "  - {name: Cars of an owner, entities: Car, by: owner, per_second: 5, items: 2}\n"
    "  - {name: Add a car, create: Car, per_second: 1}\n";

class ModelDesign : public testing::Test {
 protected:
  ModelDesign() { write("garage.yml", kQuestions); }
  void write(const std::string& name, const std::string& text) { std::ofstream(path(name)) << text; }
  std::string path(const std::string& name) const { return directory_.string() + "/" + name; }
  Outcome run(const std::string& arguments) const { return run_command("model " + arguments, directory_.string()); }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelDesign, WritesAModelThatTheOtherSubcommandsTake) {
  const Outcome outcome = run("design garage.yml -o out");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, StartsWith("garage: $"));
  for (const char* name : {"model.yaml", "garage.h", "docs.md", "docs.html", "report.md", "report.json"})
    EXPECT_TRUE(std::filesystem::is_regular_file(path(std::string("out/") + name))) << name;
  EXPECT_THAT(run("lint out/model.yaml").output, HasSubstr("no findings"));
  EXPECT_EQ(run("run out/model.yaml").exit_code, 0);
  EXPECT_EQ(run("cost out/model.yaml").exit_code, 0);
  EXPECT_EQ(run("design garage.yml").output, outcome.output);
}

TEST_F(ModelDesign, WritesNoFileIfOneCannotBeWritten) {
  std::filesystem::create_directories(path("out/report.md"));
  const Outcome outcome = run("design garage.yml -o out");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("report.md is a directory"));
  EXPECT_FALSE(std::filesystem::exists(path("out/model.yaml")));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path("out")))
    EXPECT_FALSE(entry.is_regular_file()) << entry.path();
}

TEST_F(ModelDesign, EndsWithOneIfAReadCannotBeServed) {
  write("parts.yml",
        std::string(kQuestions) + "  - {name: With a part, entities: Car, by: parts, per_second: 1, items: 1}\n");
  const Outcome outcome = run("design parts.yml -o out");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("the smallest change: store parts of Car as a string or a number"));
  EXPECT_FALSE(std::filesystem::exists(path("out")));
}

TEST_F(ModelDesign, EndsWithTwoIfTheInputIsWrong) {
  write("wrong.yml", "design: 1\nname: x\nentitys: []\n");
  const Outcome wrong = run("design wrong.yml");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.output, HasSubstr("wrong.yml:3"));
  EXPECT_THAT(wrong.output, HasSubstr("did you mean 'entities'?"));
  EXPECT_EQ(run("design missing.yml").exit_code, 2);
  EXPECT_EQ(run("design garage.yml --region mars-1").exit_code, 2);
}

TEST_F(ModelDesign, TakesTheTablesOfTheCommandLine) {
  write("two.yml", std::string(kQuestions)
                           .insert(std::string(kQuestions).find("patterns:"),
                                   "  - {name: Owner, count: 1M, size_bytes: 100, fields: {owner: string, "
                                   "name: string}, identity: owner}\n") +
                       "  - {name: An owner, entities: Owner, by: owner, per_second: 1}\n");
  EXPECT_THAT(run("design two.yml --tables one").output, HasSubstr(" 1 table with"));
  EXPECT_THAT(run("design two.yml --tables several").output, HasSubstr(" 2 tables with"));
  // An agent, which cannot write files, finds the model in the answer.
  const Outcome json = run("design two.yml --json");
  EXPECT_THAT(json.output, StartsWith("{"));
  EXPECT_THAT(json.output, HasSubstr("\"model\": \"format: 1\\n"));
}

}  // namespace model_design_test
}  // namespace partita
