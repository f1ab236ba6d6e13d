// Tells the entity of a stored item, and reads the fields that only the item's keys hold.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/runtime/description.h>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// The entity of a stored item, by its type tag, or by the shape of its primary key if it has no tag. nullptr if it
// belongs to no entity. `added` must be empty and gets the fields that only the keys hold.
const EntityInfo* identify(const TableInfo& table, const StoredAttributes& item, AttributeMap& added);
// The same, but the fields are added to `item`.
const EntityInfo* identify(const TableInfo& table, AttributeMap& item);

// Adds to `added` the fields that the index does not project but its key holds.
// Requires: `item` is an item of `entity` that was read through the index.
void add_fields_of_key(const TableInfo& table, const EntityInfo& entity, IndexPosition index,
                       const StoredAttributes& item, AttributeMap& added);

}  // namespace partita::model
