// `partita model export` as a user runs it.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_export_test {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kModel = R"(format: 1
name: two
tables:
  - name: plain
    partition_key: id
    entities: []
  - name: shop
    partition_key: PK
    entities:
      - name: ORDER
        fields: {id: string}
        key: {partition: "ORDER#{id}"}
)";

class ModelExport : public testing::Test {
 protected:
  ModelExport() { std::ofstream(directory_ / "model.yml") << kModel; }

  Outcome run(const std::string& arguments) {
    return run_command("model export model.yml " + arguments, directory_.string());
  }
  std::string content(const std::string& name) {
    std::stringstream text;
    text << std::ifstream(directory_ / name).rdbuf();
    return text.str();
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelExport, PrintsTheTextAndTellsWhatIsLeftOut) {
  const Outcome outcome = run("--to cloudformation");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("AWSTemplateFormatVersion: \"2010-09-09\"\n"));
  EXPECT_THAT(outcome.output, HasSubstr("note: table shop: entity ORDER is not in CloudFormation\n"));
}

TEST_F(ModelExport, WritesAFile) {
  const Outcome outcome = run("--to terraform -o shop.tf");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, Not(HasSubstr("resource")));
  EXPECT_THAT(content("shop.tf"), StartsWith("resource \"aws_dynamodb_table\" \"plain\" {\n"));
}

TEST_F(ModelExport, ReadsItsOwnTemplate) {
  ASSERT_EQ(run("--to serverless -o serverless.yml").exit_code, 0);
  const Outcome created = run_command("table create --from serverless.yml --dry-run", directory_.string());
  EXPECT_EQ(created.exit_code, 0);
  EXPECT_THAT(created.output, HasSubstr("CreateTable {\"TableName\":\"shop\""));
}

TEST_F(ModelExport, FailsIfStrictAndWritesNothing) {
  const Outcome outcome = run("--to sam --strict -o sam.yml");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("error: table shop: entity ORDER is not in SAM\n"));
  EXPECT_THAT(outcome.output, HasSubstr("nothing is written, because sam would leave this out"));
  EXPECT_FALSE(std::ifstream(directory_ / "sam.yml").good());
  EXPECT_EQ(run("--to sam --strict --table plain").exit_code, 0);
}

TEST_F(ModelExport, TakesOneTable) {
  const Outcome one = run("--to create-table --table plain");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_THAT(one.output, StartsWith("{\n  \"TableName\": \"plain\",\n"));
  const Outcome none = run("--to create-table --table nothing");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.output, HasSubstr("the model has no table 'nothing': its tables are plain, shop"));
}

TEST_F(ModelExport, NamesTheFormats) {
  const Outcome outcome = run("--to dbase");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("there is no format 'dbase': the formats are yaml, json, create-table"));
}

TEST_F(ModelExport, TellsAFileThatCannotBeWritten) {
  const Outcome outcome = run("--to sam -o missing/sam.yml");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("missing/sam.yml cannot be written"));
}

}  // namespace model_export_test
}  // namespace partita
