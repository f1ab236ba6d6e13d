// The mistakes that a table's vector indexes and its entities make together, as constant functions over descriptions.
#pragma once

#include <partita/limits.h>
#include <partita/model/detail/mistakes.h>
#include <partita/model/detail/projection.h>
#include <partita/model/detail/vector_members.h>

namespace partita::model::detail {

// True if the attribute belongs to a key of the table or of an index, or is the type tag.
constexpr bool is_table_attribute(const TableInfo& table, std::string_view attribute) {
  if (is_key_attribute(table, kNone, attribute)) return true;
  for (const IndexPosition index : table.index_positions())
    if (is_key_attribute(table, index, attribute)) return true;
  return attribute == table.type_attribute;
}

constexpr Mistake check_vector_members(const TableInfo& table, IndexPosition index,
                                       std::span<const std::span<const int>> lengths, Text* where) {
  const IndexInfo& info = table.at(index);
  bool any = false;
  for (std::size_t e = 0; e < table.entities.size(); ++e) {
    const EntityInfo& entity = *table.entities[e];
    const FieldPosition field = stored_field(entity.fields, info.vector.attribute);
    any = any || has_vectors_in(table, entity, index);
    if (field == kNone) {
      if (key_in(entity, index).index != index) continue;
      if (where)
        *where << "entity " << entity.name << " in " << info.name << ": no member is stored in "
               << info.vector.attribute;
      return Mistake::NoVectorMember;
    }
    const int length = lengths[e][field.number()];
    const Mistake mistake = length == kNotAVector                             ? Mistake::VectorMember
                            : length != 0 && length != info.vector.dimensions ? Mistake::VectorLength
                                                                              : Mistake::None;
    if (mistake == Mistake::None) continue;
    if (where)
      *where << "member " << entity.at(field).name << " of entity " << entity.name << " for the vectors of "
             << info.name;
    return mistake;
  }
  if (any) return Mistake::None;
  if (where) *where << info.name << ": no entity has " << info.vector.attribute;
  if (where && !info.partition.empty()) *where << " and " << info.partition[0];
  return Mistake::NoVectorMember;
}

// The type of an attribute in keys and in members of an entity.
struct FilterType {
  bool found = false;
  bool refused = false;  // a member of it is a bool or a document
  ScalarAttributeType type = ScalarAttributeType::S;
};

constexpr FilterType filter_type(const EntityInfo& entity, std::string_view attribute) {
  for (std::size_t i = 0; i <= entity.indexes.size(); ++i) {
    const EntityKey& key = i == 0 ? entity.primary : entity.indexes[i - 1];
    for (const auto& attributes : {key.partition, key.sort})
      for (const KeyAttribute& one : attributes)
        if (one.attribute == attribute) return {.found = true, .type = one.type};
  }
  const FieldPosition field = stored_field(entity.fields, attribute);
  if (field == kNone) return {};
  const FieldKind kind = entity.at(field).kind;
  return {true, kind == FieldKind::Document || kind == FieldKind::Bool, natural_type(kind)};
}

// The type of an inline filter. All entities that have the attribute have the same type there.
constexpr Mistake check_inline_filter(const TableInfo& table, const IndexInfo& index, std::string_view attribute,
                                      Text* where) {
  if (where) *where << attribute << " of the index " << index.name;
  const EntityInfo* first = nullptr;
  // Apart from `first`, because GCC 12 with -fsanitize=undefined takes no comparison of such an address in a constant.
  bool is_found = false;
  FilterType type;
  if (attribute == table.type_attribute && !attribute.empty()) return Mistake::None;
  for (const EntityInfo* entity : table.entities) {
    const FilterType found = filter_type(*entity, attribute);
    if (!found.found) continue;
    if (found.refused) {
      if (where) *where << ", of " << entity->name;
      return Mistake::InlineFilterMember;
    }
    if (is_found && found.type != type.type) {
      if (where) *where << ", of " << first->name << " and of " << entity->name;
      return Mistake::KeyTypesDiffer;
    }
    first = entity;
    is_found = true;
    type = found;
  }
  return is_found ? Mistake::None : Mistake::InlineFilterMember;
}

// Returns the mistake of the table's vector indexes, if they have one. `lengths` has the vector_lengths of each
// entity's struct.
constexpr Mistake check_vector_indexes(const TableInfo& table, std::span<const std::span<const int>> lengths,
                                       Text* where) {
  std::size_t count = 0;
  for (const IndexPosition position : table.index_positions()) {
    const IndexInfo& index = table.at(position);
    if (!index.is_vector()) continue;
    if (++count > limits::kVectorIndexes) {
      if (where) *where << "the index " << index.name;
      return Mistake::TooManyVectorIndexes;
    }
    for (const IndexInfo& before : table.indexes.first(position.number())) {
      if (!before.is_vector() || before.vector.attribute != index.vector.attribute ||
          before.vector.dimensions == index.vector.dimensions)
        continue;
      if (where) *where << "the indexes " << before.name << " and " << index.name;
      return Mistake::VectorLength;
    }
    if (is_table_attribute(table, index.vector.attribute)) {
      if (where) *where << "the vectors of " << index.name << " are stored in " << index.vector.attribute;
      return Mistake::AttributeTaken;
    }
    if (const Mistake mistake = check_vector_members(table, position, lengths, where); mistake != Mistake::None)
      return mistake;
    for (const std::string_view filter : index.vector.filters) {
      if (check_inline_filter(table, index, filter, nullptr) == Mistake::None) continue;
      return check_inline_filter(table, index, filter, where);
    }
  }
  return Mistake::None;
}

}  // namespace partita::model::detail
