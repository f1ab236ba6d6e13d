// Items as tables and indexes hold them.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/model/runtime/description.h>

namespace partita::modelling {

// The item of `values`, which are under the names of attributes and include the fields that only keys hold: with the
// keys of the table and of each index that holds the item, the type tag, and without fields that are not stored.
// Errors: ValidationException if a value cannot be in a key, if the primary key lacks one, or if the entity enters
// an index that the table does not have.
Result<AttributeMap> whole_item(const model::TableInfo& table, const model::EntityInfo& entity, AttributeMap values);

// True if the attribute is the type tag, or belongs to a key of the table or of an index, shards included.
bool is_key_or_tag(const model::TableInfo& table, std::string_view attribute);

// True if the item has an entry in the index: it has all of the index's key attributes.
bool is_in_index(const AttributeMap& item, const model::IndexInfo& index);

// The item's entry in the index: the attributes that the index has a copy of. Requires: is_in_index().
AttributeMap index_entry(const AttributeMap& item, const model::TableInfo& table, const model::IndexInfo& index);

}  // namespace partita::modelling
