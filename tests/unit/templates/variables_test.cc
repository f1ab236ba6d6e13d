// Serverless variables in a TableName.
#include <gmock/gmock.h>

#include "unit/templates/template_files.h"

namespace partita::templates {
namespace variables_test {

constexpr std::string_view kKeys =
    "        KeySchema: [{AttributeName: id, KeyType: HASH}]\n"
    "        AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
    "        BillingMode: PAY_PER_REQUEST\n";

std::string service(const std::string& table_name) {
  return "service: shop\n"
         "provider:\n"
         "  name: aws\n"
         "  stage: ${opt:stage, 'dev'}\n"
         "  region: eu-west-1\n"
         "params:\n"
         "  default: {colour: red}\n"
         "  prod: {colour: blue}\n"
         "custom:\n"
         "  empty: ~\n"
         "  stage: ${opt:stage, self:provider.stage}\n"
         "  names: {dev: table-dev, prod: table-prod}\n"
         "  nested: ${self:custom.names.${self:custom.stage}}\n"
         "  list: [zero, one]\n"
         "  circle: ${self:custom.circle2}\n"
         "  circle2: ${self:custom.circle}\n"
         "  other: ${file(./config/other.yml)}\n"
         "resources:\n"
         "  Resources:\n"
         "    Table:\n"
         "      Type: AWS::DynamoDB::Table\n"
         "      Properties:\n"
         "        TableName: \"" +
         table_name + "\"\n" + std::string(kKeys);
}

std::string table_name_of(const std::string& text, TemplateOptions options) {
  TemplateFiles files;
  files.add("serverless.yml", service(text));
  files.add("config/other.yml", "names: {main: from-file}\nstage: ${self:provider.stage}\n");
  files.add("config/plain.json", "{\"a\": {\"b\": \"from-json\"}}");
  files.add("name.txt", "from-text");
  options.environment = [](const std::string& name) -> std::optional<std::string> {
    if (name == "HERE") return "from-environment";
    return std::nullopt;
  };
  return names_in(files.read("serverless.yml", options));
}

struct Case {
  std::string text;
  std::string without_stage;
  std::string with_prod;
};

class Variable : public ::testing::TestWithParam<Case> {};

TEST_P(Variable, HasItsValue) {
  const Case& each = GetParam();
  EXPECT_EQ(table_name_of(each.text, {}), each.without_stage) << each.text;
  EXPECT_EQ(table_name_of(each.text, with_stage("prod")), each.with_prod) << each.text;
}

const std::vector<Case> kCases = {
    {"plain", "plain", "plain"},
    {"${opt:stage, 'x'}-t", "x-t", "prod-t"},
    {"${self:service}-${self:provider.stage}", "shop-dev", "shop-prod"},
    {"${sls:stage}", "dev", "prod"},
    {"${self:provider.region}", "eu-west-1", "eu-west-1"},
    {"${self:custom.nested}", "table-dev", "table-prod"},
    {"${self:custom.names.${opt:stage, 'prod'}}", "table-prod", "table-prod"},
    {"${self:custom.none, self:custom.empty, opt:none, 'last'}", "last", "last"},
    {"${self:custom.none, ${self:custom.stage}}", "dev", "prod"},
    {"${self:custom.none, '${self:service}.q'}", "shop.q", "shop.q"},
    {"${self:custom.list.1}", "one", "one"},
    {"${param:colour}", "red", "blue"},
    {"${env:HERE}", "from-environment", "from-environment"},
    {"${env:NOT_HERE, 'other'}", "other", "other"},
    {"${file(./config/other.yml):names.main}", "from-file", "from-file"},
    {"${file(config/${self:custom.none, 'other'}.yml):stage}", "dev", "prod"},
    {"${self:custom.other.names.main}", "from-file", "from-file"},
    {"${file(config/plain.json):a.b}", "from-json", "from-json"},
    {"${file(name.txt)}", "from-text", "from-text"},
    {"${file(none.yml):a, 'no-file'}", "no-file", "no-file"},
    {"${cf:stack.Output, 'guess'}", "guess", "guess"},
    {"${ opt:stage , 'spaces' }", "spaces", "prod"},
    {"${opt:none, 7}00", "700", "700"},
};
INSTANTIATE_TEST_SUITE_P(Each, Variable, ::testing::ValuesIn(kCases));

TEST(Variable, ParametersGiveOptions) {
  EXPECT_EQ(table_name_of("${opt:size}-${param:colour}", with_parameters({{"size", "big"}, {"colour", "green"}})),
            "big-green");
}

struct Fault {
  std::string text;
  std::string error;
};

class VariableWithoutValue : public ::testing::TestWithParam<Fault> {};

TEST_P(VariableWithoutValue, SaysWhatItNeeds) {
  EXPECT_EQ(table_name_of(GetParam().text, {}), "error: serverless.yml:23: " + GetParam().error);
}

const std::vector<Fault> kFaults = {
    {"${opt:stage}", "`${opt:stage}` needs --stage"},
    {"${opt:size}", "`${opt:size}` needs --param size=VALUE"},
    {"${opt:stage, self:custom.none}", "`${opt:stage, self:custom.none}` needs --stage"},
    {"${self:custom.none}", "`${self:custom.none}` needs custom.none in serverless.yml"},
    {"${env:NOT_HERE}", "`${env:NOT_HERE}` needs the environment variable NOT_HERE"},
    {"${param:none}", "`${param:none}` needs --param none=VALUE"},
    {"${file(none.yml):a}", "`${file(none.yml):a}` needs the file none.yml, which does not exist"},
    {"${file(config/other.yml):x}", "`${file(config/other.yml):x}` needs x in config/other.yml"},
    {"${file(names.js):x}",
     "`${file(names.js):x}` needs names.js, a program, which partita does not run; put the value in its place"},
    {"${ssm:/a/b}",
     "`${ssm:/a/b}` needs an answer from another service, which partita does not call; put the value in its place, or "
     "give a default: ${..., 'value'}"},
    {"${what:x}",
     "`${what:...}`: there is no such source of variables; the sources are opt, self, env, param, sls, file, strToBool "
     "and aws"},
    {"${opt:stage, dev}", "`dev` is not a source of variables; if it is a string, quote it: 'dev'"},
    {"${self:custom.names}-x", "`${self:custom.names}` is a map and cannot be a part of a string"},
    {"${opt:stage, 'dev'", "`${opt:stage, 'dev'` has a ${ without a closing }"},
};
INSTANTIATE_TEST_SUITE_P(Each, VariableWithoutValue, ::testing::ValuesIn(kFaults));

TEST(Variable, CircleIsFound) {
  EXPECT_THAT(table_name_of("${self:custom.circle}", {}),
              ::testing::EndsWith("refers to itself through other variables"));
}

}  // namespace variables_test
}  // namespace partita::templates
