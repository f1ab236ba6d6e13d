// Tables of the model from templates of CloudFormation, SAM and the Serverless Framework.
#include <gtest/gtest.h>

#include "outline_of.h"

namespace partita::modelling {
namespace cloudformation_read_test {

TEST(CloudformationRead, KeepsTablesWithTheirSettings) {
  const std::string text = R"(Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub "orders-${Stage}"
      BillingMode: PROVISIONED
      ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 6}
      AttributeDefinitions:
        - {AttributeName: PK, AttributeType: S}
        - {AttributeName: SK, AttributeType: S}
        - {AttributeName: at, AttributeType: N}
        - {AttributeName: city, AttributeType: S}
      KeySchema: [{AttributeName: PK, KeyType: HASH}, {AttributeName: SK, KeyType: RANGE}]
      LocalSecondaryIndexes:
        - IndexName: by_time
          KeySchema: [{AttributeName: PK, KeyType: HASH}, {AttributeName: at, KeyType: RANGE}]
          Projection: {ProjectionType: KEYS_ONLY}
      GlobalSecondaryIndexes:
        - IndexName: by_city
          KeySchema: [{AttributeName: city, KeyType: HASH}, {AttributeName: at, KeyType: HASH}, {AttributeName: SK, KeyType: RANGE}]
          Projection: {ProjectionType: INCLUDE, NonKeyAttributes: [total]}
          ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 2}
      TimeToLiveSpecification: {AttributeName: expires, Enabled: true}
      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
      StreamSpecification: {StreamViewType: NEW_IMAGE}
      DeletionProtectionEnabled: true
      TableClass: STANDARD_INFREQUENT_ACCESS
  Bucket: {Type: AWS::S3::Bucket}
Parameters: {Stage: {Type: String, Default: dev}}
)";
  ReadOptions options;
  options.templates.unsupported = templates::Unsupported::Warn;
  EXPECT_EQ(
      outline_of(text, "t.yml", options),
      "table orders-dev: PK S / SK S, expires at expires, provisioned 5 / 6 units, stream NEW_IMAGE, point-in-time "
      "recovery, deletion protection, infrequent access\n"
      "  index by_time: local, PK S / at N, keys only\n"
      "  index by_city: city S + at N / SK S, with total, 1 / 2 units\n"
      "notes\n"
      "  t.yml:1: a template says nothing about entities and access patterns\n");
  options.templates.parameters["Stage"] = "live";
  EXPECT_EQ(outline_of(text, "t.yml", options).substr(0, 17), "table orders-live");
}

TEST(CloudformationRead, ReadsServerlessFiles) {
  EXPECT_EQ(outline_of(
                "service: shop\nprovider: {name: aws, stage: test}\nresources:\n  Resources:\n    T:\n      Type: "
                "AWS::DynamoDB::Table\n      Properties:\n        TableName: ${self:service}-${self:provider.stage}\n  "
                "      BillingMode: PAY_PER_REQUEST\n        AttributeDefinitions: [{AttributeName: id, "
                "AttributeType: S}]\n        KeySchema: [{AttributeName: id, KeyType: HASH}]\n",
                "serverless.yml")
                .substr(0, 26),
            "table shop-test: id S\nnote");
}

TEST(CloudformationRead, RecognizesTheSectionThatServerlessFilesInclude) {
  EXPECT_EQ(outline_of("resources:\n  Resources:\n    T:\n      Type: AWS::DynamoDB::Table\n      Properties:\n        "
                       "TableName: piers\n        BillingMode: PAY_PER_REQUEST\n        AttributeDefinitions: "
                       "[{AttributeName: id, AttributeType: S}]\n        KeySchema: [{AttributeName: id, KeyType: "
                       "HASH}]\n",
                       "tables.yml")
                .substr(0, 22),
            "table piers: id S\nnote");
}

TEST(CloudformationRead, RefusesTemplatesWithoutTables) {
  EXPECT_EQ(outline_of("Resources: {B: {Type: AWS::S3::Bucket}}", "t.yml"),
            "t.yml:1: the template defines no table of DynamoDB");
}

TEST(CloudformationRead, TakesTheFirstReplica) {
  ReadOptions options;
  options.templates.unsupported = templates::Unsupported::Warn;
  const std::string shown = outline_of(
      "Resources:\n  T:\n    Type: AWS::DynamoDB::GlobalTable\n    Properties:\n      TableName: t\n      BillingMode: "
      "PAY_PER_REQUEST\n      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n      KeySchema: "
      "[{AttributeName: id, KeyType: HASH}]\n      Replicas: [{Region: eu-west-1, DeletionProtectionEnabled: true}, "
      "{Region: us-east-1}]\n",
      "t.yml", options);
  EXPECT_EQ(shown.substr(0, shown.find("notes")), "table t: id S, deletion protection\n");
  EXPECT_NE(shown.find("the settings of the first replica are used"), shown.npos) << shown;
}

TEST(CreateTableRead, ReadsBodiesAndDescriptions) {
  const std::string body =
      R"("TableName": "t", "BillingMode": "PAY_PER_REQUEST", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}])";
  const std::string stream = R"("StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"})";
  const std::string notes =
      "notes\n  t.json:1: a description of tables says nothing about entities and access patterns\n";
  EXPECT_EQ(outline_of("{" + body + ", " + stream + "}", "t.json"), "table t: id S, stream KEYS_ONLY\n" + notes);
  EXPECT_EQ(outline_of("[{" + body + R"(, "StreamSpecification": {"StreamEnabled": false}}])", "t.json"),
            "table t: id S\n" + notes);
  EXPECT_EQ(
      outline_of(
          "{\"Table\": {" + body +
              R"(, "TableStatus": "ACTIVE", "ItemCount": 7, "BillingModeSummary": {"BillingMode": "PAY_PER_REQUEST"}, )" +
              stream + "}}",
          "t.json"),
      "table t: id S, stream KEYS_ONLY\n" + notes);
  EXPECT_EQ(outline_of("[{" + body + "},\n {" + body + "}]", "t.json"),
            "t.json:3: the table t is here and in line 1; rename one");
}

constexpr std::string_view kTable =
    "    Type: AWS::DynamoDB::Table\n    Properties:\n      BillingMode: PAY_PER_REQUEST\n"
    "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
    "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n";

// A table that cannot be read does not prevent the others, and a property without a value does not prevent its table.
TEST(CloudformationRead, ReadsWhatCanBeRead) {
  const std::string table(kTable);
  const std::string shown =
      outline_of("Resources:\n  Good:\n" + table +
                     "      TableName: !Sub \"${AWS::StackName}-good\"\n"
                     "      KinesisStreamSpecification: {StreamArn: !GetAtt Stream.Arn}\n"
                     "      SSESpecification: {SSEEnabled: true}\n"
                     "      OnDemandThroughput: {MaxReadRequestUnits: 5}\n"
                     "      WarmThroughput: {ReadUnitsPerSecond: 12000, WriteUnitsPerSecond: 4000}\n"
                     "      ContributorInsightsSpecification: {Enabled: true}\n"
                     "      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}\n"
                     "  Odd:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      KeySchema: [{AttributeName: !Ref "
                     "Key, KeyType: "
                     "HASH}]\n      AttributeDefinitions: [{AttributeName: !Ref Key, AttributeType: !Ref Type}]\n"
                     "  Stream: {Type: AWS::Kinesis::Stream}\n"
                     "Parameters: {Key: {Type: String}, Type: {Type: String}}\n",
                 "t.yml");
  EXPECT_EQ(shown.substr(0, shown.find("notes\n")), "table Good: id S, point-in-time recovery\n") << shown;
  for (const char* note :
       {"TableName of Good is left out: t.yml:8: AWS::StackName is known only after the deployment",
        "KinesisStreamSpecification of Good is left out: t.yml:9: Stream.Arn is known only after",
        "the encryption settings of Good are not kept", "the on-demand ceilings of Good are not kept",
        "the warm throughput of Good is not kept", "not supported: ContributorInsightsSpecification",
        "Odd is not read: t.yml:21: parameter Key has no Default; give --param Key=VALUE"})
    EXPECT_NE(shown.find(note), shown.npos) << note << "\n" << shown;
}

}  // namespace cloudformation_read_test
}  // namespace partita::modelling
