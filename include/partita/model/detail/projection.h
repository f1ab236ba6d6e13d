// The contents of an index's entries: the attributes of an entity's items that are projected, the members whose values
// the keys hold, and the parts of a vector index.
#pragma once

#include <partita/model/runtime/description.h>

namespace partita::model::detail {

constexpr bool is_among(std::span<const std::string_view> list, std::string_view attribute) {
  for (const auto one : list)
    if (one == attribute) return true;
  return false;
}

// True if the attribute belongs to the key by which the table (kNone) or the index is read.
constexpr bool is_key_attribute(const TableInfo& table, IndexPosition index, std::string_view attribute) {
  if (index == kNone) return attribute == table.partition || attribute == table.sort;
  const IndexInfo& info = table.at(index);
  return is_among(info.partition, attribute) || is_among(info.sort, attribute);
}

constexpr bool is_partial(const TableInfo& table, IndexPosition index) {
  return index != kNone && table.at(index).projection != ProjectionType::All;
}

// True if the attribute is the vector of a vector index, or one of its inline filters. Every entry has them.
constexpr bool is_search_attribute(const IndexInfo& index, std::string_view attribute) {
  return index.is_vector() && (attribute == index.vector.attribute || is_among(index.vector.filters, attribute));
}

// True if the items or entries that are read have the field's attribute. Filters are evaluated on it.
constexpr bool holds_attribute(const TableInfo& table, IndexPosition index, const FieldInfo& field) {
  if (!field.stored) return false;
  if (!is_partial(table, index)) return true;
  const IndexInfo& info = table.at(index);
  return is_key_attribute(table, kNone, field.attribute) || is_key_attribute(table, index, field.attribute) ||
         is_among(info.include, field.attribute) || is_search_attribute(info, field.attribute);
}

// True if the key holds the field's whole value.
constexpr bool says(const EntityKey& key, FieldPosition field) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.field == field && part.lossless() && part.escape != Escape::Raw) return true;
  return false;
}

// Returns the entity's key in the index, or the primary key if the entity does not enter the index. The result is a
// reference and not a pointer, because GCC's -fsanitize=undefined does not accept a comparison of an address as a
// constant.
constexpr const EntityKey& key_in(const EntityInfo& entity, IndexPosition index) {
  for (const EntityKey& key : entity.indexes)
    if (key.index == index) return key;
  return entity.primary;
}

// True if the field's value is known from the items or entries that are read: from its attribute or from the keys.
constexpr bool holds_value(const TableInfo& table, const EntityInfo& entity, IndexPosition index, FieldPosition field) {
  return !is_partial(table, index) || holds_attribute(table, index, entity.at(field)) || says(entity.primary, field) ||
         says(key_in(entity, index), field);
}

// Returns the position of the field that is stored in the attribute, of any kind, or kNone.
constexpr FieldPosition stored_field(std::span<const FieldInfo> fields, std::string_view attribute) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].stored && fields[i].attribute.size() == attribute.size() && fields[i].attribute == attribute)
      return FieldPosition(i);
  return kNone;
}

// True if items of the entity can be in the vector index.
constexpr bool has_vectors_in(const TableInfo& table, const EntityInfo& entity, IndexPosition index) {
  const IndexInfo& info = table.at(index);
  return info.is_vector() && stored_field(entity.fields, info.vector.attribute) != kNone &&
         (info.partition.empty() || key_in(entity, index).index == index);
}

// True if the search can ask for items of its entity only, by their tag.
constexpr bool selects_by_tag(const TableInfo& table, const IndexInfo& index, const EntityInfo& entity) {
  return !table.type_attribute.empty() && entity.aliases.empty() &&
         is_among(index.vector.filters, table.type_attribute);
}

// True if the partition key of the entity's entries holds the field.
constexpr bool is_in_partition(const EntityInfo& entity, IndexPosition index, FieldPosition field) {
  const EntityKey& key = key_in(entity, index);
  if (key.index != index) return false;
  for (const KeyAttribute& attribute : key.partition)
    for (const KeyPart& part : attribute.value.parts)
      if (part.field == field) return true;
  return false;
}

}  // namespace partita::model::detail
