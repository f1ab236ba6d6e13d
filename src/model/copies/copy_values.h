// The values of copies and of the fields that they follow from, in attribute maps. It sends no requests.
//
// A holder is an item with a copy, and its source is the item whose field the copy repeats.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/model/runtime/copies.h>

#include <optional>
#include <span>
#include <string>

namespace partita::model {

const FieldInfo& field_of(const EntityInfo& entity, FieldPosition field);
inline const FieldInfo& copy_field(const CopyInfo& copy) { return field_of(*copy.holder, copy.field); }
inline const FieldInfo& source_field(const CopyInfo& copy) { return field_of(*copy.source, copy.source_field); }

inline bool is_holder(const CopyInfo& copy, const TableInfo& table, const EntityInfo& entity) {
  return copy.holder == &entity && copy.holder_table == &table;
}
inline bool is_source(const CopyInfo& copy, const TableInfo& table, const EntityInfo& entity) {
  return copy.source == &entity && copy.source_table == &table;
}
// True if both copies are in the same items and repeat fields of the same source.
bool have_same_items(const CopyInfo& a, const CopyInfo& b);

// The value that the field has for its struct: the default if the attribute is absent or NULL, and nullopt if there is
// none.
std::optional<AttributeValue> value_of(const EntityInfo& entity, FieldPosition field, const AttributeMap& item);

// The fields of the source's primary key, under their attribute names, as the holder's fields tell them. nullopt if one
// is absent: then the holder has no source.
std::optional<AttributeMap> source_of(const CopyInfo& copy, const AttributeMap& holder);

// The fields by which the holders of a source refer to it, under the holder's attribute names.
// Requires: `source` has the fields of its primary key.
AttributeMap references_to(const CopyInfo& copy, const AttributeMap& source);

// The reason for which the stored source gives the copy no value: its attribute has another type than the field, or is
// missing although the copy may not be absent. nullopt if the source gives a value, or tells that the copy is absent.
// The error is a ValidationException with the source's key.
std::optional<Error> fault_of_source(const CopyInfo& copy, const AttributeMap& source);

// True if the copy in the holder is the value of the source's field.
bool is_true_copy(const CopyInfo& copy, const AttributeMap& holder, const AttributeMap& source);

}  // namespace partita::model
