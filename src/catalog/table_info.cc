#include "catalog/table_info.h"

#include <algorithm>

#include "value/limits.h"

namespace partita::catalog {

const KeyAttribute* KeySchema::find(std::string_view name) const {
  for (std::size_t i = 0; i < size(); ++i)
    if (at(i).name == name) return &at(i);
  return nullptr;
}

const VectorDefinition::Element* VectorDefinition::find(std::string_view name) const {
  for (const Element& element : schema)
    if (element.attribute.name == name) return &element;
  return nullptr;
}

Throughput warm_units(const WarmUnits& kept, BillingMode mode, const Throughput& provisioned) {
  const bool on_demand = mode == BillingMode::PayPerRequest;
  const Throughput least = on_demand ? Throughput{limits::kWarmReadUnits, limits::kWarmWriteUnits} : provisioned;
  if (!kept) return least;
  return {std::max(kept->read_units, least.read_units), std::max(kept->write_units, least.write_units)};
}

bool IndexInfo::holds(std::string_view attribute) const {
  return projection == ProjectionType::All || std::binary_search(projected.begin(), projected.end(), attribute);
}

const IndexInfo* TableInfo::find_index(std::string_view index_name) const {
  for (const IndexInfo& index : indexes)
    if (index.name == index_name) return &index;
  return nullptr;
}

bool TableInfo::has_local_indexes() const {
  return std::any_of(indexes.begin(), indexes.end(), [](const IndexInfo& index) { return !index.global; });
}

bool TableInfo::has_vector_indexes() const {
  return std::any_of(indexes.begin(), indexes.end(), [](const IndexInfo& index) { return index.vector.has_value(); });
}

bool TableInfo::is_backfilling() const {
  return std::any_of(indexes.begin(), indexes.end(), [](const IndexInfo& index) { return index.backfilling; });
}

void derive(TableInfo& table) {
  if (table.history && !table.history->state) table.history->state = std::make_shared<HistoryState>();
  for (IndexInfo& index : table.indexes) {
    index.projected.clear();
    if (index.vector) {
      index.keys = {};
      for (const VectorDefinition::Element& element : index.vector->schema)
        if (element.type == SearchSchemaElementType::Hash) index.keys.partition.push_back(element.attribute);
    }
    if (index.projection == ProjectionType::All) continue;
    for (std::size_t i = 0; i < table.keys.size(); ++i) index.projected.push_back(table.keys.at(i).name);
    for (std::size_t i = 0; i < index.keys.size(); ++i) index.projected.push_back(index.keys.at(i).name);
    if (index.vector)
      for (const VectorDefinition::Element& element : index.vector->schema)
        index.projected.push_back(element.attribute.name);
    if (index.projection == ProjectionType::Include)
      index.projected.insert(index.projected.end(), index.non_key_attributes.begin(), index.non_key_attributes.end());
    if (index.vector) std::erase(index.projected, index.vector->attribute);
    std::sort(index.projected.begin(), index.projected.end());
    index.projected.erase(std::unique(index.projected.begin(), index.projected.end()), index.projected.end());
  }
}

void forget_unused_definitions(TableInfo& table) {
  std::erase_if(table.attribute_definitions, [&](const AttributeDefinition& definition) {
    const std::string& name = *definition.attribute_name;
    return !table.keys.find(name) &&
           std::none_of(table.indexes.begin(), table.indexes.end(), [&](const IndexInfo& index) {
             return index.keys.find(name) != nullptr || (index.vector && index.vector->find(name));
           });
  });
}

}  // namespace partita::catalog
