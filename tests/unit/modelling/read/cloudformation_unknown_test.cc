// Values that only the deployment of a template knows are not guessed, and the values that the template says are kept.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "modelling/lint/rule.h"
#include "outline_of.h"

namespace partita::modelling {
namespace cloudformation_unknown_test {

bool has(const std::string& shown, std::string_view text) { return shown.find(text) != shown.npos; }
std::string tables_of(const std::string& shown) { return shown.substr(0, shown.find("notes\n")); }

constexpr std::string_view kKeys =
    "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n      KeySchema: [{AttributeName: id, "
    "KeyType: "
    "HASH}]\n";

std::string table(const std::string& name, const std::string& properties, const std::string& attributes = {}) {
  return "  " + name + ":\n    Type: AWS::DynamoDB::Table\n" + attributes + "    Properties:\n" + std::string(kKeys) +
         properties;
}

TEST(CloudformationUnknown, PseudoParametersDecideNothing) {
  for (const char* name : {"AWS::AccountId", "AWS::Region", "AWS::Partition", "AWS::URLSuffix", "AWS::StackName"}) {
    const std::string text =
        "Conditions:\n  C: !Equals [!Ref " + std::string(name) +
        ", x]\n  N: !Not [!Condition C]\nMappings: {M: {x: {mode: PROVISIONED}}}\nResources:\n" +
        table("Plain", "      BillingMode: PAY_PER_REQUEST\n") +
        table("Whole", "      BillingMode: PAY_PER_REQUEST\n", "    Condition: N\n") +
        table("Mode",
              "      BillingMode: !If [C, PROVISIONED, PAY_PER_REQUEST]\n      "
              "ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 5}\n") +
        table("Mapped", "      BillingMode: !FindInMap [M, !Ref " + std::string(name) + ", mode]\n");
    const std::string shown = outline_of(text, "t.yml");
    EXPECT_EQ(tables_of(shown), "table Plain: id S\ntable Mode: id S\ntable Mapped: id S\n") << shown;
    EXPECT_TRUE(has(shown, "Whole is not read: ")) << shown;
    EXPECT_TRUE(has(shown, "the billing mode of Mode is taken for PAY_PER_REQUEST, because it is not known")) << shown;
    EXPECT_TRUE(has(shown, "give --param " + std::string(name) + "=VALUE")) << shown;
    ReadOptions options;
    options.templates.parameters[name] = "x";
    EXPECT_EQ(tables_of(outline_of(text, "t.yml", options)),
              "table Plain: id S\ntable Mode: id S, provisioned 5 / 5 units\ntable Mapped: id S, provisioned\n")
        << name;
  }
}

TEST(CloudformationUnknown, AssumedNamesAreNoted) {
  const std::string shown = outline_of(
      "Resources:\n" + table("T", "      BillingMode: PAY_PER_REQUEST\n      TableName: !Sub \"t-${AWS::Region}\"\n"),
      "t.yml");
  EXPECT_TRUE(has(shown, "table t-us-east-1: id S")) << shown;
  EXPECT_TRUE(has(shown, "TableName of T is made with an assumed AWS::Region; give --param AWS::Region=VALUE"))
      << shown;
}

TEST(CloudformationUnknown, DynamicReferencesAreNoValues) {
  for (const char* name : {"\"{{resolve:ssm:/x:1}}\"", "!Sub \"a-{{resolve:ssm:/x:1}}\"",
                           "!Join [\"\", [\"{{resolve:ssm:\", x, \"}}\"]]"}) {
    const std::string shown = outline_of(
        "Resources:\n" + table("T", "      BillingMode: PAY_PER_REQUEST\n      TableName: " + std::string(name) + "\n"),
        "t.yml");
    EXPECT_TRUE(has(shown, "table T: id S") && has(shown, "TableName of T is left out: ")) << shown;
  }
}

TEST(CloudformationUnknown, ListsOfParametersAreTrimmed) {
  for (const char* type : {"CommaDelimitedList", "List<String>"})
    EXPECT_TRUE(outline_of("Parameters: {Names: {Type: " + std::string(type) +
                               ", Default: \"alpha,  beta \"}}\nResources:\n" +
                               table("T", "      TableName: !Join [\"-\", [!Select [1, !Ref Names], b]]\n"),
                           "t.yml")
                    .starts_with("table beta-b: "));
}

constexpr std::string_view kIndex = R"(      BillingMode: PROVISIONED
      ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 2}
      GlobalSecondaryIndexes:
        - IndexName: known
          KeySchema: [{AttributeName: id, KeyType: HASH}]
          Projection: {ProjectionType: KEYS_ONLY}
          ProvisionedThroughput: {ReadCapacityUnits: 3, WriteCapacityUnits: 4}
        - IndexName: open
          KeySchema: [{AttributeName: id, KeyType: HASH}]
          Projection: {ProjectionType: ALL}
          ProvisionedThroughput: !If [Open, {ReadCapacityUnits: 1, WriteCapacityUnits: 1}, !Ref AWS::NoValue]
      Tags:
        - {Key: a, Value: x}
        - {Key: b, Value: !Ref Stack}
)";

TEST(CloudformationUnknown, SettingsLeaveIndexesAndTagsBehind) {
  const std::string text =
      "Parameters: {Stack: {Type: String}}\nConditions: {Open: !Equals [!Ref Stack, x]}\nResources:\n" +
      table("T", std::string(kIndex));
  const auto read = read_model_text(text, "t.yml", {});
  ASSERT_TRUE(read) << read.error().message;
  const std::string shown = outline(*read);
  EXPECT_EQ(tables_of(shown),
            "table T: id S, provisioned 1 / 2 units\n  index known: id S, keys only, 3 / 4 units\n  index open: id "
            "S\n")
      << shown;
  EXPECT_TRUE(has(shown, "ProvisionedThroughput of open of T is left out: ")) << shown;
  ASSERT_EQ(read->tables.front().tags.size(), 1u);
  EXPECT_EQ(read->tables.front().tags.front().key, "a");
  EXPECT_TRUE(read->tables.front().refusal.empty()) << read->tables.front().refusal;
}

TEST(CloudformationNotes, NameWhatIsNotKept) {
  const std::string shown = outline_of(R"(Resources:
  G:
    Type: AWS::DynamoDB::GlobalTable
    Properties:
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      BillingMode: PROVISIONED
      WriteProvisionedThroughputSettings:
        WriteCapacityAutoScalingSettings: {MinCapacity: 5, MaxCapacity: 9, TargetTrackingScalingPolicyConfiguration: {TargetValue: 70}}
      Replicas:
        - Region: us-east-1
          PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7}
          ReadProvisionedThroughputSettings: {ReadCapacityUnits: 3}
  C:
    Type: AWS::Serverless::SimpleTable
    Connectors: {X: {Properties: {Destination: {Id: F}, Permissions: [Read]}}}
  Off:
    Type: AWS::DynamoDB::Table
    Condition: Never
    Properties:
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
  Scaling:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties: {ServiceNamespace: dynamodb}
  New:
    Type: AWS::DynamoDB::Table
    NewAttribute: 1
    Properties:
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      BillingMode: PAY_PER_REQUEST
      NewProperty: 1
Globals: {SimpleTable: {SSESpecification: {SSEEnabled: true}}}
Conditions: {Never: !Equals [a, b]}
)",
                                       "t.yml");
  EXPECT_EQ(tables_of(shown),
            "table G: id S, provisioned 3 / 5 units, point-in-time recovery\ntable C: id S\ntable New: id S\n")
      << shown;
  for (const char* note :
       {"WriteCapacityAutoScalingSettings: the units are fixed at its MinCapacity of 5",
        "RecoveryPeriodInDays: the period of recovery is not kept", "Off is left out: its condition Never is false",
        "Scaling: the units of tables and indexes are those without auto scaling",
        "the encryption settings of C are not kept", "NewAttribute is not a property of a resource",
        "NewProperty is not a property of AWS::DynamoDB::Table"})
    EXPECT_TRUE(has(shown, note)) << note << "\n" << shown;
}

TEST(CloudformationNotes, AreTheErrorIfAllConditionsAreFalse) {
  EXPECT_EQ(outline_of("Conditions: {C: !Equals [a, b]}\nResources:\n" + table("T", "", "    Condition: C\n"), "t.yml"),
            "t.yml:3: T is left out: its condition C is false");
}

TEST(CloudformationNotes, NameExtensions) {
  const std::string shown = outline_of(
      "service: s\nprovider: {name: aws}\nresources:\n  extensions: {T: {Properties: {}}}\n"
      "  Resources:\n    T: {Type: AWS::DynamoDB::Table, Properties: {BillingMode: "
      "PAY_PER_REQUEST, AttributeDefinitions: [{AttributeName: id, AttributeType: S}], "
      "KeySchema: [{AttributeName: id, KeyType: HASH}]}}\n",
      "serverless.yml");
  EXPECT_TRUE(has(shown, "extensions: what it changes is not read")) << shown;
}

// ---- definitions that the service refuses

std::vector<std::string> findings_of(const std::string& text, const std::string& name) {
  auto read = read_model_text(text, name, {});
  EXPECT_TRUE(read) << read.error().message;
  std::vector<std::string> out;
  if (!read) return out;
  for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read)))))
    if (finding.rule->id == "P026") out.push_back(finding.message);
  return out;
}

std::string template_of(const std::string& definitions, const std::string& keys, const std::string& rest) {
  return "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      AttributeDefinitions: [" +
         definitions + "]\n      KeySchema: [" + keys + "]\n" + rest;
}

TEST(RefusedDefinitions, AreFindings) {
  constexpr const char *kId = "{AttributeName: id, AttributeType: S}", *kHash = "{AttributeName: id, KeyType: HASH}";
  const std::string free = "      BillingMode: PAY_PER_REQUEST\n";
  const std::string local =
      free +
      "      LocalSecondaryIndexes: [{IndexName: loc, KeySchema: [{AttributeName: other, KeyType: HASH}, "
      "{AttributeName: at, KeyType: RANGE}], Projection: {ProjectionType: ALL}}]\n";
  const std::string projected =
      free +
      "      GlobalSecondaryIndexes: [{IndexName: gsi, KeySchema: [{AttributeName: id, KeyType: "
      "HASH}], Projection: {ProjectionType: KEYS_ONLY, NonKeyAttributes: [a]}}]\n";
  EXPECT_TRUE(findings_of(template_of(kId, kHash, free), "t.yml").empty());
  for (const std::string& text : {
           template_of(std::string(kId) + ", {AttributeName: more, AttributeType: S}", kHash, free),
           template_of("{AttributeName: other, AttributeType: S}", kHash, free),
           template_of(kId, std::string(kHash) + ", {AttributeName: id, KeyType: RANGE}", free),
           template_of(kId, kHash,
                       free + "      ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 1}\n"),
           template_of(kId, kHash, "      BillingMode: PROVISIONED\n"),
           template_of(
               std::string(kId) + ", {AttributeName: at, AttributeType: N}, {AttributeName: other, AttributeType: S}",
               std::string(kHash) + ", {AttributeName: at, KeyType: RANGE}", local),
           template_of(kId, kHash, projected),
       })
    EXPECT_EQ(findings_of(text, "t.yml").size(), 1u) << text;
  const std::string head =
      "resource \"aws_dynamodb_table\" \"t\" {\n  name = \"t\"\n  billing_mode = \"PAY_PER_REQUEST\"\n";
  const std::string id = "  attribute {\n    name = \"id\"\n    type = \"S\"\n  }\n";
  EXPECT_TRUE(findings_of(head + "  hash_key = \"id\"\n" + id + "}\n", "t.tf").empty());
  // An index that is not known may have the attribute.
  EXPECT_TRUE(
      findings_of(head + "  hash_key = \"id\"\n" + id +
                      "  attribute {\n    name = \"a\"\n    type = \"S\"\n  }\n  global_secondary_index {\n    name = "
                      "var.x\n    hash_key = \"a\"\n    projection_type = \"ALL\"\n  }\n}\n",
                  "t.tf")
          .empty());
  for (const std::string& text : {
           head + "  hash_key = \"id\"\n}\n",
           head + "  hash_key = \"id\"\n  range_key = \"id\"\n" + id + "}\n",
           head + "  hash_key = \"id\"\n" + id + "  attribute {\n    name = \"more\"\n    type = \"S\"\n  }\n}\n",
       })
    EXPECT_EQ(findings_of(text, "t.tf").size(), 1u) << text;
  EXPECT_EQ(findings_of(R"({"TableName": "abc", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "id",
    "KeyType": "HASH"}], "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}, {"AttributeName": "b",
    "AttributeType": "S"}]})",
                        "t.json")
                .size(),
            1u);
}

TEST(RefusedDefinitions, NameTheIndexThatIsThereTwice) {
  const std::string index =
      "{IndexName: dup, KeySchema: [{AttributeName: id, KeyType: HASH}], Projection: {ProjectionType: ALL}}";
  auto read = read_model_text(
      template_of("{AttributeName: id, AttributeType: S}", "{AttributeName: id, KeyType: HASH}",
                  "      BillingMode: PAY_PER_REQUEST\n      GlobalSecondaryIndexes: [" + index + ", " + index + "]\n"),
      "t.yml", {});
  ASSERT_TRUE(read) << read.error().message;
  std::string shown;
  for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read)))))
    if (finding.rule->id == "P021") shown = finding.message + " / " + finding.cure;
  EXPECT_EQ(shown, "the index dup of the table T is there twice / Give each index of the table a name of its own.");
}

TEST(DescribedTables, SayThatTheyHaveReplicas) {
  const std::string shown =
      outline_of(R"({"Table": {"TableName": "abc", "KeySchema": [{"AttributeName": "id", "KeyType":
    "HASH"}], "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}], "BillingModeSummary": {"BillingMode":
    "PAY_PER_REQUEST"}, "Replicas": [{"RegionName": "eu-west-1"}]}})",
                 "t.json");
  EXPECT_TRUE(has(shown, "Replicas of abc is not kept")) << shown;
}

// The service writes times as numbers, and version 2 of its command line as texts.
TEST(DescribedTables, MayHaveTimesOfEitherForm) {
  for (const char* time : {"1704067200", "1704067200.123", R"("2024-01-01T00:00:00+00:00")"}) {
    const std::string shown = outline_of(
        fmt::format(
            R"({{"Table": {{"TableName": "abc", "KeySchema": [{{"AttributeName": "xDateTime", "KeyType": "HASH"}}],
    "AttributeDefinitions": [{{"AttributeName": "xDateTime", "AttributeType": "S"}}], "CreationDateTime" : {0},
    "ProvisionedThroughput": {{"LastIncreaseDateTime":{0}, "NumberOfDecreasesToday": 0, "ReadCapacityUnits": 3,
    "WriteCapacityUnits": 4}}, "TableClassSummary": {{"TableClass": "STANDARD", "LastUpdateDateTime":
    {0}}}}}}})",
            time),
        "t.json");
    EXPECT_TRUE(shown.starts_with("table abc: xDateTime S")) << shown;
  }
}

}  // namespace cloudformation_unknown_test
}  // namespace partita::modelling
