#include "modelling/diff/table_steps.h"

#include "model/tables/table_changes.h"
#include "modelling/write/table_request.h"

namespace partita::modelling::diff {
namespace {

CreateTableRequest keys_of(const ProvenTable& table) {
  return keys_request(*table.declared, *table.info, table.declared->name);
}

// The table as DescribeTable shows it when it has been created.
TableDescription description_of(const ProvenTable& table) {
  CreateTableRequest request = keys_of(table);
  TableDescription out;
  out.table_name = std::move(request.table_name);
  out.attribute_definitions = std::move(request.attribute_definitions);
  out.key_schema = std::move(request.key_schema);
  out.table_status = TableStatus::Active;
  if (request.local_secondary_indexes)
    for (LocalSecondaryIndex& index : *request.local_secondary_indexes) {
      if (!out.local_secondary_indexes) out.local_secondary_indexes.emplace();
      out.local_secondary_indexes->push_back(
          {.index_name = index.index_name, .key_schema = index.key_schema, .projection = index.projection});
    }
  if (request.global_secondary_indexes)
    for (GlobalSecondaryIndex& index : *request.global_secondary_indexes) {
      if (!out.global_secondary_indexes) out.global_secondary_indexes.emplace();
      out.global_secondary_indexes->push_back({.index_name = index.index_name,
                                               .key_schema = index.key_schema,
                                               .projection = index.projection,
                                               .index_status = IndexStatus::Active});
    }
  if (request.vector_indexes)
    for (VectorIndex& index : *request.vector_indexes) {
      if (!out.vector_indexes) out.vector_indexes.emplace();
      out.vector_indexes->push_back({.index_name = index.index_name,
                                     .search_schema = index.search_schema,
                                     .projection = index.projection,
                                     .vector_attribute = index.vector_attribute,
                                     .dimensions = index.dimensions,
                                     .distance_function = index.distance_function,
                                     .index_status = IndexStatus::Active});
    }
  return out;
}

// Empty if no entity has one, or if the entities name different ones, which the proof refuses.
std::optional<std::string> expiry_of(const ProvenTable& table) {
  const auto attribute = ttl_attribute(*table.declared);
  if (!attribute || attribute->empty()) return std::nullopt;
  return *attribute;
}

}  // namespace

model::UpgradeStep creation(const ProvenTable& now) {
  return {.kind = model::UpgradeStep::Kind::CreateTable, .table = now.declared->name};
}

std::vector<model::UpgradeStep> table_steps(const ProvenTable& was, const ProvenTable& now) {
  std::vector<model::UpgradeStep> steps = model::table_changes(keys_of(now), description_of(was));
  if (!steps.empty() && steps.front().kind == model::UpgradeStep::Kind::Impossible) return steps;
  TimeToLiveDescription expiry;
  if (const auto attribute = expiry_of(was)) {
    expiry.time_to_live_status = TimeToLiveStatus::Enabled;
    expiry.attribute_name = *attribute;
  }
  for (model::UpgradeStep& step : model::ttl_changes(now.declared->name, expiry_of(now), expiry))
    steps.push_back(std::move(step));
  return steps;
}

}  // namespace partita::modelling::diff
