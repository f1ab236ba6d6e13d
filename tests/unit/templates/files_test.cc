// The forms of files: templates, serverless.yml, fragments, JSON, and files of any other form.
#include <gtest/gtest.h>

#include "unit/templates/template_files.h"

namespace partita::templates {
namespace files_test {

std::string table(const std::string& name, const std::string& indent) {
  return indent + name + ":\n" + indent + "  Type: AWS::DynamoDB::Table\n" + indent + "  DeletionPolicy: Retain\n" +
         indent + "  Properties:\n" + indent + "    KeySchema: [{AttributeName: id, KeyType: HASH}]\n" + indent +
         "    AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n";
}

TEST(Files, TemplateInJsonWithTabs) {
  EXPECT_EQ(names_in(read_one("{\n\t\"Resources\": {\n\t\t\"Orders\": {\n\t\t\t\"Type\": \"AWS::DynamoDB::Table\",\n"
                              "\t\t\t\"Properties\": {\"TableName\": {\"Fn::Sub\": \"o-${AWS::Region}\"},\n"
                              "\t\t\t\t\"KeySchema\": [{\"AttributeName\": \"id\", \"KeyType\": \"HASH\"}]}}}}")),
            "o-us-east-1");
}

TEST(Files, ResourcesAsAListWithIncludedFiles) {
  TemplateFiles files;
  files.add("serverless.yml", "service: {name: shop}\nresources:\n  - ${file(resources/tables.yml)}\n  - Resources:\n" +
                                  table("Inline", "      ") +
                                  "      ${self:service}Queue: {Type: 'AWS::SQS::Queue'}\n"
                                  "      Included: ${file(resources/one.yml):Included}\n");
  files.add("resources/tables.yml", "Resources:\n" + table("First", "  ") + "      TableName: ${self:service}-first\n");
  files.add("resources/one.yml", table("Included", "") + "    TableName: ${file(names.yml):x}\n");
  files.add("resources/names.yml", "x: beside");
  EXPECT_EQ(names_in(files.read("serverless.yml")), "shop-first Inline beside");
}

TEST(Files, InsideOfResourcesAlone) { EXPECT_EQ(names_in(read_one(table("A", "") + table("B", ""))), "A B"); }

TEST(Files, AnchorsAndMergeKeys) {
  EXPECT_EQ(names_in(read_one("x: &base\n  KeySchema: &keys [{AttributeName: id, KeyType: HASH}]\n  TableName: base\n"
                              "Resources:\n"
                              "  A: {Type: 'AWS::DynamoDB::Table', Properties: {<<: *base, TableName: own}}\n"
                              "  B: {Type: 'AWS::DynamoDB::Table', Properties: {<<: *base}}\n")),
            "own base");
}

TEST(Files, StackNameOfAService) {
  const std::string text = "service: shop\nprovider: {stage: test}\nresources:\n  Resources:\n" + table("A", "    ") +
                           "        TableName: !Sub '${AWS::StackName}-a'\n";
  EXPECT_EQ(names_in(read_one(text)), "shop-test-a");
}

struct Fault {
  std::string text;
  std::string error;
};

class BadFile : public ::testing::TestWithParam<Fault> {};

TEST_P(BadFile, IsRefused) {
  EXPECT_EQ(names_in(read_one(GetParam().text)), "error: template.yml:" + GetParam().error);
}

const std::vector<Fault> kFaults = {
    {"",
     "1: no resources here: give a CloudFormation template (with Resources:) or a serverless.yml (with resources:)"},
    {"a: [1\n", "2: not YAML or JSON: end of sequence flow not found"},
    {"a: 1\n",
     "1: no resources here: give a CloudFormation template (with Resources:) or a serverless.yml (with resources:)"},
    {"Type: AWS::DynamoDB::Table\n", "1: this is one resource without a name; put it under Resources: and a name"},
    {"Resources: [a]\n", "1: Resources must be a map, not a list"},
    {"Resources:\n  A: text\n", "2: A takes a map here, not a string"},
    {"Resources:\n  A: {Properties: {}}\n", "2: A needs Type"},
    {"Resources:\n  A: {Type: 'AWS::DynamoDB::Table'}\n", "2: AWS::DynamoDB::Table needs KeySchema"},
    {"Resources:\n  A:\n    Type: AWS::DynamoDB::Table\n    Propertys: {}\n",
     "4: Propertys is not a property of a resource; Partita knows Type, Properties, Condition, DependsOn, "
     "DeletionPolicy, Metadata, CreationPolicy, UpdatePolicy, UpdateReplacePolicy, Connectors, IgnoreGlobals"},
    {"Resources:\n  Fn::ForEach::Tables: [X, [a], {}]\n",
     "2: not supported: Fn::ForEach::Tables among the resources: write them out"},
    {"resources: text\n", "1: resources must be a map or a list of maps, not a string"},
    {"resources: [text]\n", "1: resources takes maps with Resources, not a string"},
    {"Resources:\n" + table("A", "  ") + "      TableName: same\n" + table("B", "  ") + "      TableName: same\n",
     "9: A and B are both named same; give one of them another TableName"},
    {"resources:\n  - Resources:\n" + table("A", "      ") + "  - Resources:\n" + table("A", "      "),
     "10: A is defined twice"},
};
INSTANTIATE_TEST_SUITE_P(Each, BadFile, ::testing::ValuesIn(kFaults));

TEST(Files, RegionOfAService) {
  const std::string text = "service: shop\nprovider: {region: eu-west-1}\nresources:\n  Resources:\n" +
                           table("A", "    ") + "        TableName: !Sub '${AWS::Region}-${aws:region}'\n";
  EXPECT_EQ(names_in(read_one(text)), "eu-west-1-eu-west-1");
  EXPECT_EQ(names_in(read_one(text, with_parameters({{"region", "eu-north-1"}}))), "eu-north-1-eu-north-1");
}

TEST(Files, DirectoryIsNoFile) {
  TemplateFiles files;
  files.add("folder/a.yml", "");
  EXPECT_EQ(names_in(files.read("folder")), "error: cannot read folder: Is a directory");
}

TEST(Files, MissingOneIsNamed) {
  const TemplateFiles files;
  EXPECT_EQ(names_in(files.read("none.yml")), "error: cannot read none.yml: No such file or directory");
}

}  // namespace files_test
}  // namespace partita::templates
