// UpdateTable and the table operations that have few parameters.
#include <partita/setting_operations.h>

#include <functional>

#include "support.h"

namespace partita::ops {
namespace update_table_test {

using Schema = std::vector<KeySchemaElement>;
using Definitions = std::vector<AttributeDefinition>;

GlobalSecondaryIndexUpdate create(std::string name) {
  CreateGlobalSecondaryIndexAction action;
  action.index_name = std::move(name);
  action.key_schema = Schema{{"x", OpenEnum(KeyType::Hash)}};
  action.projection = Projection{OpenEnum(ProjectionType::All), std::nullopt};
  return {.create = std::move(action)};
}
GlobalSecondaryIndexUpdate remove(std::string name) { return {.delete_ = DeleteGlobalSecondaryIndexAction{name}}; }
GlobalSecondaryIndexUpdate update(std::string name, OptionalInteger units = 1) {
  return {.update = UpdateGlobalSecondaryIndexAction{.index_name = std::move(name),
                                                     .provisioned_throughput = ProvisionedThroughput{units, units}}};
}
const Definitions kX{{"x", OpenEnum(ScalarAttributeType::S)}};

struct Row {
  std::function<void(UpdateTableRequest&)> change;
  std::string expected;
};

TEST(UpdateTable, Faults) {
  const Row rows[] = {
      {[](auto& r) { r.table_name.reset(); },
       "The parameter 'TableName' is required but was not present in the request"},
      {[](auto& r) { r.table_name = "ab"; },
       one_fault("'ab'", "tableName", "Member must have length greater than or equal to 3")},
      {[](auto&) {},
       "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, "
       "SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
       "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required"},
      {[](auto& r) { r.deletion_protection_enabled = true; }, ""},
      {[](auto& r) {
         r.provisioned_throughput = ProvisionedThroughput{0, 5};
       },
       one_fault("'0'", "provisionedThroughput.readCapacityUnits",
                 "Member must have value greater than or equal to 1")},
      {[](auto& r) {
         r.billing_mode = BillingMode::PayPerRequest;
         r.provisioned_throughput = ProvisionedThroughput{5, 5};
       },
       parameter_fault("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                       "PAY_PER_REQUEST")},
      {[](auto& r) { r.billing_mode = BillingMode::Provisioned; },
       parameter_fault("ProvisionedThroughput must be specified when BillingMode is PROVISIONED")},
      {[](auto& r) {
         r.on_demand_throughput = OnDemandThroughput{-1, 10};
       },
       ""},
      {[](auto& r) {
         r.on_demand_throughput = OnDemandThroughput{0, 10};
       },
       parameter_fault("Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range")},
      {[](auto& r) {
         r.stream_specification = StreamSpecification{false, std::nullopt};
       },
       ""},
      {[](auto& r) {
         r.stream_specification = StreamSpecification{false, OpenEnum(StreamViewType::KeysOnly)};
       },
       parameter_fault("If stream is being disabled, then UpdateViewType must not be specified")},
      {[](auto& r) { r.sse_specification = SSESpecification{.enabled = false, .sse_type = "KMS"}; },
       parameter_fault("SSEType can not be specified if Enabled is false")},
      {[](auto& r) { r.sse_specification = SSESpecification{.enabled = true, .sse_type = "X"}; },
       one_fault("'X'", "sSESpecification.sSEType", "Member must satisfy enum value set: [AES256, KMS]")},
  };
  for (const Row& row : rows) {
    UpdateTableRequest request{.table_name = "abc"};
    row.change(request);
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

TEST(UpdateTable, ChangesOneThing) {
  const std::string only = " modification must be the only operation in the request";
  const auto encrypt = [](auto& r) { r.sse_specification = SSESpecification{.enabled = true}; };
  const auto reclass = [](auto& r) { r.table_class = TableClass::Standard; };
  const auto protect = [](auto& r) { r.deletion_protection_enabled = true; };
  const auto warm = [](auto& r) { r.warm_throughput = WarmThroughput{1, 1}; };
  const auto ceiling = [](auto& r) { r.on_demand_throughput = OnDemandThroughput{1, 1}; };
  const auto by_request = [](auto& r) { r.table_throughput_mode = BillingMode::PayPerRequest; };
  const auto units = [](auto& r) { r.provisioned_throughput = ProvisionedThroughput{1, 1}; };
  const auto record = [](auto& r) {
    r.stream_specification = StreamSpecification{true, OpenEnum(StreamViewType::KeysOnly)};
  };
  const auto drop = [](auto& r) { r.global_secondary_index_updates = {remove("gsi")}; };
  const auto resize = [](auto& r) { r.global_secondary_index_updates = {update("gsi")}; };
  using Change = std::function<void(UpdateTableRequest&)>;
  const struct {
    Change one, other;
    std::string expected;
  } rows[] = {
      {encrypt, reclass, parameter_fault("Server-Side Encryption" + only)},
      {protect, reclass, parameter_fault("TableClass" + only)},
      {warm, protect, parameter_fault("DeletionProtection" + only)},
      {warm, drop, parameter_fault("WarmThroughput must be the only operation in the request")},
      {ceiling, record,
       parameter_fault("OnDemandThroughput can only be combined with BillingMode in an UpdateTable request")},
      {ceiling, by_request, ""},
      {record, by_request, ""},
      {record, units, parameter_fault("You cannot modify stream status while updating table IOPS")},
      {drop, units, parameter_fault("You cannot create or delete index while updating table IOPS")},
      {drop, record, parameter_fault("You cannot create or delete index while changing stream status")},
      {resize, units, ""},
  };
  for (const auto& row : rows) {
    UpdateTableRequest request{.table_name = "abc"};
    row.one(request);
    row.other(request);
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

TEST(UpdateTable, HasTwoNamesForTheBillingMode) {
  UpdateTableRequest request{.table_name = "abc"};
  request.table_throughput_mode = BillingMode::Provisioned;
  EXPECT_EQ(fault(validate(request)),
            parameter_fault("ProvisionedThroughput must be specified when BillingMode is PROVISIONED"));
  request.billing_mode = BillingMode::PayPerRequest;
  EXPECT_EQ(fault(validate(request)), "");
  request.billing_mode = OpenEnum<BillingMode>::from_text("X");
  request.table_throughput_mode = OpenEnum<BillingMode>::from_text("Y");
  const std::string set = "Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]";
  EXPECT_EQ(fault(validate(request)), "2 validation errors detected: " + constraint("'X'", "billingMode", set) + "; " +
                                          constraint("'Y'", "tableThroughputMode", set));
}

TEST(UpdateTable, IndexUpdates) {
  GlobalSecondaryIndexUpdate two_actions = create("gsi");
  two_actions.delete_ = DeleteGlobalSecondaryIndexAction{"gsi"};
  struct IndexRow {
    std::vector<GlobalSecondaryIndexUpdate> updates;
    std::string expected;
    OptionalList<AttributeDefinition> definitions = kX;
  };
  const std::vector<IndexRow> rows = {
      {{create("gsi")}, ""},
      {{remove("gsi")}, "", std::nullopt},
      {{update("gs1"), update("gs2"), create("gs3")}, ""},
      {{update("gsi", 0)},
       "2 validation errors detected: " +
           constraint("'0'", "globalSecondaryIndexUpdates.1.member.update.provisionedThroughput.writeCapacityUnits",
                      "Member must have value greater than or equal to 1") +
           "; " +
           constraint("'0'", "globalSecondaryIndexUpdates.1.member.update.provisionedThroughput.readCapacityUnits",
                      "Member must have value greater than or equal to 1")},
      {{remove("a")},
       one_fault("'a'", "globalSecondaryIndexUpdates.1.member.delete.indexName",
                 "Member must have length greater than or equal to 3")},
      {{GlobalSecondaryIndexUpdate{}},
       parameter_fault("One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                       "GlobalSecondaryIndexUpdate.Delete must not be null")},
      {{two_actions},
       parameter_fault("Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object")},
      {{update("gsi"), remove("gsi")},
       parameter_fault("Only one global secondary index update per index is allowed simultaneously. Index: gsi")},
      {{create("gsi")}, parameter_fault("AttributeDefinitions is not specified for index: gsi"), std::nullopt},
      {{create("gsi")},
       parameter_fault("Some index key attributes are not defined in AttributeDefinitions. Keys: [x], "
                       "AttributeDefinitions: [y]"),
       Definitions{{"y", OpenEnum(ScalarAttributeType::S)}}},
      {{create("gs1"), remove("gs2")},
       "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table"},
  };
  for (const IndexRow& row : rows) {
    UpdateTableRequest request{.table_name = "abc", .attribute_definitions = row.definitions};
    request.global_secondary_index_updates = row.updates;
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

TEST(UpdateTable, CodesOfFaultsThatAreNoValidationErrors) {
  UpdateTableRequest request{.table_name = "abc"};
  request.global_secondary_index_updates = {remove("gs1"), remove("gs2")};
  EXPECT_EQ(validate(request).error().code, ErrorCode::LimitExceededException);
}

TEST(UpdateTable, AStreamIsEnabledWithItsViewType) {
  UpdateTableRequest request{.table_name = "abc"};
  request.stream_specification = StreamSpecification{true, OpenEnum(StreamViewType::KeysOnly)};
  EXPECT_TRUE(validate(request));
}

TEST(ListTables, Faults) {
  EXPECT_EQ(fault(validate(ListTablesRequest{})), "");
  EXPECT_EQ(fault(validate(ListTablesRequest{.exclusive_start_table_name = "abc", .limit = 100})), "");
  EXPECT_EQ(fault(validate(ListTablesRequest{.exclusive_start_table_name = "a;", .limit = 0})),
            "3 validation errors detected: " + constraint("'a;'", "exclusiveStartTableName", kPattern) + "; " +
                constraint("'a;'", "exclusiveStartTableName", "Member must have length greater than or equal to 3") +
                "; " + constraint("'0'", "limit", "Member must have value greater than or equal to 1"));
  EXPECT_EQ(fault(validate(ListTablesRequest{.limit = 101})),
            one_fault("'101'", "limit", "Member must have value less than or equal to 100"));
}

TEST(UpdateTimeToLive, Faults) {
  UpdateTimeToLiveRequest request{.table_name = "abc"};
  EXPECT_EQ(fault(validate(request)), one_fault("null", "timeToLiveSpecification", kNotNull));
  request.time_to_live_specification = TimeToLiveSpecification{.enabled = true, .attribute_name = ""};
  EXPECT_EQ(fault(validate(request)), one_fault("''", "timeToLiveSpecification.attributeName",
                                                "Member must have length greater than or equal to 1"));
  request.time_to_live_specification->attribute_name = "expires";
  EXPECT_EQ(fault(validate(request)), "");
}

TEST(TablesByName, AreNamed) {
  const std::string missing = "The parameter 'TableName' is required but was not present in the request";
  EXPECT_EQ(fault(validate(DescribeTableRequest{})), missing);
  EXPECT_EQ(fault(validate(DeleteTableRequest{})), missing);
  EXPECT_EQ(fault(validate(DescribeTimeToLiveRequest{})), missing);
  EXPECT_EQ(fault(validate(DescribeTableRequest{"arn:aws:dynamodb:us-east-1:123456789012:table/Music"})), "");
}

constexpr const char* kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/Music";

TEST(Tags, ResourceArns) {
  struct ArnRow {
    OptionalString arn;
    std::string expected;
  };
  const std::string index = std::string(kArn) + "/index/gsi";
  for (const ArnRow& row : {
           ArnRow{kArn, ""},
           ArnRow{std::nullopt, "Invalid TableArn"},
           ArnRow{"not-a-valid-arn", parameter_fault("ARNs must start with 'arn:': not-a-valid-arn")},
           // The engine refuses other services.
           ArnRow{"arn:aws:s3:::bucket", ""},
           ArnRow{"arn:bucket", parameter_fault("Provided Arn is not a DynamoDB resource arn: arn:bucket")},
           ArnRow{"arn:aws:dynamodb:us-east-1:0:stream/abc",
                  parameter_fault("Provided Arn is not a DynamoDB resource arn: arn:aws:dynamodb:us-east-1:0:stream/"
                                  "abc")},
           ArnRow{"arn:aws:dynamodb:us-east-1:0:table/a",
                  "Invalid TableArn: Invalid ResourceArn provided as input arn:aws:dynamodb:us-east-1:0:table/a"},
           ArnRow{index, "Invalid TableArn: Invalid ResourceArn provided as input " + index},
       }) {
    EXPECT_EQ(fault(validate(ListTagsOfResourceRequest{.resource_arn = row.arn})), row.expected);
    EXPECT_EQ(fault(validate(TagResourceRequest{row.arn, {{Tag{"k", "v"}}}})), row.expected);
    EXPECT_EQ(fault(validate(UntagResourceRequest{row.arn, {{"k"}}})), row.expected);
  }
}

TEST(Tags, HaveOnePage) {
  EXPECT_EQ(fault(validate(ListTagsOfResourceRequest{.resource_arn = kArn, .next_token = "x"})), "Invalid NextToken");
}

TEST(Tags, Faults) {
  struct TagRow {
    OptionalList<Tag> tags;
    std::string expected;
  };
  std::vector<Tag> fifty_one;
  for (int i = 0; i < 51; ++i) fifty_one.push_back({"k" + std::to_string(i), "v"});
  const std::string long_key(129, 'k'), long_value(257, 'v');
  for (const TagRow& row : {
           TagRow{std::nullopt, one_fault("null", "tags", kNotNull)},
           TagRow{std::vector<Tag>{}, "Atleast one Tag needs to be provided as Input."},
           TagRow{{{Tag{"", "v"}}}, "The Tag Key provided is invalid, Key: "},
           TagRow{{{Tag{long_key, "v"}}}, "The Tag Key provided is invalid, Key: " + long_key},
           TagRow{{{Tag{"k", std::nullopt}}}, "The Tag Value provided is invalid, Value: null"},
           TagRow{{{Tag{"k", long_value}}}, "The Tag Value provided is invalid, Value: " + long_value},
           TagRow{{{Tag{"aws:k", "v"}}}, "Tag Key cannot be prefixed with aws:, Key: aws:k"},
           TagRow{{{Tag{"k", "v"}, Tag{"k", "v"}}}, "Duplicate Tag Keys provided as input: Duplicate Tag Key found k"},
           TagRow{fifty_one, "Number of Tags exceed the current limit for the provided ResourceArn"},
           TagRow{{{Tag{"k", ""}}}, ""},
       })
    EXPECT_EQ(fault(validate(TagResourceRequest{kArn, row.tags})), row.expected);
  EXPECT_EQ(fault(validate(UntagResourceRequest{kArn, std::nullopt})), one_fault("null", "tagKeys", kNotNull));
  EXPECT_EQ(fault(validate(UntagResourceRequest{kArn, std::vector<std::string>{}})),
            "Atleast one Tag Key needs to be provided as Input.");
}

}  // namespace update_table_test
}  // namespace partita::ops
