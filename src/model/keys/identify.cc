#include "model/keys/identify.h"

#include <algorithm>

#include "base/contains.h"
#include "model/keys/parse.h"

namespace partita::model {
namespace {

bool read_primary(const EntityInfo& entity, KnownValues& item) {
  KeyReader reader(entity.fields, item);
  if (!reader.take_from_item(entity.primary.partition) || !reader.take_from_item(entity.primary.sort) ||
      !reader.agree())
    return false;
  reader.add();
  return true;
}

void read_index_key(const EntityInfo& entity, const EntityKey& key, KnownValues& item) {
  for (const auto& attributes : {key.partition, key.sort}) {
    KeyReader reader(entity.fields, item);
    if (reader.take_from_item(attributes) && reader.agree()) reader.add();
  }
}

void read_index_keys(const EntityInfo& entity, KnownValues& item) {
  for (const EntityKey& key : entity.indexes) read_index_key(entity, key, item);
}

// True if the item has the field's own attribute. A field that only keys hold has none: an attribute of its name was
// written by an earlier model.
bool has_own(const FieldInfo& field, const StoredAttributes& item) {
  return field.stored && item.contains(field.attribute);
}

// True if the primary key may hold a field that the item lacks.
bool lacks_key_field(const EntityInfo& entity, const StoredAttributes& item) {
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.is_field() && part.lossless() && !has_own(entity.at(part.field), item)) return true;
  return false;
}

bool lacks_unstored_field(const EntityInfo& entity, const AttributeMap& added) {
  return std::any_of(entity.fields.begin(), entity.fields.end(),
                     [&](const FieldInfo& field) { return !field.stored && !added.contains(field.attribute); });
}

bool is_tag_of(const EntityInfo& entity, const StoredValue& tag) {
  if (!tag.is(AttributeType::S)) return false;
  return tag.text() == entity.name || base::contains(entity.aliases, tag.text());
}

}  // namespace

const EntityInfo* identify(const TableInfo& table, const StoredAttributes& item, AttributeMap& added) {
  const StoredValue* tag = table.type_attribute.empty() ? nullptr : item.find(table.type_attribute);
  KnownValues known(item, added);
  for (const EntityInfo* entity : table.entities) {
    if (tag && !is_tag_of(*entity, *tag)) continue;
    // A tag decides the entity, even if the key does not have the shape that the fields give.
    if ((!tag || lacks_key_field(*entity, item)) && !read_primary(*entity, known) && !tag) continue;
    if (lacks_unstored_field(*entity, added)) read_index_keys(*entity, known);
    return entity;
  }
  return nullptr;
}

const EntityInfo* identify(const TableInfo& table, AttributeMap& item) {
  AttributeMap added;
  const EntityInfo* entity = identify(table, StoredAttributes(Item(), item), added);
  for (Attribute& field : added) item.set(field.name, std::move(field.value));
  return entity;
}

void add_fields_of_key(const TableInfo& table, const EntityInfo& entity, IndexPosition index,
                       const StoredAttributes& item, AttributeMap& added) {
  if (index == kNone || table.at(index).projection == ProjectionType::All) return;
  KnownValues known(item, added);
  for (const EntityKey& key : entity.indexes)
    if (key.index == index) read_index_key(entity, key, known);
}

}  // namespace partita::model
