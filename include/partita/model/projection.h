// What the entries of an index hold of an entity's items: attributes that are projected, and members whose values the
// keys say.
#pragma once

#include <partita/model/description.h>

namespace partita::model::detail {

constexpr bool is_among(std::span<const std::string_view> list, std::string_view attribute) {
  for (const auto one : list)
    if (one == attribute) return true;
  return false;
}

// Whether the attribute is one of the key that a read of the table (kNone) or of the index goes by.
constexpr bool is_key_attribute(const TableInfo& table, int index, std::string_view attribute) {
  if (index == kNone) return attribute == table.partition || attribute == table.sort;
  const IndexInfo& info = table.indexes[static_cast<std::size_t>(index)];
  return is_among(info.partition, attribute) || is_among(info.sort, attribute);
}

constexpr bool is_partial(const TableInfo& table, int index) {
  return index != kNone && table.indexes[static_cast<std::size_t>(index)].projection != ProjectionType::All;
}

// Whether what is read there has the field's attribute, on which filters are evaluated.
constexpr bool holds_attribute(const TableInfo& table, int index, const FieldInfo& field) {
  if (!field.stored) return false;
  return !is_partial(table, index) || is_key_attribute(table, kNone, field.attribute) ||
         is_key_attribute(table, index, field.attribute) ||
         is_among(table.indexes[static_cast<std::size_t>(index)].include, field.attribute);
}

// Whether the key says all of the field's value.
constexpr bool says(const EntityKey& key, int field) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.field == field && part.lossless() && part.escape != Escape::Raw) return true;
  return false;
}

// The primary key also where the entity does not stand in the index. References instead of pointers here and below:
// GCC's -fsanitize=undefined takes no comparison of an address for a constant.
constexpr const EntityKey& key_in(const EntityInfo& entity, int index) {
  for (const EntityKey& key : entity.indexes)
    if (key.index == index) return key;
  return entity.primary;
}

// Whether the field's value can be had from what is read there: from its attribute, or from the keys.
constexpr bool holds_value(const TableInfo& table, const EntityInfo& entity, int index, int field) {
  return !is_partial(table, index) ||
         holds_attribute(table, index, entity.fields[static_cast<std::size_t>(field)]) || says(entity.primary, field) ||
         says(key_in(entity, index), field);
}

}  // namespace partita::model::detail
