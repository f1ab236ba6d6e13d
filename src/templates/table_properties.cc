#include "templates/table_properties.h"

namespace partita::templates {
namespace {

constexpr std::array kGlobalIndex = {
    Property<GlobalSecondaryIndex>{"IndexName", set_text<&GlobalSecondaryIndex::index_name>, Need::Required},
    Property<GlobalSecondaryIndex>{"KeySchema", set_structs<&GlobalSecondaryIndex::key_schema, kKeySchema>,
                                   Need::Required},
    Property<GlobalSecondaryIndex>{"Projection", set_struct<&GlobalSecondaryIndex::projection, kProjection>,
                                   Need::Required},
    Property<GlobalSecondaryIndex>{"ProvisionedThroughput",
                                   set_struct<&GlobalSecondaryIndex::provisioned_throughput, kProvisionedThroughput>},
    Property<GlobalSecondaryIndex>{"OnDemandThroughput",
                                   set_struct<&GlobalSecondaryIndex::on_demand_throughput, kOnDemandThroughput>},
    Property<GlobalSecondaryIndex>{"WarmThroughput",
                                   set_struct<&GlobalSecondaryIndex::warm_throughput, kWarmThroughput>},
    Property<GlobalSecondaryIndex>{"ContributorInsightsSpecification", refuse_insights},
};

constexpr std::array kVectorAttribute = {
    Property<VectorAttributeDefinition>{"AttributeName", set_text<&VectorAttributeDefinition::attribute_name>,
                                        Need::Required},
};
constexpr std::array kSearchSchema = {
    Property<SearchSchemaElement>{"AttributeName", set_text<&SearchSchemaElement::attribute_name>, Need::Required},
    Property<SearchSchemaElement>{"SearchSchemaElementType",
                                  set_choice<&SearchSchemaElement::search_schema_element_type>, Need::Required},
};
constexpr std::array kVectorIndex = {
    Property<VectorIndex>{"IndexName", set_text<&VectorIndex::index_name>, Need::Required},
    Property<VectorIndex>{"VectorAttribute", set_struct<&VectorIndex::vector_attribute, kVectorAttribute>,
                          Need::Required},
    Property<VectorIndex>{"SearchSchema", set_structs<&VectorIndex::search_schema, kSearchSchema>},
    Property<VectorIndex>{"Projection", set_struct<&VectorIndex::projection, kProjection>, Need::Required},
    Property<VectorIndex>{"Dimensions", set_integer<&VectorIndex::dimensions>, Need::Required},
    Property<VectorIndex>{"DistanceFunction", set_choice<&VectorIndex::distance_function>, Need::Required},
};

constexpr std::array kTimeToLive = {
    Property<TimeToLiveSpecification>{"AttributeName", set_text<&TimeToLiveSpecification::attribute_name>},
    Property<TimeToLiveSpecification>{"Enabled", set_boolean<&TimeToLiveSpecification::enabled>, Need::Required},
};

constexpr std::array kRecovery = {
    Property<PointInTimeRecoverySpecification>{
        "PointInTimeRecoveryEnabled", set_boolean<&PointInTimeRecoverySpecification::point_in_time_recovery_enabled>},
    Property<PointInTimeRecoverySpecification>{"RecoveryPeriodInDays",
                                               set_integer<&PointInTimeRecoverySpecification::recovery_period_in_days>},
};

constexpr std::array kEncryption = {
    Property<SSESpecification>{"SSEEnabled", set_boolean<&SSESpecification::enabled>, Need::Required},
    Property<SSESpecification>{"SSEType", set_text<&SSESpecification::sse_type>},
    Property<SSESpecification>{"KMSMasterKeyId", set_text<&SSESpecification::kms_master_key_id>},
};

Result<void> set_table_time_to_live(const Member& property, TableDraft& out, PropertyReport& report) {
  return set_time_to_live(property, out.time_to_live, report);
}

constexpr std::array kTable = {
    Property<TableDraft>{"TableName", set_text<&CreateTableRequest::table_name>},
    Property<TableDraft>{"AttributeDefinitions",
                         set_structs<&CreateTableRequest::attribute_definitions, kAttributeDefinitions>},
    Property<TableDraft>{"KeySchema", set_structs<&CreateTableRequest::key_schema, kKeySchema>, Need::Required},
    Property<TableDraft>{"LocalSecondaryIndexes",
                         set_structs<&CreateTableRequest::local_secondary_indexes, kLocalIndex>},
    Property<TableDraft>{"GlobalSecondaryIndexes",
                         set_structs<&CreateTableRequest::global_secondary_indexes, kGlobalIndex>},
    Property<TableDraft>{"VectorIndexes", set_structs<&CreateTableRequest::vector_indexes, kVectorIndex>},
    Property<TableDraft>{"BillingMode", set_choice<&CreateTableRequest::billing_mode>},
    Property<TableDraft>{"ProvisionedThroughput",
                         set_struct<&CreateTableRequest::provisioned_throughput, kProvisionedThroughput>},
    Property<TableDraft>{"OnDemandThroughput",
                         set_struct<&CreateTableRequest::on_demand_throughput, kOnDemandThroughput>},
    Property<TableDraft>{"WarmThroughput", set_struct<&CreateTableRequest::warm_throughput, kWarmThroughput>},
    Property<TableDraft>{"TableClass", set_choice<&CreateTableRequest::table_class>},
    Property<TableDraft>{"DeletionProtectionEnabled", set_boolean<&CreateTableRequest::deletion_protection_enabled>},
    Property<TableDraft>{"Tags", set_structs<&CreateTableRequest::tags, kTags>},
    Property<TableDraft>{"TimeToLiveSpecification", set_table_time_to_live},
    Property<TableDraft>{"PointInTimeRecoverySpecification", set_recovery_of},
    Property<TableDraft>{"SSESpecification", set_table_encryption},
    Property<TableDraft>{"ContributorInsightsSpecification", refuse_insights},
    Property<TableDraft>{"StreamSpecification", set_stream},
    Property<TableDraft>{"KinesisStreamSpecification", refuse_stream},
    Property<TableDraft>{"ImportSourceSpecification", refuse_import},
    Property<TableDraft>{"ResourcePolicy", refuse_policy},
};

}  // namespace

Result<void> set_encryption(const Member& property, std::optional<SSESpecification>& out, PropertyReport& report) {
  SSESpecification specification;
  PARTITA_TRY(read_properties(property.value, property.name, kEncryption, specification, report));
  if (!*specification.enabled) return {};
  if (!specification.sse_type) specification.sse_type = "KMS";
  out = std::move(specification);
  return {};
}

Result<void> set_recovery(const Member& property, std::optional<PointInTimeRecoverySpecification>& out,
                          PropertyReport& report) {
  PointInTimeRecoverySpecification specification;
  PARTITA_TRY(read_properties(property.value, property.name, kRecovery, specification, report));
  if (specification.point_in_time_recovery_enabled.value_or(false)) out = std::move(specification);
  return {};
}

Result<void> set_time_to_live(const Member& property, std::optional<TimeToLiveSpecification>& out,
                              PropertyReport& report) {
  TimeToLiveSpecification specification;
  PARTITA_TRY(read_properties(property.value, property.name, kTimeToLive, specification, report));
  if (!*specification.enabled) return {};
  if (!specification.attribute_name) return missing_property(property.value, property.name, "AttributeName");
  out = std::move(specification);
  return {};
}

Result<TableDraft> read_table(const Node& properties, PropertyReport& report) {
  TableDraft draft;
  PARTITA_TRY(read_properties(properties, "AWS::DynamoDB::Table", kTable, draft, report));
  return draft;
}

}  // namespace partita::templates
