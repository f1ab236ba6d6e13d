#include "modelling/core/whole_items.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/keys/compose.h"

namespace partita::modelling {

Result<AttributeMap> whole_item(const model::TableInfo& table, const model::EntityInfo& entity, AttributeMap values) {
  // A model may give an entity a key in an index without a name, which no table has.
  for (const model::EntityKey& key : entity.indexes)
    if (key.index == model::kNone || key.index.number() >= table.indexes.size())
      return invalid(fmt::format("{} has a key in an index that the table {} does not have", entity.name, table.name));
  PARTITA_TRY_VALUE(keys, model::compose_all(table, entity, values));
  for (const model::FieldInfo& field : entity.fields)
    if (!field.stored) values.erase(field.attribute);
  for (const std::string& name : keys.absent) values.erase(name);
  for (const auto& [name, value] : keys.present) values.set(name, value);
  if (!table.type_attribute.empty()) values.set(table.type_attribute, AttributeValue(entity.name));
  return values;
}

bool is_key_or_tag(const model::TableInfo& table, std::string_view attribute) {
  return attribute == table.partition || attribute == table.sort || attribute == table.type_attribute ||
         std::any_of(table.indexes.begin(), table.indexes.end(), [&](const model::IndexInfo& index) {
           return base::contains(index.partition, attribute) || base::contains(index.sort, attribute) ||
                  (index.shards.count > 0 && index.shards.attribute == attribute);
         });
}

bool is_in_index(const AttributeMap& item, const model::IndexInfo& index) {
  if (index.is_vector() && !item.contains(index.vector.attribute)) return false;
  const auto has = [&](std::string_view attribute) { return item.contains(attribute); };
  return std::all_of(index.partition.begin(), index.partition.end(), has) &&
         std::all_of(index.sort.begin(), index.sort.end(), has);
}

AttributeMap index_entry(const AttributeMap& item, const model::TableInfo& table, const model::IndexInfo& index) {
  if (index.projection == ProjectionType::All) return item;
  AttributeMap entry;
  const auto keep = [&](std::string_view name) {
    if (const AttributeValue* value = item.find(name)) entry.set(name, *value);
  };
  keep(table.partition);
  keep(table.sort);
  for (const auto& names : {index.partition, index.sort, index.include})
    for (const std::string_view name : names) keep(name);
  for (const std::string_view name : index.vector.filters) keep(name);
  if (index.is_vector()) keep(index.vector.attribute);
  return entry;
}

}  // namespace partita::modelling
