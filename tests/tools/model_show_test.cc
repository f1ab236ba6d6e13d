// `partita model show` as a user runs it.
#include <gmock/gmock.h>

#include <fstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_show_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kTemplate = R"(Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: orders
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
)";

class ModelShow : public testing::Test {
 protected:
  ModelShow() { std::ofstream(directory_ / "template.yml") << kTemplate; }

  Outcome run(const std::string& arguments) { return run_command("model show " + arguments, directory_.string()); }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelShow, PrintsAnOutlineWithTheNotes) {
  const Outcome shown = run("template.yml");
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_THAT(shown.output, HasSubstr("table orders: id S\n"));
  EXPECT_THAT(shown.output, HasSubstr("\nnotes\n  template.yml:"));
}

TEST_F(ModelShow, TheFormatCanBeChosen) {
  const Outcome shown = run("template.yml --format workbench");
  EXPECT_EQ(shown.exit_code, 1);
  EXPECT_THAT(shown.output, StartsWith("partita: template.yml:1: the model needs ModelMetadata"));
}

TEST_F(ModelShow, AFormatThatIsNotThereIsNamedBesideTheOthers) {
  const Outcome shown = run("template.yml --format workbrench");
  EXPECT_EQ(shown.exit_code, 1);
  EXPECT_THAT(shown.output,
              StartsWith("partita: there is no format 'workbrench': the formats are partita, aws-schema"));
}

}  // namespace model_show_test
}  // namespace partita
