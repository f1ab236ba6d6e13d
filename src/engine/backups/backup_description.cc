#include "engine/backups/backup_description.h"

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/table_facts.h"
#include "engine/tables/encryption.h"
#include "engine/tables/table_description.h"
#include "ops/rules/backup_arn.h"

namespace partita::engine {
namespace {

double seconds(std::int64_t ms) { return static_cast<double>(ms) / 1000.0; }

ProvisionedThroughput provisioned(const catalog::Throughput& units) {
  return {.read_capacity_units = units.read_units, .write_capacity_units = units.write_units};
}

SourceTableDetails source_details(const Context& context, const catalog::BackupInfo& backup) {
  const catalog::TableInfo& table = backup.table;
  return {.table_name = table.name,
          .table_id = table.uuid,
          .table_arn = table_arn(context, table.name),
          .table_size_bytes = backup.size_bytes,
          .key_schema = key_schema_of(table.keys),
          .table_creation_date_time = seconds(table.created_ms),
          .provisioned_throughput = provisioned(table.throughput),
          .on_demand_throughput = table.on_demand,
          .item_count = backup.item_count,
          .billing_mode = table.billing_mode};
}

template <class Info>
Info& added(OptionalList<Info>& list) {
  if (!list) list.emplace();
  return list->emplace_back();
}

void add_index(const catalog::IndexInfo& index, SourceTableFeatureDetails& features) {
  if (index.vector) {
    VectorIndexInfo& shown = added(features.vector_indexes);
    shown.index_name = index.name;
    shown.vector_attribute.emplace().attribute_name = index.vector->attribute;
    if (!index.vector->schema.empty()) shown.search_schema = search_schema_of(*index.vector);
    shown.projection = projection_of(index);
    shown.dimensions = index.vector->dimensions;
    shown.distance_function = index.vector->distance;
  } else if (index.global) {
    GlobalSecondaryIndexInfo& shown = added(features.global_secondary_indexes);
    shown.index_name = index.name;
    shown.key_schema = key_schema_of(index.keys);
    shown.projection = projection_of(index);
    shown.provisioned_throughput = provisioned(index.throughput);
    shown.on_demand_throughput = index.on_demand;
  } else {
    LocalSecondaryIndexInfo& shown = added(features.local_secondary_indexes);
    shown.index_name = index.name;
    shown.key_schema = key_schema_of(index.keys);
    shown.projection = projection_of(index);
  }
}

SourceTableFeatureDetails feature_details(const Context& context, const catalog::BackupInfo& backup) {
  const catalog::TableInfo& table = backup.table;
  SourceTableFeatureDetails features;
  for (const catalog::IndexInfo& index : table.indexes) add_index(index, features);
  if (backup.stream_view)
    features.stream_description = StreamSpecification{.stream_enabled = true, .stream_view_type = *backup.stream_view};
  if (table.tracks_expiry())
    features.time_to_live_description =
        TimeToLiveDescription{.time_to_live_status = TimeToLiveStatus::Enabled, .attribute_name = table.ttl.attribute};
  features.sse_description = encryption_of(context, table.kms_key);
  return features;
}

}  // namespace

std::string backup_arn(const Context& context, const catalog::BackupInfo& backup) {
  return table_arn(context, backup.table.name) + "/backup/" + backup.arn_name;
}

BackupDetails backup_details(const Context& context, const catalog::BackupInfo& backup) {
  BackupDetails details{.backup_arn = backup_arn(context, backup),
                        .backup_name = backup.name,
                        .backup_size_bytes = backup.size_bytes,
                        .backup_status = BackupStatus::Available,
                        .backup_type = backup.type,
                        .backup_creation_date_time = seconds(backup.created_ms)};
  if (backup.expires_ms != 0) details.backup_expiry_date_time = seconds(backup.expires_ms);
  return details;
}

BackupDescription backup_description(const Context& context, const catalog::BackupInfo& backup) {
  BackupDescription description{.backup_details = backup_details(context, backup),
                                .source_table_details = source_details(context, backup)};
  // As on the service, a SYSTEM backup shows no features. A restore brings them all the same.
  if (backup.type == BackupType::System)
    description.source_table_feature_details.emplace();
  else
    description.source_table_feature_details = feature_details(context, backup);
  return description;
}

BackupSummary backup_summary(const Context& context, const catalog::BackupInfo& backup) {
  BackupDetails details = backup_details(context, backup);
  return {.table_name = backup.table.name,
          .table_id = backup.table.uuid,
          .table_arn = table_arn(context, backup.table.name),
          .backup_arn = std::move(details.backup_arn),
          .backup_name = std::move(details.backup_name),
          .backup_creation_date_time = details.backup_creation_date_time,
          .backup_expiry_date_time = details.backup_expiry_date_time,
          .backup_status = details.backup_status,
          .backup_type = details.backup_type,
          .backup_size_bytes = details.backup_size_bytes};
}

bool has_expired(const Context& context, const catalog::BackupInfo& backup) {
  return backup.expires_ms != 0 && backup.expires_ms <= context.clock.now_ms();
}

Result<catalog::BackupPtr> find_backup(const Context& context, std::string_view arn) {
  PARTITA_TRY_VALUE(parts, ops::read_backup_arn(arn, context.account));
  // Policies were asked for the resource that the request names, so the whole ARN must be that of the backup.
  catalog::BackupPtr backup = context.catalog.find_backup(parts.id);
  if (backup && !has_expired(context, *backup) && backup_arn(context, *backup) == arn) return backup;
  return fail(ErrorCode::BackupNotFoundException, "Backup not found: " + std::string(arn));
}

}  // namespace partita::engine
