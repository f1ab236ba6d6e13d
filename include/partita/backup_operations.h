// Requests and responses of the operations on backups, on point-in-time recovery and of restores. The rules of
// table_operations.h hold here too: an absent member is nullopt, and `table_name` is a name or an ARN.
//
// Sources: the API reference, under the operation's name, and "Backup and restore for DynamoDB", developer guide. Times
// are seconds since 1970, with the milliseconds as a fraction. Sizes are in bytes, and exact.
//
// Members with the same meaning in several structs:
//   backup_arn  Required. <the table's ARN>/backup/<time in milliseconds, 14 digits>-<8 digits of base 16>
#pragma once

#include <partita/setting_operations.h>
#include <partita/table_operations.h>

namespace partita {

// ---- descriptions of backups

// A backup of a table.
struct BackupDetails {
  OptionalString backup_arn = {};
  OptionalString backup_name = {};
  OptionalInteger backup_size_bytes = {};  // of the items at the moment of the backup
  OptionalEnum<BackupStatus> backup_status = {};
  OptionalEnum<BackupType> backup_type = {};
  std::optional<double> backup_creation_date_time = {};
  std::optional<double> backup_expiry_date_time = {};  // only of a SYSTEM backup
};
// The table as it was at the moment of its backup.
struct SourceTableDetails {
  OptionalString table_name = {};
  OptionalString table_id = {};  // the UUID of the table
  OptionalString table_arn = {};
  OptionalInteger table_size_bytes = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<double> table_creation_date_time = {};
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  OptionalInteger item_count = {};
  OptionalEnum<BillingMode> billing_mode = {};
};
// An index of the table, as it was at the moment of the backup.
struct LocalSecondaryIndexInfo {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};
};
struct GlobalSecondaryIndexInfo {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
};
struct VectorIndexInfo {
  OptionalString index_name = {};
  std::optional<VectorAttributeDefinition> vector_attribute = {};
  OptionalList<SearchSchemaElement> search_schema = {};
  std::optional<Projection> projection = {};
  OptionalInteger dimensions = {};
  OptionalEnum<VectorDistanceFunction> distance_function = {};
};
// The features that the table had at the moment of its backup. A member is absent if the table did not have it.
struct SourceTableFeatureDetails {
  OptionalList<LocalSecondaryIndexInfo> local_secondary_indexes = {};
  OptionalList<GlobalSecondaryIndexInfo> global_secondary_indexes = {};
  std::optional<StreamSpecification> stream_description = {};
  std::optional<TimeToLiveDescription> time_to_live_description = {};
  std::optional<SSEDescription> sse_description = {};
  OptionalList<VectorIndexInfo> vector_indexes = {};
};
// A backup with its table.
struct BackupDescription {
  std::optional<BackupDetails> backup_details = {};
  std::optional<SourceTableDetails> source_table_details = {};
  std::optional<SourceTableFeatureDetails> source_table_feature_details = {};
};

// ---- CreateBackup, DescribeBackup, DeleteBackup, ListBackups

// The request of Database::create_backup.
struct CreateBackupRequest {
  OptionalString table_name = {};
  OptionalString backup_name = {};  // required; 3 to 255 bytes of the characters of table names; need not be unique
};
// The response of Database::create_backup.
struct CreateBackupResponse {
  BackupDetails backup_details = {};  // with the status CREATING
};
// The request of Database::describe_backup.
struct DescribeBackupRequest {
  OptionalString backup_arn = {};
};
// The response of Database::describe_backup.
struct DescribeBackupResponse {
  BackupDescription backup_description = {};
};
// The request of Database::delete_backup.
struct DeleteBackupRequest {
  OptionalString backup_arn = {};
};
// The response of Database::delete_backup.
struct DeleteBackupResponse {
  BackupDescription backup_description = {};  // with the status DELETED
};
// The request of Database::list_backups.
struct ListBackupsRequest {
  OptionalString table_name = {};                     // absent: all tables, those that were deleted included
  OptionalInteger limit = {};                         // 1 to 100, default: 100
  std::optional<double> time_range_lower_bound = {};  // inclusive
  std::optional<double> time_range_upper_bound = {};  // exclusive
  OptionalString exclusive_start_backup_arn = {};     // of the page before; the backup may be deleted
  OptionalEnum<BackupTypeFilter> backup_type = {};    // default: USER
};
// A backup in a list.
struct BackupSummary {
  OptionalString table_name = {};
  OptionalString table_id = {};
  OptionalString table_arn = {};
  OptionalString backup_arn = {};
  OptionalString backup_name = {};
  std::optional<double> backup_creation_date_time = {};
  std::optional<double> backup_expiry_date_time = {};  // only of a SYSTEM backup
  OptionalEnum<BackupStatus> backup_status = {};
  OptionalEnum<BackupType> backup_type = {};
  OptionalInteger backup_size_bytes = {};
};
// The response of Database::list_backups.
struct ListBackupsResponse {
  std::vector<BackupSummary> backup_summaries = {};  // the oldest first
  OptionalString last_evaluated_backup_arn = {};     // absent in the last page
};

// ---- point-in-time recovery

// The wanted state of the recovery.
struct PointInTimeRecoverySpecification {
  OptionalBool point_in_time_recovery_enabled = {};  // required
  OptionalInteger recovery_period_in_days = {};      // 1 to 35, default: 35; refused if the recovery is disabled
};
// The state of the recovery. The last three members are absent if it is disabled.
struct PointInTimeRecoveryDescription {
  OptionalEnum<PointInTimeRecoveryStatus> point_in_time_recovery_status = {};
  OptionalInteger recovery_period_in_days = {};
  std::optional<double> earliest_restorable_date_time = {};  // whole seconds, like the next one
  std::optional<double> latest_restorable_date_time = {};
};
// Both kinds of backups. Partita's status is always ENABLED, because each table can be backed up.
struct ContinuousBackupsDescription {
  OptionalEnum<ContinuousBackupsStatus> continuous_backups_status = {};
  std::optional<PointInTimeRecoveryDescription> point_in_time_recovery_description = {};
};
// The request of Database::update_continuous_backups.
struct UpdateContinuousBackupsRequest {
  OptionalString table_name = {};
  std::optional<PointInTimeRecoverySpecification> point_in_time_recovery_specification = {};  // required
};
// The response of Database::update_continuous_backups.
struct UpdateContinuousBackupsResponse {
  std::optional<ContinuousBackupsDescription> continuous_backups_description = {};
};
// The request of Database::describe_continuous_backups.
struct DescribeContinuousBackupsRequest {
  OptionalString table_name = {};
};
// The response of Database::describe_continuous_backups.
struct DescribeContinuousBackupsResponse {
  std::optional<ContinuousBackupsDescription> continuous_backups_description = {};
};

// ---- restores

// A member that ends in `override` changes the new table. If it is absent, the table gets the source's. Each
// index of a list must have the keys and the projection of an index of the source, and may have another name. The
// indexes of the source that are not in the list are left out, so an empty list leaves all of them out.

// The request of Database::restore_table_from_backup.
struct RestoreTableFromBackupRequest {
  OptionalString target_table_name = {};  // required; the name of no table
  OptionalString backup_arn = {};
  OptionalEnum<BillingMode> billing_mode_override = {};
  OptionalList<GlobalSecondaryIndex> global_secondary_index_override = {};  // without `warm_throughput`
  OptionalList<LocalSecondaryIndex> local_secondary_index_override = {};
  std::optional<ProvisionedThroughput> provisioned_throughput_override = {};
  std::optional<OnDemandThroughput> on_demand_throughput_override = {};
  std::optional<SSESpecification> sse_specification_override = {};
  OptionalList<VectorIndex> vector_index_override = {};
};
// The response of Database::restore_table_from_backup.
struct RestoreTableFromBackupResponse {
  TableDescription table_description = {};  // with the status CREATING
};
// The request of Database::restore_table_to_point_in_time. It names the source by exactly one of two members, and the
// moment by exactly one of two.
struct RestoreTableToPointInTimeRequest {
  OptionalString source_table_arn = {};
  OptionalString source_table_name = {};
  OptionalString target_table_name = {};  // required; the name of no table
  OptionalBool use_latest_restorable_time = {};
  std::optional<double> restore_date_time = {};  // cut to whole seconds; the changes before it are restored
  OptionalEnum<BillingMode> billing_mode_override = {};
  OptionalList<GlobalSecondaryIndex> global_secondary_index_override = {};  // without `warm_throughput`
  OptionalList<LocalSecondaryIndex> local_secondary_index_override = {};
  std::optional<ProvisionedThroughput> provisioned_throughput_override = {};
  std::optional<OnDemandThroughput> on_demand_throughput_override = {};
  std::optional<SSESpecification> sse_specification_override = {};
  OptionalList<VectorIndex> vector_index_override = {};
};
// The response of Database::restore_table_to_point_in_time.
struct RestoreTableToPointInTimeResponse {
  TableDescription table_description = {};  // with the status CREATING
};

}  // namespace partita
