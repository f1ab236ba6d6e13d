// The ledger of attributes: who writes which attribute of an entity's items. An attribute has one writer. What would have
// two is refused here, because one value would silently replace the other.
//
// The writers are the members of the struct, the composed keys of the table and of its indexes, the type tag, and the id of
// the last versioned write. A natural key attribute is its member's own and writes nothing.
#pragma once

#include <partita/model/description.h>
#include <partita/model/mistakes.h>

namespace partita::model {

namespace detail {

// Calls `see(key, attribute)` for each key attribute of the entity, the primary key's first.
template <class See>
constexpr void each_key_attribute(const EntityInfo& entity, See see) {
  const auto of = [&](const EntityKey& key) {
    for (const KeyAttribute& attribute : key.partition) see(key, attribute);
    for (const KeyAttribute& attribute : key.sort) see(key, attribute);
  };
  of(entity.primary);
  for (const EntityKey& key : entity.indexes) of(key);
}

constexpr Mistake tell_taken(Text* where, const EntityInfo& entity, const FieldInfo& field, std::string_view by,
                             std::string_view name = {}) {
  if (where)
    *where << "member " << field.name << " of entity " << entity.name << " is stored as " << field.attribute
           << ", which is " << by << name;
  return Mistake::AttributeTaken;
}

constexpr Mistake check_members(std::string_view type_attribute, const EntityInfo& entity, Text* where) {
  for (std::size_t i = 0; i < entity.fields.size(); ++i) {
    const FieldInfo& field = entity.fields[i];
    if (!field.stored || field.attribute.empty()) continue;
    for (const FieldInfo& before : entity.fields.first(i))
      if (before.stored && before.attribute == field.attribute)
        return tell_taken(where, entity, field, "the attribute of member ", before.name);
    if (field.attribute == type_attribute) return tell_taken(where, entity, field, "the type tag of the table");
    if (entity.version != kNone && field.attribute == kWriteIdAttribute)
      return tell_taken(where, entity, field, "kept for the id of the last versioned write");
    const KeyAttribute* composed = nullptr;
    each_key_attribute(entity, [&](const EntityKey&, const KeyAttribute& attribute) {
      // A member may show the shard of its item.
      const bool is_shard = attribute.value.parts.size() == 1 && attribute.value.parts[0].format == KeyFormat::Shard;
      if (!attribute.natural && !is_shard && attribute.attribute == field.attribute) composed = &attribute;
    });
    if (composed) return tell_taken(where, entity, field, "a key attribute composed as ", composed->value.text);
  }
  return Mistake::None;
}

// Two keys that share an attribute have to write the same there.
constexpr Mistake check_shared_keys(const EntityInfo& entity, Text* where) {
  Mistake mistake = Mistake::None;
  each_key_attribute(entity, [&](const EntityKey& key, const KeyAttribute& attribute) {
    each_key_attribute(entity, [&](const EntityKey& other, const KeyAttribute& same) {
      if (mistake != Mistake::None || other.index <= key.index || same.attribute != attribute.attribute) return;
      if (same.natural == attribute.natural && (same.natural || same.value.text == attribute.value.text)) return;
      mistake = Mistake::KeysDisagree;
      if (where)
        *where << "entity " << entity.name << ": the key attribute " << attribute.attribute << " is \""
               << attribute.value.text << "\" for one key and \"" << same.value.text << "\" for another";
    });
  });
  return mistake;
}

// Whether the key, of every item of the entity, holds the field's whole value.
constexpr bool keeps_value(const EntityInfo& entity, const EntityKey& key, int field) {
  if (key.when.field != kNone) return false;
  bool keeps = false;
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts) {
        if (!part.is_field()) continue;
        if (part.field == field) keeps = keeps || part.lossless();
        // An item without this other value is not in a sparse index.
        else if (key.index != kNone && entity.fields[static_cast<std::size_t>(part.field)].optional) return false;
      }
  return keeps;
}

constexpr Mistake check_only_in_keys(const EntityInfo& entity, Text* where) {
  for (std::size_t i = 0; i < entity.fields.size(); ++i) {
    if (entity.fields[i].stored) continue;
    const int field = static_cast<int>(i);
    bool kept = keeps_value(entity, entity.primary, field);
    for (const EntityKey& key : entity.indexes) kept = kept || keeps_value(entity, key, field);
    if (kept) continue;
    if (where) *where << "member " << entity.fields[i].name << " of entity " << entity.name;
    return Mistake::ValueLost;
  }
  return Mistake::None;
}

constexpr Mistake check_when(const EntityInfo& entity, Text* where) {
  for (const EntityKey& key : entity.indexes) {
    if (key.when.field == kNone) continue;
    const FieldInfo& field = entity.fields[static_cast<std::size_t>(key.when.field)];
    bool known = field.enumerators.empty();
    for (const EnumeratorInfo& enumerator : field.enumerators) known = known || enumerator.attribute == key.when.equals;
    if (known) continue;
    if (where) *where << "member " << field.name << " of entity " << entity.name << " is never \"" << key.when.equals << "\"";
    return Mistake::NoSuchEnumerator;
  }
  return Mistake::None;
}

constexpr Mistake check_ledger(std::string_view type_attribute, std::span<const EntityInfo* const> entities, Text* where) {
  for (std::size_t i = 0; i < entities.size(); ++i) {
    for (const EntityInfo* before : entities.first(i))
      if (before->name == entities[i]->name) {
        if (where) *where << "two entities have the tag " << before->name;
        return Mistake::TagTwice;
      }
    Mistake mistake = check_members(type_attribute, *entities[i], where);
    if (mistake == Mistake::None) mistake = check_shared_keys(*entities[i], where);
    if (mistake == Mistake::None) mistake = check_only_in_keys(*entities[i], where);
    if (mistake == Mistake::None) mistake = check_when(*entities[i], where);
    if (mistake != Mistake::None) return mistake;
  }
  return Mistake::None;
}

}  // namespace detail
}  // namespace partita::model
