// The mistakes of an answer: what the entries of an index do not hold, and an order that the keys do not have.
#pragma once

#include <partita/model/detail/plan_failure.h>

namespace partita::model::detail {

constexpr void explain_not_held(const TableInfo& table, const EntityInfo& entity, IndexPosition index,
                                std::string_view field, Text& where) {
  where << "the index does not hold " << field << " of " << entity.name << ": ";
  write_index(table, index, where);
}

// Returns the mistake if the entries do not tell whether an item has expired.
constexpr Mistake check_expiry(const TableInfo& table, std::span<const EntityInfo* const> entities, IndexPosition index,
                               Text* where) {
  if (!is_partial(table, index)) return Mistake::None;
  for (const EntityInfo* entity : entities) {
    if (entity->ttl == kNone || holds_value(table, *entity, index, entity->ttl)) continue;
    if (where) {
      *where << field_name(*entity, entity->ttl) << " of " << entity->name << " in ";
      write_index(table, index, *where);
    }
    return Mistake::ExpiryNotProjected;
  }
  return Mistake::None;
}

// If a collection is read from its end, its single item, which is of the first entity, must sort after all others.
constexpr Mistake check_order(std::span<const EntityInfo* const> entities, IndexPosition index, Text* where) {
  const EntityKey& last = key_in(*entities[0], index);
  for (std::size_t i = 1; i < entities.size(); ++i) {
    const EntityKey& before = key_in(*entities[i], index);
    if (!last.sort.empty() && !last.sort[0].natural && !before.sort[0].natural &&
        sorts_before(before.sort[0].value, last.sort[0].value))
      continue;
    if (where) *where << entities[i]->name << " must sort before " << entities[0]->name;
    return Mistake::OrderNotProven;
  }
  return Mistake::None;
}

// True if the sort keys of the entity tell the place of its items.
constexpr bool has_place(const EntityInfo& entity, IndexPosition index) {
  const EntityKey& key = key_in(entity, index);
  return key.sort.size() == 1 && !key.sort[0].natural && !is_raw(key.sort[0].value);
}

// The operation that has the filter. A Query cannot filter by its key attributes in DynamoDB.
enum class Filtered : std::uint8_t { Query, Scan };

// Returns the mistake if a filter cannot compare the field in the items or entries that are read.
constexpr Mistake check_filtered(Filtered what, const TableInfo& table, IndexPosition index, const FieldInfo& field) {
  if (!field.stored) return Mistake::NoAttribute;
  if (what == Filtered::Query && is_key_attribute(table, index, field.attribute)) return Mistake::FilterOnKey;
  return holds_attribute(table, index, field) ? Mistake::None : Mistake::NotProjected;
}

}  // namespace partita::model::detail
