#include "model/tables/missing_index.h"

#include <algorithm>

#include "base/check.h"
#include "base/contains.h"

namespace partita::model {
namespace {

template <class Index>
const Index* find(const OptionalList<Index>& indexes, const OptionalString& name) {
  if (!indexes) return nullptr;
  const auto found = std::ranges::find(*indexes, name, &Index::index_name);
  return found == indexes->end() ? nullptr : &*found;
}

template <class Wanted, class There>
void add_missing(const OptionalList<Wanted>& wanted, const OptionalList<There>& there,
                 std::vector<std::string>& missing) {
  if (!wanted) return;
  for (const Wanted& index : *wanted)
    if (!find(there, index.index_name)) missing.push_back(*index.index_name);
}

// The definitions of the attributes of a key schema or a search schema. The service refuses definitions of attributes
// that no key of the request has.
template <class Schema>
std::vector<AttributeDefinition> definitions_of(const CreateTableRequest& wanted, const OptionalList<Schema>& schema) {
  std::vector<AttributeDefinition> definitions;
  for (const AttributeDefinition& definition : *wanted.attribute_definitions)
    if (schema && base::contains(*schema, definition.attribute_name, &Schema::attribute_name))
      definitions.push_back(definition);
  return definitions;
}

bool is_provisioned(const TableDescription& table) {
  if (table.billing_mode_summary && table.billing_mode_summary->billing_mode)
    return *table.billing_mode_summary->billing_mode == BillingMode::Provisioned;
  return table.provisioned_throughput && table.provisioned_throughput->read_capacity_units.value_or(0) > 0;
}

}  // namespace

std::vector<std::string> missing_indexes(const CreateTableRequest& wanted, const TableDescription& table) {
  std::vector<std::string> missing;
  add_missing(wanted.global_secondary_indexes, table.global_secondary_indexes, missing);
  add_missing(wanted.vector_indexes, table.vector_indexes, missing);
  return missing;
}

UpdateTableRequest add_index_request(const CreateTableRequest& wanted, const std::string& name,
                                     const TableDescription& table) {
  UpdateTableRequest request{.table_name = wanted.table_name};
  if (const VectorIndex* index = find(wanted.vector_indexes, name)) {
    if (index->search_schema) request.attribute_definitions = definitions_of(wanted, index->search_schema);
    request.vector_index_updates.emplace().push_back({.create = *index});
    return request;
  }
  const GlobalSecondaryIndex* index = find(wanted.global_secondary_indexes, name);
  PARTITA_CHECK(index != nullptr);
  CreateGlobalSecondaryIndexAction action{
      .index_name = index->index_name, .key_schema = index->key_schema, .projection = index->projection};
  if (is_provisioned(table))
    action.provisioned_throughput = ProvisionedThroughput{table.provisioned_throughput->read_capacity_units,
                                                          table.provisioned_throughput->write_capacity_units};
  request.attribute_definitions = definitions_of(wanted, index->key_schema);
  request.global_secondary_index_updates.emplace().push_back({.create = std::move(action)});
  return request;
}

bool has_keys_of_its_own(const TableInfo& table, const IndexInfo& index) {
  if (index.shards.count > 0) return true;
  for (const EntityInfo* entity : table.entities)
    for (const EntityKey& key : entity->indexes) {
      if (&table.at(key.index) != &index) continue;
      for (const auto& attributes : {key.partition, key.sort})
        for (const KeyAttribute& attribute : attributes)
          if (attribute.attribute != table.partition && attribute.attribute != table.sort &&
              (!attribute.natural || entity->at(attribute.value.parts[0].field).has_default))
            return true;
    }
  return false;
}

}  // namespace partita::model
