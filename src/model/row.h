// From stored items to rows: which entity it is, whether it is still there for readers, and its keys.
#pragma once

#include <partita/item_operations.h>
#include <partita/model/runtime.h>

#include <string>
#include <vector>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// The item as a row, which was read through the index or, with kNone, from the table. `entity` is nullptr where the item
// belongs to no entity of the table.
Row make_row(const TableInfo& table, int index, Item item);

// The entity of an item that was read there, and what its keys add: as in make_row().
const EntityInfo* identify(const TableInfo& table, int index, const StoredAttributes& item, AttributeMap& added);

// Whether the row's time to live has passed, by the service's rule: a number of seconds, not after now and not more
// than five years ago. Rows of entities without time to live never expire.
bool has_expired(const Row& row, const Session& session);
// The same of an item as identify() says that it is.
bool has_expired(const EntityInfo* entity, const StoredAttributes& item, const AttributeMap& added,
                 const Session& session);

// Whether a row of `entity` can expire.
inline bool can_expire(const EntityInfo& entity) { return entity.ttl != kNone; }

// The attributes of the table's primary key, and of the index's key.
std::vector<std::string_view> key_attributes(const TableInfo& table, int index);
// Those that the attributes have.
AttributeMap key_of(const std::vector<std::string_view>& names, const Item& item);

// Adds what an answer says about its capacity.
inline void add_capacity(Cost& cost, const std::optional<ConsumedCapacity>& consumed) {
  if (consumed) cost.capacity_units += consumed->capacity_units.value_or(0);
}
inline void add_capacity(Cost& cost, const OptionalList<ConsumedCapacity>& consumed) {
  if (!consumed) return;
  for (const ConsumedCapacity& of_table : *consumed) add_capacity(cost, of_table);
}

}  // namespace partita::model
