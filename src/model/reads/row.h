// Rows made from stored items: the entity of an item, whether readers still see it, and its keys.
#pragma once

#include <partita/item_operations.h>
#include <partita/model/runtime/rows.h>
#include <partita/model/runtime/session.h>

#include <string>
#include <vector>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// Makes a row of an item that was read through index number `index` or, with kNone, from the table. The row's `entity`
// is nullptr if the item belongs to no entity of the table.
Row make_row(const TableInfo& table, IndexPosition index, Item item);

// The entity of an item that was read as make_row() describes, or nullptr. `added` must be empty and gets the fields
// that only the item's keys hold.
const EntityInfo* identify(const TableInfo& table, IndexPosition index, const StoredAttributes& item,
                           AttributeMap& added);

// True if the row's time to live has passed, by the service's rule: the attribute is a number of seconds, not after now
// and not more than five years before now. Rows of entities without time to live never expire.
bool has_expired(const Row& row, const Session& session);
// The same test of an item. `entity` and `added` are the results of identify() for `item`.
bool has_expired(const EntityInfo* entity, const StoredAttributes& item, const AttributeMap& added,
                 const Session& session);

// True if a row of `entity` can expire.
inline bool can_expire(const EntityInfo& entity) { return entity.ttl != kNone; }

// The names of the attributes of the table's primary key and, unless `index` is kNone, of the index's key. Each name
// comes once, the partition key first.
std::vector<std::string_view> key_attributes(const TableInfo& table, IndexPosition index);
// Those of the attributes `names` that the item has.
AttributeMap key_of(const std::vector<std::string_view>& names, const Item& item);

// The reason why the pattern cannot use an item of an entity that it does not name. `tag` is the item's type tag, or
// nullptr if it lacks one.
Error misfit(const PatternInfo& pattern, const EntityInfo* entity, const AttributeMap& key, const StoredValue* tag);

// Adds the capacity that an answer reports.
inline void add_capacity(Cost& cost, const std::optional<ConsumedCapacity>& consumed) {
  if (consumed) cost.capacity_units += consumed->capacity_units.value_or(0);
}
inline void add_capacity(Cost& cost, const OptionalList<ConsumedCapacity>& consumed) {
  if (!consumed) return;
  for (const ConsumedCapacity& of_table : *consumed) add_capacity(cost, of_table);
}

}  // namespace partita::model
