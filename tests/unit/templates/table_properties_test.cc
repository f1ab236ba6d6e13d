// The tables that each kind of resource becomes, and the reports about unsupported properties.
#include <gtest/gtest.h>

#include "unit/templates/template_files.h"

namespace partita::templates {
namespace table_properties_test {

std::string table_with(const std::string& properties) {
  return "Resources:\n"
         "  Orders:\n"
         "    Type: AWS::DynamoDB::Table\n"
         "    Properties:\n"
         "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n"
         "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n" +
         properties;
}

TEST(TableProperties, SettingsAreTaken) {
  const auto read =
      read_one(table_with("      BillingMode: PAY_PER_REQUEST\n"
                          "      OnDemandThroughput: {MaxReadRequestUnits: 5, MaxWriteRequestUnits: '6'}\n"
                          "      TableClass: STANDARD_INFREQUENT_ACCESS\n"
                          "      DeletionProtectionEnabled: true\n"
                          "      WarmThroughput: {ReadUnitsPerSecond: 12000}\n"
                          "      Tags: [{Key: team, Value: 7}]\n"));
  ASSERT_TRUE(read) << read.error().message;
  const CreateTableRequest& request = read->tables.at(0).request;
  EXPECT_EQ(request.table_name, "Orders");
  EXPECT_EQ(request.billing_mode, BillingMode::PayPerRequest);
  EXPECT_EQ(request.on_demand_throughput, (OnDemandThroughput{5, 6}));
  EXPECT_EQ(request.table_class, TableClass::StandardInfrequentAccess);
  EXPECT_EQ(request.deletion_protection_enabled, true);
  EXPECT_EQ(request.warm_throughput->read_units_per_second, 12000);
  EXPECT_EQ(request.tags->front(), (Tag{"team", "7"}));
}

TEST(TableProperties, AVectorIndexHasTheMembersOfCreateTable) {
  const auto read =
      read_one(table_with("      VectorIndexes:\n"
                          "      - IndexName: by_meaning\n"
                          "        VectorAttribute: {AttributeName: embedding}\n"
                          "        SearchSchema:\n"
                          "        - {AttributeName: tenant, SearchSchemaElementType: HASH}\n"
                          "        - {AttributeName: kind, SearchSchemaElementType: INLINE_FILTER}\n"
                          "        Projection: {ProjectionType: KEYS_ONLY}\n"
                          "        Dimensions: '768'\n"
                          "        DistanceFunction: DOT_PRODUCT\n"));
  ASSERT_TRUE(read) << read.error().message;
  const VectorIndex& index = read->tables.at(0).request.vector_indexes.value().at(0);
  EXPECT_EQ(index.index_name, "by_meaning");
  EXPECT_EQ(index.vector_attribute->attribute_name, "embedding");
  EXPECT_EQ(index.search_schema->at(0).attribute_name, "tenant");
  EXPECT_EQ(index.search_schema->at(0).search_schema_element_type, SearchSchemaElementType::Hash);
  EXPECT_EQ(index.search_schema->at(1).search_schema_element_type, SearchSchemaElementType::InlineFilter);
  EXPECT_EQ(index.projection->projection_type, ProjectionType::KeysOnly);
  EXPECT_EQ(index.dimensions, 768);
  EXPECT_EQ(index.distance_function, VectorDistanceFunction::DotProduct);
}

TEST(TableProperties, WhatIsSwitchedOffIsAccepted) {
  const auto read =
      read_one(table_with("      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: false}\n"
                          "      SSESpecification: {SSEEnabled: false}\n"
                          "      ContributorInsightsSpecification: {Enabled: false}\n"
                          "      TimeToLiveSpecification: {AttributeName: ttl, Enabled: false}\n"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->warnings.empty());
  EXPECT_FALSE(read->tables.at(0).time_to_live);
  EXPECT_FALSE(read->tables.at(0).recovery);
  EXPECT_FALSE(read->tables.at(0).request.sse_specification);
}

TEST(TableProperties, AStreamAndAKey) {
  const auto read =
      read_one(table_with("      StreamSpecification: {StreamViewType: OLD_IMAGE}\n"
                          "      SSESpecification: {SSEEnabled: true, KMSMasterKeyId: alias/orders}\n"));
  ASSERT_TRUE(read) << read.error().message;
  const CreateTableRequest& request = read->tables.at(0).request;
  EXPECT_EQ(request.stream_specification->stream_enabled, true);
  EXPECT_EQ(request.stream_specification->stream_view_type, StreamViewType::OldImage);
  EXPECT_EQ(request.sse_specification->enabled, true);
  EXPECT_EQ(request.sse_specification->sse_type, "KMS");
  EXPECT_EQ(request.sse_specification->kms_master_key_id, "alias/orders");
}

TEST(TableProperties, IndexProjectsNamedAttributes) {
  const auto read =
      read_one(table_with("      GlobalSecondaryIndexes:\n"
                          "        - IndexName: by-name\n"
                          "          KeySchema: [{AttributeName: id, KeyType: HASH}]\n"
                          "          Projection: {ProjectionType: INCLUDE, NonKeyAttributes: [a, b]}\n"));
  ASSERT_TRUE(read) << read.error().message;
  const GlobalSecondaryIndex& index = read->tables.at(0).request.global_secondary_indexes->at(0);
  EXPECT_EQ(index.projection->non_key_attributes, (std::vector<std::string>{"a", "b"}));
}

struct Fault {
  std::string properties;
  std::string error;
};

class TableProperty : public ::testing::TestWithParam<Fault> {};

TEST_P(TableProperty, IsRefused) {
  EXPECT_EQ(names_in(read_one(table_with("      " + GetParam().properties + "\n"))),
            "error: template.yml:7: " + GetParam().error);
}

constexpr const char* kUnsupportedEnd = "; remove it, or give --ignore-unsupported to create the table without it";
const std::vector<Fault> kFaults = {
    {"KeySchemas: []",
     "KeySchemas is not a property of AWS::DynamoDB::Table; Partita knows TableName, AttributeDefinitions, KeySchema, "
     "LocalSecondaryIndexes, GlobalSecondaryIndexes, VectorIndexes, BillingMode, ProvisionedThroughput, "
     "OnDemandThroughput, WarmThroughput, TableClass, DeletionProtectionEnabled, Tags, TimeToLiveSpecification, "
     "PointInTimeRecoverySpecification, SSESpecification, ContributorInsightsSpecification, StreamSpecification, "
     "KinesisStreamSpecification, ImportSourceSpecification, ResourcePolicy"},
    {"KeySchema: []", "KeySchema is here and in line 5; remove one"},
    {"BillingMode: ON_DEMAND", "BillingMode is 'ON_DEMAND'; it must be one of PROVISIONED, PAY_PER_REQUEST"},
    {"BillingMode: [x]", "BillingMode must be a string, not a list"},
    {"BillingMode:", "BillingMode has no value; give it one or remove it"},
    {"Tags: {Key: a}", "Tags must be a list, not a map"},
    {"Tags: [{Key: a}]", "Tags needs Value"},
    {"Tags: [a]", "Tags takes a map here, not a string"},
    {"DeletionProtectionEnabled: maybe", "DeletionProtectionEnabled must be true or false, not 'maybe'"},
    {"ProvisionedThroughput: {ReadCapacityUnits: 1.5, WriteCapacityUnits: 1}",
     "ReadCapacityUnits must be a whole number, not '1.5'"},
    {"ProvisionedThroughput: {ReadCapacityUnits: 1}", "ProvisionedThroughput needs WriteCapacityUnits"},
    {"TimeToLiveSpecification: {Enabled: true}", "TimeToLiveSpecification needs AttributeName"},
    {"TimeToLiveSpecification: {AttributeName: a}", "TimeToLiveSpecification needs Enabled"},
    {"SSESpecification: {SSEType: KMS}", "SSESpecification needs SSEEnabled"},
    {"ContributorInsightsSpecification: {Enabled: true}",
     std::string("not supported: ContributorInsightsSpecification: this command enables no Contributor Insights; send "
                 "UpdateContributorInsights") +
         kUnsupportedEnd},
    {"VectorIndexes: [{IndexName: i, Metric: COSINE}]",
     "Metric is not a property of VectorIndexes; Partita knows IndexName, VectorAttribute, SearchSchema, Projection, "
     "Dimensions, DistanceFunction"},
    {"VectorIndexes: [{IndexName: i, VectorAttribute: {AttributeName: v}, Projection: {}, Dimensions: 3}]",
     "VectorIndexes needs DistanceFunction"},
    {"VectorIndexes: [{DistanceFunction: MANHATTAN}]",
     "DistanceFunction is 'MANHATTAN'; it must be one of COSINE, EUCLIDEAN, DOT_PRODUCT"},
    {"VectorIndexes: [{SearchSchema: [{AttributeName: a, SearchSchemaElementType: RANGE}]}]",
     "SearchSchemaElementType is 'RANGE'; it must be one of HASH, INLINE_FILTER"},
    {"StreamSpecification: {}", "StreamSpecification needs StreamViewType"},
    {"StreamSpecification: {StreamViewType: ALL}",
     "StreamViewType is 'ALL'; it must be one of NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY"},
    {"StreamSpecification: {StreamViewType: NEW_IMAGE, ResourcePolicy: {PolicyDocument: {}}}",
     std::string("not supported: ResourcePolicy: attach the policy with PutResourcePolicy") + kUnsupportedEnd},
    {"KinesisStreamSpecification: {StreamArn: a}",
     std::string("not supported: KinesisStreamSpecification: Partita has no Kinesis data streams and no replicas with "
                 "streams of their own") +
         kUnsupportedEnd},
    {"ImportSourceSpecification: {}",
     std::string("not supported: ImportSourceSpecification: Partita does not import from S3") + kUnsupportedEnd},
    {"ResourcePolicy: {PolicyDocument: {}}",
     std::string("not supported: ResourcePolicy: attach the policy with PutResourcePolicy") + kUnsupportedEnd},
};
INSTANTIATE_TEST_SUITE_P(Each, TableProperty, ::testing::ValuesIn(kFaults));

TEST(TableProperties, UnsupportedOnesCanBeLeftOut) {
  TemplateOptions options;
  options.unsupported = Unsupported::Warn;
  const auto read = read_one(table_with("      ImportSourceSpecification: {}\n"), options);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->warnings, (std::vector<std::string>{"template.yml:7: not supported: ImportSourceSpecification: "
                                                      "Partita does not import from S3"}));
}

TEST(TableProperties, PointInTimeRecoveryIsEnabled) {
  const auto read = read_one(table_with(
      "      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7}\n"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->warnings.empty());
  const auto& recovery = read->tables.at(0).recovery;
  ASSERT_TRUE(recovery);
  EXPECT_EQ(recovery->point_in_time_recovery_enabled, true);
  EXPECT_EQ(recovery->recovery_period_in_days, 7);
}

TEST(TableProperties, AStreamIsEnabled) {
  const auto read = read_one(table_with("      StreamSpecification: {StreamViewType: NEW_IMAGE}\n"));
  ASSERT_TRUE(read) << read.error().message;
  const auto& stream = read->tables.at(0).request.stream_specification;
  ASSERT_TRUE(stream);
  EXPECT_EQ(stream->stream_enabled, true);
  EXPECT_EQ(stream->stream_view_type, StreamViewType::NewImage);
}

TEST(SimpleTable, HasOneKeyAndIsPaidByRequest) {
  const auto read = read_one(
      "Resources:\n"
      "  A: {Type: 'AWS::Serverless::SimpleTable'}\n"
      "  B:\n"
      "    Type: AWS::Serverless::SimpleTable\n"
      "    Properties:\n"
      "      PrimaryKey: {Name: number, Type: Number}\n"
      "      ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 2}\n"
      "      Tags: {team: shop}\n");
  ASSERT_TRUE(read) << read.error().message;
  const CreateTableRequest& a = read->tables.at(0).request;
  EXPECT_EQ(a.table_name, "A");
  EXPECT_EQ(a.key_schema->front(), (KeySchemaElement{"id", KeyType::Hash}));
  EXPECT_EQ(a.billing_mode, BillingMode::PayPerRequest);
  const CreateTableRequest& b = read->tables.at(1).request;
  EXPECT_EQ(b.attribute_definitions->front(), (AttributeDefinition{"number", ScalarAttributeType::N}));
  EXPECT_EQ(b.provisioned_throughput, (ProvisionedThroughput{1, 2}));
  EXPECT_EQ(b.tags->front(), (Tag{"team", "shop"}));
}

std::string global_table(const std::string& replicas) {
  return "Resources:\n"
         "  World:\n"
         "    Type: AWS::DynamoDB::GlobalTable\n"
         "    Properties:\n"
         "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n"
         "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
         "      WriteProvisionedThroughputSettings: {WriteCapacityAutoScalingSettings: {MinCapacity: 3, MaxCapacity: "
         "9}}\n"
         "      GlobalSecondaryIndexes:\n"
         "        - IndexName: g\n"
         "          KeySchema: [{AttributeName: id, KeyType: HASH}]\n"
         "          Projection: {ProjectionType: ALL}\n"
         "          WriteProvisionedThroughputSettings: {WriteCapacityAutoScalingSettings: {MinCapacity: 4}}\n"
         "      Replicas: " +
         replicas + "\n";
}

TEST(GlobalTable, WithOneReplicaIsATable) {
  const auto read = read_one(global_table(
      "[{Region: us-east-1, ReadProvisionedThroughputSettings: {ReadCapacityUnits: 5}, Tags: [{Key: a, Value: b}], "
      "TableClass: STANDARD, GlobalSecondaryIndexes: [{IndexName: g, ReadProvisionedThroughputSettings: "
      "{ReadCapacityUnits: 6}}]}]"));
  ASSERT_TRUE(read) << read.error().message;
  const CreateTableRequest& request = read->tables.at(0).request;
  EXPECT_EQ(request.provisioned_throughput, (ProvisionedThroughput{5, 3}));
  EXPECT_EQ(request.tags->front(), (Tag{"a", "b"}));
  EXPECT_EQ(request.table_class, TableClass::Standard);
  EXPECT_EQ(request.global_secondary_indexes->front().provisioned_throughput, (ProvisionedThroughput{6, 4}));
}

TEST(GlobalTable, WithSeveralReplicasIsRefused) {
  EXPECT_EQ(names_in(read_one(global_table("[{Region: us-east-1}, {Region: eu-west-1}]"))),
            "error: template.yml:13: not supported: 2 replicas: Partita has no replication; name one replica");
}

}  // namespace table_properties_test
}  // namespace partita::templates
