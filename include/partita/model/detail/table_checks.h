// The mistakes between a table and its entities, and between the entities, as constant functions over descriptions.
#pragma once

#include <partita/limits.h>
#include <partita/model/detail/ledger.h>
#include <partita/model/detail/segments.h>

namespace partita::model::detail {

// True if items of the two entities could have the same key. Each attribute is compared.
constexpr bool keys_overlap(const EntityKey& a, const EntityKey& b) {
  for (std::size_t i = 0; i < std::min(a.partition.size(), b.partition.size()); ++i)
    if (!overlap(a.partition[i], b.partition[i])) return false;
  for (std::size_t i = 0; i < std::min(a.sort.size(), b.sort.size()); ++i)
    if (!overlap(a.sort[i], b.sort[i])) return false;
  return true;
}

constexpr Mistake check_same_shape(std::span<const EntityInfo* const> entities, const KeySeparation* separation,
                                   Text* where) {
  for (std::size_t i = 0; i < entities.size(); ++i) {
    if (separation[i] != kMixed) continue;
    for (std::size_t j = i + 1; j < entities.size(); ++j)
      if (keys_overlap(entities[i]->primary, entities[j]->primary)) {
        if (where) {
          *where << entities[i]->name << " and " << entities[j]->name << " both have keys like \""
                 << entities[i]->primary.partition[0].value.text << "\"";
          if (!entities[i]->primary.sort.empty())
            *where << ", \"" << entities[i]->primary.sort[0].value.text << "\" and \""
                   << entities[j]->primary.sort[0].value.text << "\"";
        }
        return Mistake::SameKeyShape;
      }
  }
  return Mistake::None;
}

constexpr Mistake check_key_types(std::span<const EntityInfo* const> entities, Text* where) {
  // This is the number of the table's own two key attributes, those of the global indexes, and one for each local or
  // vector index.
  constexpr std::size_t kOfIndex = limits::kIndexPartitionKeyAttributes + limits::kIndexSortKeyAttributes;
  std::array<const KeyAttribute*,
             2 + kOfIndex * limits::kGlobalIndexes + limits::kLocalIndexes + limits::kVectorIndexes>
      seen{};
  std::array<const EntityInfo*, seen.size()> seen_in{};
  std::size_t count = 0;
  Mistake mistake = Mistake::None;
  for (const EntityInfo* entity : entities)
    each_key_attribute(*entity, [&](const EntityKey&, const KeyAttribute& attribute) {
      std::size_t at = 0;
      while (at < count && seen[at]->attribute != attribute.attribute) ++at;
      if (at == count && count < seen.size()) {
        seen[count] = &attribute;
        seen_in[count++] = entity;
      } else if (seen[at]->type != attribute.type && mistake == Mistake::None) {
        mistake = Mistake::KeyTypesDiffer;
        if (where) *where << attribute.attribute << " of " << seen_in[at]->name << " and of " << entity->name;
      }
    });
  if (mistake != Mistake::None) return mistake;
  // DynamoDB stores no item that has another type in a key attribute of an index. So the members of entities that do
  // not enter the index are checked too.
  for (const EntityInfo* entity : entities) {
    const FieldInfo* const fields = entity->fields.data();
    for (std::size_t i = 0; i < entity->fields.size(); ++i) {
      if (!fields[i].stored) continue;
      for (std::size_t at = 0; at < count; ++at) {
        if (seen[at]->attribute.size() != fields[i].attribute.size() || seen[at]->attribute != fields[i].attribute)
          continue;
        const bool is_key = fields[i].kind != FieldKind::Document && fields[i].kind != FieldKind::Bool;
        if (is_key && natural_type(fields[i].kind) == seen[at]->type) continue;
        if (where) *where << seen[at]->attribute << " of " << seen_in[at]->name << " and of " << entity->name;
        return Mistake::KeyTypesDiffer;
      }
    }
  }
  return mistake;
}

// True if the key contains the tag for every item of the entity, or does not have the tag's attribute.
constexpr bool keeps_tag(std::string_view type_attribute, const EntityInfo& entity, const EntityKey& key) {
  bool has_tag = false, same = true, leaves_out = key.when.field != kNone;
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes) {
      for (const KeyPart& part : attribute.value.parts)
        leaves_out = leaves_out || (part.is_field() && entity.at(part.field).optional);
      if (attribute.attribute != type_attribute) continue;
      has_tag = true;
      same = attribute.value.text == entity.name;
    }
  return !has_tag || (same && !leaves_out);
}

// The tag may be a key of the table or of an index. Then both must write the same value.
constexpr Mistake check_tags(std::string_view type_attribute, std::span<const EntityInfo* const> entities,
                             Text* where) {
  for (const EntityInfo* entity : entities) {
    bool keeps = keeps_tag(type_attribute, *entity, entity->primary);
    for (const EntityKey& key : entity->indexes) keeps = keeps && keeps_tag(type_attribute, *entity, key);
    if (keeps) continue;
    if (where) *where << "the attribute " << type_attribute << " of entity " << entity->name;
    return Mistake::TagInKey;
  }
  return Mistake::None;
}

// Refuses two indexes of one name, because only one of them would be found.
constexpr Mistake check_index_names(std::span<const IndexInfo> indexes, Text* where) {
  for (std::size_t i = 0; i < indexes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (indexes[i].name == indexes[j].name) {
        if (where) *where << "the index " << indexes[i].name;
        return Mistake::IndexTwice;
      }
  return Mistake::None;
}

constexpr bool has_condition(const EntityInfo& entity) {
  for (const EntityKey& key : entity.indexes)
    if (key.when.field != kNone) return true;
  return false;
}

// Refuses a condition on a number that the member's type does not have. `bounds` are those of the fields, by position.
constexpr Mistake check_when_bounds(const EntityInfo& entity, std::span<const WholeBounds> bounds, Text* where) {
  for (const EntityKey& key : entity.indexes) {
    if (key.when.field == kNone) continue;
    const FieldInfo& field = entity.at(key.when.field);
    if ((field.kind != FieldKind::Integer && field.kind != FieldKind::Unsigned) ||
        is_whole_text(key.when.equals, bounds[key.when.field.number()]))
      continue;
    if (where)
      *where << "member " << field.name << " of entity " << entity.name << " is never \"" << key.when.equals << "\"";
    return Mistake::NoSuchEnumerator;
  }
  return Mistake::None;
}

// True if the service accepts the name for a table or an index. Source: API reference, "CreateTable", TableName.
constexpr bool is_resource_name(std::string_view name) {
  for (const char c : name)
    if (!limits::is_name_byte(c)) return false;
  return name.size() >= limits::kLeastNameBytes && name.size() <= limits::kMostNameBytes;
}

constexpr bool is_key_name(std::string_view name) {
  return !name.empty() && name.size() <= limits::kKeyAttributeNameBytes;
}

// Refuses names that the service does not accept.
constexpr Mistake check_names(const TableInfo& info, Text* where) {
  const std::string_view table = info.name;
  if (!is_resource_name(table)) {
    if (where) *where << "the table \"" << table << "\"";
    return Mistake::BadName;
  }
  if (!is_key_name(info.partition) || (!info.sort.empty() && !is_key_name(info.sort))) {
    if (where) *where << "the primary key of table " << table;
    return Mistake::BadKeyName;
  }
  for (const IndexInfo& index : info.indexes) {
    if (!is_resource_name(index.name)) {
      if (where) *where << "the index \"" << index.name << "\"";
      return Mistake::BadName;
    }
    for (const auto& names : {index.partition, index.sort})
      for (const std::string_view name : names) {
        if (is_key_name(name)) continue;
        if (where) *where << "the index " << index.name;
        return Mistake::BadKeyName;
      }
    if (index.is_vector() && !is_key_name(index.vector.attribute)) {
      if (where) *where << "the vectors of the index " << index.name;
      return Mistake::BadKeyName;
    }
    for (const std::string_view name : index.include) {
      if (!name.empty()) continue;
      if (where) *where << "the index " << index.name;
      return Mistake::BadAttributeName;
    }
  }
  return Mistake::None;
}

}  // namespace partita::model::detail
