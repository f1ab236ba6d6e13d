#include "engine/tables/table_description.h"

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/streams/settings.h"
#include "engine/table_facts.h"
#include "engine/tables/encryption.h"
#include "keys/system_keys.h"
#include "storage/sums.h"

namespace partita::engine {
namespace {

double seconds(std::int64_t ms) { return static_cast<double>(ms) / 1000.0; }

ProvisionedThroughputDescription throughput(const catalog::Throughput& units) {
  ProvisionedThroughputDescription shown;
  shown.number_of_decreases_today = 0;
  shown.read_capacity_units = units.read_units;
  shown.write_capacity_units = units.write_units;
  return shown;
}

WarmThroughputDescription warm_throughput(const catalog::Throughput& units, std::string_view status) {
  return {.read_units_per_second = units.read_units,
          .write_units_per_second = units.write_units,
          .status = std::string(status)};
}

VectorIndexDescription vector_index(const Context& context, const catalog::IndexInfo& index,
                                    const storage::Sums& counted) {
  VectorIndexDescription shown;
  shown.index_name = index.name;
  if (!index.vector->schema.empty()) shown.search_schema = search_schema_of(*index.vector);
  shown.projection = projection_of(index);
  shown.vector_attribute.emplace().attribute_name = index.vector->attribute;
  shown.dimensions = index.vector->dimensions;
  shown.distance_function = index.vector->distance;
  shown.index_status = status_of(context, index);
  if (index.vector->added && status_of(context, index) == IndexStatus::Creating)
    shown.backfilling = !is_delayed(context, index.status_until_ms);
  shown.index_size_bytes = counted.second;
  shown.item_count = counted.first;
  return shown;
}

Result<void> add_index(const Context& context, const catalog::TableInfo& table, const catalog::IndexInfo& index,
                       TableDescription& shown) {
  PARTITA_TRY_VALUE(counted, sums_of(context, table, index.id));
  const std::string arn = table_arn(context, table.name) + "/index/" + index.name;
  if (index.vector) {
    if (!shown.vector_indexes) shown.vector_indexes.emplace();
    shown.vector_indexes->push_back(vector_index(context, index, counted));
    shown.vector_indexes->back().index_arn = arn;
    return {};
  }
  if (!index.global) {
    if (!shown.local_secondary_indexes) shown.local_secondary_indexes.emplace();
    shown.local_secondary_indexes->push_back({.index_name = index.name,
                                              .key_schema = key_schema_of(index.keys),
                                              .projection = projection_of(index),
                                              .index_size_bytes = counted.second,
                                              .item_count = counted.first,
                                              .index_arn = arn});
    return {};
  }
  GlobalSecondaryIndexDescription global;
  global.index_name = index.name;
  global.key_schema = key_schema_of(index.keys);
  global.projection = projection_of(index);
  global.index_status = status_of(context, index);
  if (index.backfilling) global.backfilling = !is_delayed(context, index.status_until_ms);
  global.provisioned_throughput = throughput(index.throughput);
  global.index_size_bytes = counted.second;
  global.item_count = counted.first;
  global.index_arn = arn;
  global.on_demand_throughput = index.on_demand;
  global.warm_throughput = warm_throughput(catalog::warm_units(index.warm, table.billing_mode, index.throughput),
                                           to_text(global.index_status->value()));
  if (!shown.global_secondary_indexes) shown.global_secondary_indexes.emplace();
  shown.global_secondary_indexes->push_back(std::move(global));
  return {};
}

}  // namespace

Projection projection_of(const catalog::IndexInfo& index) {
  Projection shown;
  shown.projection_type = index.projection;
  if (index.projection == ProjectionType::Include) shown.non_key_attributes = index.non_key_attributes;
  return shown;
}

std::vector<SearchSchemaElement> search_schema_of(const catalog::VectorDefinition& vector) {
  std::vector<SearchSchemaElement> elements;
  for (const catalog::VectorDefinition::Element& element : vector.schema)
    elements.push_back({.attribute_name = element.attribute.name, .search_schema_element_type = element.type});
  return elements;
}

Result<TableDescription> description_of(const Context& context, const catalog::TableInfo& table) {
  PARTITA_TRY_VALUE(counted, sums_of(context, table, keys::kBaseTable));
  TableDescription shown;
  shown.attribute_definitions = table.attribute_definitions;
  shown.table_name = table.name;
  shown.key_schema = key_schema_of(table.keys);
  shown.table_status = status_of(context, table);
  shown.creation_date_time = seconds(table.created_ms);
  shown.provisioned_throughput = throughput(table.throughput);
  if (table.throughput_increased_ms)
    shown.provisioned_throughput->last_increase_date_time = seconds(table.throughput_increased_ms);
  if (table.throughput_decreased_ms)
    shown.provisioned_throughput->last_decrease_date_time = seconds(table.throughput_decreased_ms);
  shown.table_size_bytes = counted.second;
  shown.item_count = counted.first;
  shown.table_arn = table_arn(context, table.name);
  shown.table_id = table.uuid;
  if (table.pay_per_request_since_ms) {
    shown.billing_mode_summary.emplace();
    shown.billing_mode_summary->billing_mode = table.billing_mode;
    shown.billing_mode_summary->last_update_to_pay_per_request_date_time = seconds(*table.pay_per_request_since_ms);
    shown.table_throughput_mode_summary.emplace();
    shown.table_throughput_mode_summary->table_throughput_mode = table.billing_mode;
    shown.table_throughput_mode_summary->last_update_to_pay_per_request_date_time =
        seconds(*table.pay_per_request_since_ms);
  }
  if (table.table_class) {
    shown.table_class_summary.emplace();
    shown.table_class_summary->table_class = *table.table_class;
    if (table.table_class_since_ms)
      shown.table_class_summary->last_update_date_time = seconds(table.table_class_since_ms);
  }
  shown.deletion_protection_enabled = table.deletion_protection;
  shown.on_demand_throughput = table.on_demand;
  shown.warm_throughput =
      warm_throughput(catalog::warm_units(table.warm, table.billing_mode, table.throughput), "ACTIVE");
  shown.sse_description = encryption_of(context, table.kms_key);
  if (table.has_stream())
    shown.stream_specification = StreamSpecification{.stream_enabled = true, .stream_view_type = table.stream->view};
  if (table.latest_stream_ms) {
    shown.latest_stream_label = stream_label(*table.latest_stream_ms);
    shown.latest_stream_arn = stream_arn(context, table.name, *table.latest_stream_ms);
  }
  if (const auto& restore = table.restore) {
    const std::string source = table_arn(context, restore->table_name);
    shown.restore_summary = RestoreSummary{
        .source_table_arn = source, .restore_date_time = seconds(restore->time_ms), .restore_in_progress = true};
    if (!restore->backup.empty()) shown.restore_summary->source_backup_arn = source + "/backup/" + restore->backup;
  }
  for (const catalog::IndexInfo& index : table.indexes) PARTITA_TRY(add_index(context, table, index, shown));
  return shown;
}

}  // namespace partita::engine
