#include "model/key_reader.h"
#include "model/key_text.h"

#include <algorithm>

namespace partita::model {
namespace {

bool read_primary(const EntityInfo& entity, AttributeMap& item) {
  KeyReader reader(entity.fields, item);
  if (!reader.take_from_item(entity.primary.partition) || !reader.take_from_item(entity.primary.sort) ||
      !reader.agree())
    return false;
  reader.add_to(item);
  return true;
}

bool lacks_unstored_field(const EntityInfo& entity, const AttributeMap& item) {
  return std::any_of(entity.fields.begin(), entity.fields.end(),
                     [&](const FieldInfo& field) { return !field.stored && !item.contains(field.attribute); });
}

void read_index_keys(const EntityInfo& entity, AttributeMap& item) {
  if (!lacks_unstored_field(entity, item)) return;
  for (const EntityKey& key : entity.indexes)
    for (const auto& attributes : {key.partition, key.sort}) {
      KeyReader reader(entity.fields, item);
      if (reader.take_from_item(attributes) && reader.agree()) reader.add_to(item);
    }
}

}  // namespace

const EntityInfo* identify(const TableInfo& table, AttributeMap& item) {
  const AttributeValue* tag = table.type_attribute.empty() ? nullptr : item.find(table.type_attribute);
  for (const EntityInfo* entity : table.entities) {
    if (tag && !(tag->is(AttributeType::S) && tag->s() == entity->name)) continue;
    // A tag says which entity it is even where the key is not what the fields say.
    if (!read_primary(*entity, item) && !tag) continue;
    read_index_keys(*entity, item);
    return entity;
  }
  return nullptr;
}

}  // namespace partita::model
