// The templates of CloudFormation, SAM and serverless.yml, which the template reader reads back.
#include <gmock/gmock.h>

#include <fstream>

#include "modelling/write/request_tree.h"
#include "modelling/write/table_request.h"
#include "modelling/write/write_model.h"
#include "sample_models.h"
#include "support/temporary_directory.h"
#include "templates/read_template.h"

namespace partita::modelling {
namespace write_cloudformation_test {

using testing::ElementsAre;
using testing::HasSubstr;

templates::Template read_back(const std::string& text, const std::string& name) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / name;
  std::ofstream(path, std::ios::binary) << text;
  templates::TemplateOptions options;
  options.unsupported = templates::Unsupported::Warn;
  auto read = templates::read_template(path, options);
  EXPECT_TRUE(read) << read.error().message << '\n' << text;
  return read ? std::move(*read) : templates::Template{};
}

struct Case {
  const char* format;
  const char* file;
};

class WrittenTemplate : public testing::TestWithParam<Case> {};

// Each table comes back as it was, with its time to live.
TEST_P(WrittenTemplate, ReadsBackAsTheSameTables) {
  for (const Model& model : {samples::shop(), samples::settings(), samples::simple(), samples::hostile()}) {
    const auto written = write_model(samples::shared(model), GetParam().format);
    ASSERT_TRUE(written) << written.error().message;
    const templates::Template read = read_back(written->text, GetParam().file);
    ASSERT_EQ(read.tables.size(), model.tables.size()) << written->text;
    for (std::size_t i = 0; i < model.tables.size(); ++i) {
      EXPECT_EQ(to_json(tree_of(read.tables[i].request)), to_json(tree_of(create_table_request(model.tables[i]))))
          << written->text;
      const auto& expiry = read.tables[i].time_to_live;
      EXPECT_EQ(expiry ? *expiry->attribute_name : "", *ttl_attribute(model.tables[i]));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, WrittenTemplate,
                         testing::Values(Case{"cloudformation", "t.yaml"}, Case{"cloudformation-json", "t.json"},
                                         Case{"sam", "sam.yaml"}, Case{"serverless", "serverless.yml"}),
                         [](const auto& one) {
                           std::string name = one.param.format;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(WriteCloudFormation, IsATemplate) {
  const auto written = write_model(samples::shared(samples::shop()), "cloudformation");
  ASSERT_TRUE(written);
  EXPECT_THAT(written->text, testing::StartsWith(R"(AWSTemplateFormatVersion: "2010-09-09"
Resources:
  Shop:
    Type: AWS::DynamoDB::Table
)"));
}

TEST(WriteCloudFormation, HasPointInTimeRecovery) {
  for (const char* format : {"cloudformation", "cloudformation-json", "sam", "serverless"})
    EXPECT_THAT(write_model(samples::shared(samples::settings()), format)->text,
                HasSubstr("PointInTimeRecoveryEnabled"));
}

TEST(WriteCloudFormation, NamesEachTableOnce) {
  Model model = samples::simple();
  model.tables = {model.tables[0], model.tables[0], model.tables[0]};
  model.tables[1].name = "simple.table";
  model.tables[2].name = "123";
  const auto written = write_model(samples::shared(model), "sam");
  ASSERT_TRUE(written) << written.error().message;
  for (const char* id : {"  SimpleTable:\n", "  SimpleTable2:\n", "  Table123:\n"})
    EXPECT_THAT(written->text, HasSubstr(id));
}

TEST(WriteCloudFormation, RefusesADynamicReference) {
  Model model = samples::simple();
  model.tables[0].partition_key = "{{resolve:ssm:password}}";
  for (const char* format : {"cloudformation", "cloudformation-json", "sam", "serverless"}) {
    const auto written = write_model(samples::shared(model), format);
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().message, HasSubstr("CloudFormation would replace a part of the name"));
  }
}

TEST(WriteSam, TakesTheShortFormIfItHoldsTheTable) {
  EXPECT_THAT(write_model(samples::shared(samples::simple()), "sam")->text, HasSubstr("AWS::Serverless::SimpleTable"));
  EXPECT_THAT(write_model(samples::shared(samples::shop()), "sam")->text,
              testing::Not(HasSubstr("AWS::Serverless::SimpleTable")));
}

TEST(WriteCloudFormation, HidesVariablesOfTheServerlessFramework) {
  Model model = samples::simple();
  model.tables[0].partition_key = "a${self:b}c${env:D}";
  for (const char* format : {"cloudformation", "cloudformation-json", "sam", "serverless"}) {
    const auto written = write_model(samples::shared(model), format);
    ASSERT_TRUE(written);
    EXPECT_THAT(written->text, testing::Not(HasSubstr("${")));
  }
}

TEST(WriteModel, SaysWhatIsLeftOut) {
  EXPECT_THAT(write_model(samples::shared(samples::shop()), "cloudformation")->losses,
              ElementsAre("table shop: the list of sample items is not in CloudFormation",
                          "table shop: entities ORDER, LINE are not in CloudFormation",
                          "the model: 3 access patterns are not in CloudFormation"));
}

TEST(WriteModel, NamesItsFormats) {
  const auto written = write_model(samples::shared(samples::shop()), "dbase");
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message,
              HasSubstr("there is no format 'dbase': the formats are yaml, json, create-table, "));
}

TEST(WriteModel, NeedsATable) {
  const auto written = write_model(samples::shared({}), "cloudformation");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "the model has no table");
}

TEST(WriteModel, TakesOneTable) {
  const Model settings = samples::settings();
  EXPECT_EQ(only_table(settings, "notes")->tables.size(), 1u);
  const auto none = only_table(settings, "nothing");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("its tables are games, counted.things, notes"));
}

}  // namespace write_cloudformation_test
}  // namespace partita::modelling
