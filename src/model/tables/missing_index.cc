#include "model/tables/missing_index.h"

#include <algorithm>

namespace partita::model {
namespace {

bool has_index(const TableDescription& table, const OptionalString& name) {
  return table.global_secondary_indexes &&
         std::any_of(table.global_secondary_indexes->begin(), table.global_secondary_indexes->end(),
                     [&](const auto& index) { return index.index_name == name; });
}

bool is_provisioned(const TableDescription& table) {
  if (table.billing_mode_summary && table.billing_mode_summary->billing_mode)
    return *table.billing_mode_summary->billing_mode == BillingMode::Provisioned;
  return table.provisioned_throughput && table.provisioned_throughput->read_capacity_units.value_or(0) > 0;
}

}  // namespace

std::vector<GlobalSecondaryIndex> missing_indexes(const CreateTableRequest& wanted, const TableDescription& table) {
  std::vector<GlobalSecondaryIndex> missing;
  if (!wanted.global_secondary_indexes) return missing;
  for (const GlobalSecondaryIndex& index : *wanted.global_secondary_indexes)
    if (!has_index(table, index.index_name)) missing.push_back(index);
  return missing;
}

UpdateTableRequest add_index_request(const CreateTableRequest& wanted, const GlobalSecondaryIndex& index,
                                     const TableDescription& table) {
  UpdateTableRequest request{.table_name = wanted.table_name};
  CreateGlobalSecondaryIndexAction action{
      .index_name = index.index_name, .key_schema = index.key_schema, .projection = index.projection};
  if (is_provisioned(table))
    action.provisioned_throughput = ProvisionedThroughput{table.provisioned_throughput->read_capacity_units,
                                                          table.provisioned_throughput->write_capacity_units};
  // The service refuses definitions of attributes that no key of the request has.
  request.attribute_definitions.emplace();
  for (const AttributeDefinition& definition : *wanted.attribute_definitions)
    if (std::any_of(index.key_schema->begin(), index.key_schema->end(), [&](const KeySchemaElement& element) {
          return element.attribute_name == definition.attribute_name;
        }))
      request.attribute_definitions->push_back(definition);
  request.global_secondary_index_updates.emplace().push_back({.create = std::move(action)});
  return request;
}

bool has_keys_of_its_own(const TableInfo& table, const IndexInfo& index) {
  if (index.shards.count > 0) return true;
  for (const EntityInfo* entity : table.entities)
    for (const EntityKey& key : entity->indexes) {
      if (&table.indexes[static_cast<std::size_t>(key.index)] != &index) continue;
      for (const auto& attributes : {key.partition, key.sort})
        for (const KeyAttribute& attribute : attributes)
          if (attribute.attribute != table.partition && attribute.attribute != table.sort &&
              (!attribute.natural ||
               entity->fields[static_cast<std::size_t>(attribute.value.parts[0].field)].has_default))
            return true;
    }
  return false;
}

}  // namespace partita::model
