// The wire names of the parts of tables, both in definitions and in descriptions.
#pragma once

#include <partita/table_operations.h>

#include "protocol/fields.h"
#include "value/limits.h"

namespace partita::protocol {

template <>
inline constexpr std::string_view kClassName<AttributeDefinition> = "AttributeDefinition";
template <class V, Is<AttributeDefinition> T>
void fields(V& v, T& of) {
  v("AttributeName", of.attribute_name);
  v("AttributeType", of.attribute_type);
}

template <>
inline constexpr std::string_view kClassName<KeySchemaElement> = "KeySchemaElement";
template <class V, Is<KeySchemaElement> T>
void fields(V& v, T& of) {
  v("AttributeName", of.attribute_name);
  v("KeyType", of.key_type);
}

template <>
inline constexpr std::string_view kClassName<Projection> = "Projection";
template <class V, Is<Projection> T>
void fields(V& v, T& of) {
  v("ProjectionType", of.projection_type);
  v("NonKeyAttributes", of.non_key_attributes, AtMost{limits::kProjectedAttributes});
}

template <>
inline constexpr std::string_view kClassName<ProvisionedThroughput> = "ProvisionedThroughput";
template <class V, Is<ProvisionedThroughput> T>
void fields(V& v, T& of) {
  v("ReadCapacityUnits", of.read_capacity_units);
  v("WriteCapacityUnits", of.write_capacity_units);
}

template <>
inline constexpr std::string_view kClassName<OnDemandThroughput> = "OnDemandThroughput";
template <class V, Is<OnDemandThroughput> T>
void fields(V& v, T& of) {
  v("MaxReadRequestUnits", of.max_read_request_units);
  v("MaxWriteRequestUnits", of.max_write_request_units);
}

template <>
inline constexpr std::string_view kClassName<WarmThroughput> = "WarmThroughput";
template <class V, Is<WarmThroughput> T>
void fields(V& v, T& of) {
  v("ReadUnitsPerSecond", of.read_units_per_second);
  v("WriteUnitsPerSecond", of.write_units_per_second);
}

template <>
inline constexpr std::string_view kClassName<LocalSecondaryIndex> = "LocalSecondaryIndex";
template <class V, Is<LocalSecondaryIndex> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("KeySchema", of.key_schema, AtMost{limits::kReadKeySchemaElements});
  v("Projection", of.projection);
}

template <>
inline constexpr std::string_view kClassName<GlobalSecondaryIndex> = "GlobalSecondaryIndex";
template <class V, Is<GlobalSecondaryIndex> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("KeySchema", of.key_schema, AtMost{limits::kReadKeySchemaElements});
  v("Projection", of.projection);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("OnDemandThroughput", of.on_demand_throughput);
  v("WarmThroughput", of.warm_throughput);
}

template <>
inline constexpr std::string_view kClassName<SearchSchemaElement> = "SearchSchemaElement";
template <class V, Is<SearchSchemaElement> T>
void fields(V& v, T& of) {
  v("AttributeName", of.attribute_name);
  v("SearchSchemaElementType", of.search_schema_element_type);
}

template <>
inline constexpr std::string_view kClassName<VectorAttributeDefinition> = "VectorAttributeDefinition";
template <class V, Is<VectorAttributeDefinition> T>
void fields(V& v, T& of) {
  v("AttributeName", of.attribute_name);
}

template <>
inline constexpr std::string_view kClassName<VectorIndex> = "VectorIndex";
template <class V, Is<VectorIndex> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("VectorAttribute", of.vector_attribute);
  v("SearchSchema", of.search_schema, AtMost{limits::kReadSearchSchemaElements});
  v("Projection", of.projection);
  v("Dimensions", of.dimensions);
  v("DistanceFunction", of.distance_function);
}

template <>
inline constexpr std::string_view kClassName<StreamSpecification> = "StreamSpecification";
template <class V, Is<StreamSpecification> T>
void fields(V& v, T& of) {
  v("StreamEnabled", of.stream_enabled);
  v("StreamViewType", of.stream_view_type);
}

template <>
inline constexpr std::string_view kClassName<SSESpecification> = "SSESpecification";
template <class V, Is<SSESpecification> T>
void fields(V& v, T& of) {
  v("Enabled", of.enabled);
  v("SSEType", of.sse_type);
  v("KMSMasterKeyId", of.kms_master_key_id);
}

template <>
inline constexpr std::string_view kClassName<Tag> = "Tag";
template <class V, Is<Tag> T>
void fields(V& v, T& of) {
  v("Key", of.key);
  v("Value", of.value);
}

template <>
inline constexpr std::string_view kClassName<ProvisionedThroughputDescription> = "ProvisionedThroughputDescription";
template <class V, Is<ProvisionedThroughputDescription> T>
void fields(V& v, T& of) {
  v("LastIncreaseDateTime", of.last_increase_date_time);
  v("LastDecreaseDateTime", of.last_decrease_date_time);
  v("NumberOfDecreasesToday", of.number_of_decreases_today);
  v("ReadCapacityUnits", of.read_capacity_units);
  v("WriteCapacityUnits", of.write_capacity_units);
}

template <>
inline constexpr std::string_view kClassName<BillingModeSummary> = "BillingModeSummary";
template <class V, Is<BillingModeSummary> T>
void fields(V& v, T& of) {
  v("BillingMode", of.billing_mode);
  v("LastUpdateToPayPerRequestDateTime", of.last_update_to_pay_per_request_date_time);
}

template <>
inline constexpr std::string_view kClassName<SSEDescription> = "SSEDescription";
template <class V, Is<SSEDescription> T>
void fields(V& v, T& of) {
  v("Status", of.status);
  v("SSEType", of.sse_type);
  v("KMSMasterKeyArn", of.kms_master_key_arn);
}

template <>
inline constexpr std::string_view kClassName<TableThroughputModeSummary> = "TableThroughputModeSummary";
template <class V, Is<TableThroughputModeSummary> T>
void fields(V& v, T& of) {
  v("TableThroughputMode", of.table_throughput_mode);
  v("LastUpdateToPayPerRequestDateTime", of.last_update_to_pay_per_request_date_time);
}

template <>
inline constexpr std::string_view kClassName<TableClassSummary> = "TableClassSummary";
template <class V, Is<TableClassSummary> T>
void fields(V& v, T& of) {
  v("TableClass", of.table_class);
  v("LastUpdateDateTime", of.last_update_date_time);
}

template <>
inline constexpr std::string_view kClassName<WarmThroughputDescription> = "WarmThroughputDescription";
template <class V, Is<WarmThroughputDescription> T>
void fields(V& v, T& of) {
  v("ReadUnitsPerSecond", of.read_units_per_second);
  v("WriteUnitsPerSecond", of.write_units_per_second);
  v("Status", of.status);
}

template <>
inline constexpr std::string_view kClassName<LocalSecondaryIndexDescription> = "LocalSecondaryIndexDescription";
template <class V, Is<LocalSecondaryIndexDescription> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("KeySchema", of.key_schema);
  v("Projection", of.projection);
  v("IndexSizeBytes", of.index_size_bytes);
  v("ItemCount", of.item_count);
  v("IndexArn", of.index_arn);
}

template <>
inline constexpr std::string_view kClassName<GlobalSecondaryIndexDescription> = "GlobalSecondaryIndexDescription";
template <class V, Is<GlobalSecondaryIndexDescription> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("KeySchema", of.key_schema);
  v("Projection", of.projection);
  v("IndexStatus", of.index_status);
  v("Backfilling", of.backfilling);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("IndexSizeBytes", of.index_size_bytes);
  v("ItemCount", of.item_count);
  v("IndexArn", of.index_arn);
  v("OnDemandThroughput", of.on_demand_throughput);
  v("WarmThroughput", of.warm_throughput);
}

template <>
inline constexpr std::string_view kClassName<VectorIndexDescription> = "VectorIndexDescription";
template <class V, Is<VectorIndexDescription> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("SearchSchema", of.search_schema);
  v("Projection", of.projection);
  v("VectorAttribute", of.vector_attribute);
  v("Dimensions", of.dimensions);
  v("DistanceFunction", of.distance_function);
  v("IndexStatus", of.index_status);
  v("Backfilling", of.backfilling);
  v("IndexSizeBytes", of.index_size_bytes);
  v("ItemCount", of.item_count);
  v("IndexArn", of.index_arn);
}

template <>
inline constexpr std::string_view kClassName<RestoreSummary> = "RestoreSummary";
template <class V, Is<RestoreSummary> T>
void fields(V& v, T& of) {
  v("SourceBackupArn", of.source_backup_arn);
  v("SourceTableArn", of.source_table_arn);
  v("RestoreDateTime", of.restore_date_time);
  v("RestoreInProgress", of.restore_in_progress);
}

template <>
inline constexpr std::string_view kClassName<TableDescription> = "TableDescription";
template <class V, Is<TableDescription> T>
void fields(V& v, T& of) {
  v("AttributeDefinitions", of.attribute_definitions);
  v("TableName", of.table_name);
  v("KeySchema", of.key_schema);
  v("TableStatus", of.table_status);
  v("CreationDateTime", of.creation_date_time);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("TableSizeBytes", of.table_size_bytes);
  v("ItemCount", of.item_count);
  v("TableArn", of.table_arn);
  v("TableId", of.table_id);
  v("BillingModeSummary", of.billing_mode_summary);
  v("LocalSecondaryIndexes", of.local_secondary_indexes);
  v("GlobalSecondaryIndexes", of.global_secondary_indexes);
  v("TableClassSummary", of.table_class_summary);
  v("DeletionProtectionEnabled", of.deletion_protection_enabled);
  v("OnDemandThroughput", of.on_demand_throughput);
  v("WarmThroughput", of.warm_throughput);
  v("StreamSpecification", of.stream_specification);
  v("LatestStreamLabel", of.latest_stream_label);
  v("LatestStreamArn", of.latest_stream_arn);
  v("VectorIndexes", of.vector_indexes);
  v("SSEDescription", of.sse_description);
  v("TableThroughputModeSummary", of.table_throughput_mode_summary);
  v("RestoreSummary", of.restore_summary);
}

}  // namespace partita::protocol
