// CloudFormation's functions in a TableName.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/templates/template_files.h"

namespace partita::templates {
namespace functions_test {

std::string with_table_name(const std::string& value) {
  return "Parameters:\n"
         "  Env: {Type: String, Default: test, AllowedValues: [test, prod]}\n"
         "  Needed: {Type: String}\n"
         "  Stored: {Type: 'AWS::SSM::Parameter::Value<String>', Default: /a/b}\n"
         "  Names: {Type: CommaDelimitedList, Default: 'one,two'}\n"
         "Mappings:\n"
         "  ByEnv: {test: {Name: map-test}, prod: {Name: map-prod}}\n"
         "Conditions:\n"
         "  IsProd: !Equals [!Ref Env, prod]\n"
         "  IsTest: !Not [!Condition IsProd]\n"
         "  Both: !And [Condition: IsProd, Condition: IsTest]\n"
         "  Either: {Fn::Or: [{Condition: IsProd}, {Condition: IsTest}]}\n"
         "  Round: !Not [Condition: Round]\n"
         "  Wrong: yes\n"
         "Resources:\n"
         "  Table:\n"
         "    Type: AWS::DynamoDB::Table\n"
         "    Properties:\n"
         "      TableName: " +
         value +
         "\n"
         "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n"
         "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
         "      BillingMode: PAY_PER_REQUEST\n"
         "  Other:\n"
         "    Type: AWS::DynamoDB::Table\n"
         "    Condition: Both\n"
         "    Properties: {TableName: !Sub 'other-${Env}'}\n"
         "  Queue: {Type: 'AWS::SQS::Queue'}\n";
}

struct Case {
  std::string value;
  std::string test;
  std::string prod;
};

class Function : public ::testing::TestWithParam<Case> {};

TEST_P(Function, HasItsValue) {
  const Case& each = GetParam();
  EXPECT_EQ(names_in(read_one(with_table_name(each.value))), each.test) << each.value;
  EXPECT_EQ(names_in(read_one(with_table_name(each.value), with_parameters({{"Env", "prod"}}))), each.prod)
      << each.value;
}

const std::vector<Case> kCases = {
    {"!Ref Env", "test", "prod"},
    {"{Ref: Env}", "test", "prod"},
    {"!Ref Other", "other-test", "other-prod"},
    {"!Ref Queue", "Queue", "Queue"},
    {"!Ref AWS::Region", "us-east-1", "us-east-1"},
    {"!Ref AWS::NoValue", "Table", "Table"},
    {"!Sub '${Env}-t-${AWS::AccountId}'", "test-t-123456789012", "prod-t-123456789012"},
    {"!Sub ['${a}.${Env}.${!b}', {a: !Ref Env}]", "test.test.${b}", "prod.prod.${b}"},
    {"{'Fn::Sub': '${Other.Arn}'}", "arn:aws:dynamodb:us-east-1:123456789012:table/other-test",
     "arn:aws:dynamodb:us-east-1:123456789012:table/other-prod"},
    {"!GetAtt Other.Arn", "arn:aws:dynamodb:us-east-1:123456789012:table/other-test",
     "arn:aws:dynamodb:us-east-1:123456789012:table/other-prod"},
    {"!Join ['-', [a, !Ref Env, c]]", "a-test-c", "a-prod-c"},
    {"!Join ['.', !Ref Names]", "one.two", "one.two"},
    {"!Select [1, !Ref Names]", "two", "two"},
    {"!Select ['0', !Split ['|', 'x|y']]", "x", "x"},
    {"!FindInMap [ByEnv, !Ref Env, Name]", "map-test", "map-prod"},
    {"!FindInMap [ByEnv, none, Name, {DefaultValue: fallback}]", "fallback", "fallback"},
    {"!If [IsProd, big, small]", "small", "big"},
    {"!If [IsTest, !Ref 'AWS::NoValue', named]", "Table", "named"},
    {"{Fn::If: [Either, yes-name, no-name]}", "yes-name", "yes-name"},
    {"!If [Both, both, not-both]", "not-both", "not-both"},
};
INSTANTIATE_TEST_SUITE_P(Each, Function, ::testing::ValuesIn(kCases));

TEST(Function, ParametersGivePseudoParameters) {
  const TemplateOptions options = with_parameters({{"AWS::StackName", "stack"}, {"AWS::Region", "eu-north-1"}});
  EXPECT_EQ(names_in(read_one(with_table_name("!Sub '${AWS::StackName}-${AWS::Region}'"), options)),
            "stack-eu-north-1");
}

TEST(Function, ResourceWithFalseConditionIsSkipped) {
  const auto read = read_one(with_table_name("t"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->skipped,
            (std::vector<std::string>{"Other (its condition Both is false)", "Queue (AWS::SQS::Queue)"}));
}

struct Fault {
  std::string value;
  std::string error;
};

class FunctionWithoutValue : public ::testing::TestWithParam<Fault> {};

TEST_P(FunctionWithoutValue, SaysWhy) {
  EXPECT_EQ(names_in(read_one(with_table_name(GetParam().value))), "error: template.yml:" + GetParam().error);
}

const std::vector<Fault> kFaults = {
    {"!Ref Needed", "3: parameter Needed has no Default; give --param Needed=VALUE"},
    {"!Ref Stored",
     "4: parameter Stored is kept in the SSM Parameter Store, which partita does not read; give --param Stored=VALUE"},
    {"!Ref Nothing", "19: Nothing is neither a parameter nor a resource of this template"},
    {"!Ref AWS::StackName", "19: AWS::StackName is known only after the deployment; give --param AWS::StackName=VALUE"},
    {"!Ref [a]", "19: Ref takes the name of a parameter or resource"},
    {"!Sub '${Env'", "19: `${Env` has a ${ without a closing }"},
    {"!Sub [a]", "19: Fn::Sub takes a string or [string, map of names]"},
    {"!GetAtt Queue.Arn", "19: Queue.Arn is known only after the deployment; put the value in its place"},
    {"!GetAtt Queue", "19: Fn::GetAtt takes RESOURCE.ATTRIBUTE or [RESOURCE, ATTRIBUTE]"},
    {"!GetAtt Nothing.Arn", "19: Nothing is not a resource of this template"},
    {"!Join [a, b]", "19: Fn::Join takes [delimiter, list of strings]"},
    {"!Select [2, [a, b]]", "19: Fn::Select asks for item 2 of a list of 2"},
    {"!Select [x, [a, b]]", "19: Fn::Select takes [number, list]; 'x' is not a number"},
    {"!Split [a]", "19: Fn::Split takes [delimiter, string]"},
    {"!FindInMap [ByEnv, none, Name]", "19: Mappings has no ByEnv.none"},
    {"!If [Nothing, a, b]", "19: Nothing is not a condition of this template"},
    {"!If [Wrong, a, b]", "14: a condition is Fn::Equals, Fn::And, Fn::Or, Fn::Not or Condition"},
    {"!If [Round, a, b]", "13: this condition refers to itself through other references"},
    {"!If [IsProd, a]", "19: Fn::If takes [condition, value if true, value if false]"},
    {"!ImportValue x", "19: Fn::ImportValue is not supported here: put the value in its place"},
    {"!Unknown x", "19: !Unknown is not a CloudFormation function"},
    {"!Ref Table", "16: Table refers to itself through other references"},
};
INSTANTIATE_TEST_SUITE_P(Each, FunctionWithoutValue, ::testing::ValuesIn(kFaults));

TEST(Parameters, ValueMustBeAllowed) {
  EXPECT_EQ(names_in(read_one(with_table_name("!Ref Env"), with_parameters({{"Env", "x"}}))),
            "error: template.yml:2: parameter Env is 'x', which is not one of its AllowedValues");
}

// Each of them would otherwise cost a call.
TEST(Functions, NameAllMissingParametersAtOnce) {
  const std::string table =
      "    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: !Join [\"-\", [!Ref Prefix, !Ref Stage]]\n"
      "      AttributeDefinitions: [{AttributeName: !Ref Key, AttributeType: S}]\n"
      "      KeySchema: [{AttributeName: !Ref Key, KeyType: HASH}]\n";
  const std::string parameters =
      "Parameters:\n  Prefix: {Type: String}\n  Stage: {Type: String}\n  Key: {Type: String}\n  Other: {Type: "
      "String}\n";
  const std::string two = parameters + "Resources:\n  A:\n" + table +
                          "  B:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: !Ref Other\n"
                          "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n";
  const std::string missing = names_in(read_one(two));
  for (const char* name : {"Prefix", "Stage", "Key", "Other"})
    EXPECT_NE(missing.find("parameter " + std::string(name) + " has no Default"), missing.npos) << name << missing;
  EXPECT_EQ(std::count(missing.begin(), missing.end(), '\n'), 3);
}

}  // namespace functions_test
}  // namespace partita::templates
