// The wire names of the operations on backups, on point-in-time recovery and of restores.
#pragma once

#include <partita/backup_operations.h>

#include "protocol/fields/fields_table_operations.h"

namespace partita::protocol {

template <>
inline constexpr std::string_view kClassName<BackupDetails> = "BackupDetails";
template <class V, Is<BackupDetails> T>
void fields(V& v, T& of) {
  v("BackupArn", of.backup_arn);
  v("BackupName", of.backup_name);
  v("BackupSizeBytes", of.backup_size_bytes);
  v("BackupStatus", of.backup_status);
  v("BackupType", of.backup_type);
  v("BackupCreationDateTime", of.backup_creation_date_time);
  v("BackupExpiryDateTime", of.backup_expiry_date_time);
}

template <>
inline constexpr std::string_view kClassName<SourceTableDetails> = "SourceTableDetails";
template <class V, Is<SourceTableDetails> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("TableId", of.table_id);
  v("TableArn", of.table_arn);
  v("TableSizeBytes", of.table_size_bytes);
  v("KeySchema", of.key_schema);
  v("TableCreationDateTime", of.table_creation_date_time);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("OnDemandThroughput", of.on_demand_throughput);
  v("ItemCount", of.item_count);
  v("BillingMode", of.billing_mode);
}

template <>
inline constexpr std::string_view kClassName<LocalSecondaryIndexInfo> = "LocalSecondaryIndexInfo";
template <class V, Is<LocalSecondaryIndexInfo> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("KeySchema", of.key_schema);
  v("Projection", of.projection);
}

template <>
inline constexpr std::string_view kClassName<GlobalSecondaryIndexInfo> = "GlobalSecondaryIndexInfo";
template <class V, Is<GlobalSecondaryIndexInfo> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("KeySchema", of.key_schema);
  v("Projection", of.projection);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("OnDemandThroughput", of.on_demand_throughput);
}

template <>
inline constexpr std::string_view kClassName<VectorIndexInfo> = "VectorIndexInfo";
template <class V, Is<VectorIndexInfo> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("VectorAttribute", of.vector_attribute);
  v("SearchSchema", of.search_schema);
  v("Projection", of.projection);
  v("Dimensions", of.dimensions);
  v("DistanceFunction", of.distance_function);
}

template <>
inline constexpr std::string_view kClassName<SourceTableFeatureDetails> = "SourceTableFeatureDetails";
template <class V, Is<SourceTableFeatureDetails> T>
void fields(V& v, T& of) {
  v("LocalSecondaryIndexes", of.local_secondary_indexes);
  v("GlobalSecondaryIndexes", of.global_secondary_indexes);
  v("StreamDescription", of.stream_description);
  v("TimeToLiveDescription", of.time_to_live_description);
  v("SSEDescription", of.sse_description);
  v("VectorIndexes", of.vector_indexes);
}

template <>
inline constexpr std::string_view kClassName<BackupDescription> = "BackupDescription";
template <class V, Is<BackupDescription> T>
void fields(V& v, T& of) {
  v("BackupDetails", of.backup_details);
  v("SourceTableDetails", of.source_table_details);
  v("SourceTableFeatureDetails", of.source_table_feature_details);
}

template <class V, Is<CreateBackupRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("BackupName", of.backup_name);
}

template <class V, Is<CreateBackupResponse> T>
void fields(V& v, T& of) {
  v("BackupDetails", of.backup_details);
}

template <class V, Is<DescribeBackupRequest> T>
void fields(V& v, T& of) {
  v("BackupArn", of.backup_arn);
}

template <class V, Is<DescribeBackupResponse> T>
void fields(V& v, T& of) {
  v("BackupDescription", of.backup_description);
}

template <class V, Is<DeleteBackupRequest> T>
void fields(V& v, T& of) {
  v("BackupArn", of.backup_arn);
}

template <class V, Is<DeleteBackupResponse> T>
void fields(V& v, T& of) {
  v("BackupDescription", of.backup_description);
}

template <class V, Is<ListBackupsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("Limit", of.limit);
  v("TimeRangeLowerBound", of.time_range_lower_bound);
  v("TimeRangeUpperBound", of.time_range_upper_bound);
  v("ExclusiveStartBackupArn", of.exclusive_start_backup_arn);
  v("BackupType", of.backup_type);
}

template <>
inline constexpr std::string_view kClassName<BackupSummary> = "BackupSummary";
template <class V, Is<BackupSummary> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("TableId", of.table_id);
  v("TableArn", of.table_arn);
  v("BackupArn", of.backup_arn);
  v("BackupName", of.backup_name);
  v("BackupCreationDateTime", of.backup_creation_date_time);
  v("BackupExpiryDateTime", of.backup_expiry_date_time);
  v("BackupStatus", of.backup_status);
  v("BackupType", of.backup_type);
  v("BackupSizeBytes", of.backup_size_bytes);
}

template <class V, Is<ListBackupsResponse> T>
void fields(V& v, T& of) {
  v("BackupSummaries", of.backup_summaries);
  v("LastEvaluatedBackupArn", of.last_evaluated_backup_arn);
}

template <>
inline constexpr std::string_view kClassName<PointInTimeRecoverySpecification> = "PointInTimeRecoverySpecification";
template <class V, Is<PointInTimeRecoverySpecification> T>
void fields(V& v, T& of) {
  v("PointInTimeRecoveryEnabled", of.point_in_time_recovery_enabled);
  v("RecoveryPeriodInDays", of.recovery_period_in_days);
}

template <>
inline constexpr std::string_view kClassName<PointInTimeRecoveryDescription> = "PointInTimeRecoveryDescription";
template <class V, Is<PointInTimeRecoveryDescription> T>
void fields(V& v, T& of) {
  v("PointInTimeRecoveryStatus", of.point_in_time_recovery_status);
  v("RecoveryPeriodInDays", of.recovery_period_in_days);
  v("EarliestRestorableDateTime", of.earliest_restorable_date_time);
  v("LatestRestorableDateTime", of.latest_restorable_date_time);
}

template <>
inline constexpr std::string_view kClassName<ContinuousBackupsDescription> = "ContinuousBackupsDescription";
template <class V, Is<ContinuousBackupsDescription> T>
void fields(V& v, T& of) {
  v("ContinuousBackupsStatus", of.continuous_backups_status);
  v("PointInTimeRecoveryDescription", of.point_in_time_recovery_description);
}

template <class V, Is<UpdateContinuousBackupsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("PointInTimeRecoverySpecification", of.point_in_time_recovery_specification);
}

template <class V, Is<UpdateContinuousBackupsResponse> T>
void fields(V& v, T& of) {
  v("ContinuousBackupsDescription", of.continuous_backups_description);
}

template <class V, Is<DescribeContinuousBackupsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
}

template <class V, Is<DescribeContinuousBackupsResponse> T>
void fields(V& v, T& of) {
  v("ContinuousBackupsDescription", of.continuous_backups_description);
}

template <class V, Is<RestoreTableFromBackupRequest> T>
void fields(V& v, T& of) {
  v("TargetTableName", of.target_table_name);
  v("BackupArn", of.backup_arn);
  v("BillingModeOverride", of.billing_mode_override);
  v("GlobalSecondaryIndexOverride", of.global_secondary_index_override, AtMost{limits::kGlobalIndexes});
  v("LocalSecondaryIndexOverride", of.local_secondary_index_override, AtMost{limits::kLocalIndexes});
  v("ProvisionedThroughputOverride", of.provisioned_throughput_override);
  v("OnDemandThroughputOverride", of.on_demand_throughput_override);
  v("SSESpecificationOverride", of.sse_specification_override);
  v("VectorIndexOverride", of.vector_index_override, AtMost{limits::kVectorIndexes});
}

template <class V, Is<RestoreTableFromBackupResponse> T>
void fields(V& v, T& of) {
  v("TableDescription", of.table_description);
}

template <class V, Is<RestoreTableToPointInTimeRequest> T>
void fields(V& v, T& of) {
  v("SourceTableArn", of.source_table_arn);
  v("SourceTableName", of.source_table_name);
  v("TargetTableName", of.target_table_name);
  v("UseLatestRestorableTime", of.use_latest_restorable_time);
  v("RestoreDateTime", of.restore_date_time);
  v("BillingModeOverride", of.billing_mode_override);
  v("GlobalSecondaryIndexOverride", of.global_secondary_index_override, AtMost{limits::kGlobalIndexes});
  v("LocalSecondaryIndexOverride", of.local_secondary_index_override, AtMost{limits::kLocalIndexes});
  v("ProvisionedThroughputOverride", of.provisioned_throughput_override);
  v("OnDemandThroughputOverride", of.on_demand_throughput_override);
  v("SSESpecificationOverride", of.sse_specification_override);
  v("VectorIndexOverride", of.vector_index_override, AtMost{limits::kVectorIndexes});
}

template <class V, Is<RestoreTableToPointInTimeResponse> T>
void fields(V& v, T& of) {
  v("TableDescription", of.table_description);
}

}  // namespace partita::protocol
