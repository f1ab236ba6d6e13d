// Key templates turn field values into key attributes and back.
//
// Invariants
// 1. Keys are injective: an escaped value holds a byte <= '$' only as part of "$HH" (upper-case hex), and '#' joins
//    fields.
// 2. The byte order of keys is the tuple order of their fields, compared as their key texts.
//
// Field values are attribute values (description.h, FieldKind). Functions find them under their attribute names.
#pragma once

#include <partita/error.h>
#include <partita/model/runtime/description.h>

#include <optional>
#include <string>
#include <string_view>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// The escaped text of `value` as `part` writes it.
// Errors: ValidationException that names the field, if the value has another type or form than the field, is empty,
// names no enumerator, does not begin with `must_begin`, holds a byte that Escape::Reject refuses, is negative in a
// Padded part, or has more digits than the width; or if the field's kind has no text for such a part.
Result<std::string> key_text(const KeyPart& part, const FieldInfo& field, const AttributeValue& value);

// Appends the text of key_text() to `out`. `out` is unspecified after an error.
Result<void> append_key_text(std::string& out, const KeyPart& part, const FieldInfo& field,
                             const AttributeValue& value);

// True if the field is an enumeration with pt::unknown_enumerator, and `value` is not the text of an enumerator.
// Such a value has the same text in keys as in the item.
bool is_unknown_enumerator(const FieldInfo& field, const AttributeValue& value);
// True if an enumerator of the field has another text in keys than in its attribute. If so, the key text of an
// enumerator that only another program knows does not tell its attribute.
bool has_own_key_texts(const FieldInfo& field);

// The text of the first `parts` parts. nullopt if a field is absent, because such an item has no such key.
// Errors: as key_text().
Result<std::optional<std::string>> compose_text(const KeyTemplate& key, std::span<const FieldInfo> fields,
                                                const AttributeMap& values, std::size_t parts);

// A partition key and a sort key have different limits of their size.
enum class KeyRole : std::uint8_t { Partition, Sort };
// The value of the item's key attribute. A natural attribute has the field's value, any other one is composed. nullopt
// if a field is absent.
// Errors: those of key_text(), and ValidationException for a partition key of more than 2048 or a sort key of more than
// 1024 bytes, which names the field that fills it most.
Result<std::optional<AttributeValue>> compose(const KeyAttribute& key, KeyRole role, std::span<const FieldInfo> fields,
                                              const AttributeMap& values);

// True if `key` can come from the attribute's template. If so, the fields that can be read back from it (those of
// lossless formats) are added to `values` under their attribute names. A value that `values` already has must agree
// with the key.
bool parse(const KeyAttribute& attribute, std::span<const FieldInfo> fields, const AttributeValue& key,
           AttributeMap& values);

// The shard of a value's text (as a Plain part writes it, but without escapes), from 0 to count - 1. It is the 32-bit
// FNV-1a hash modulo count, so that any program can compute it.
int shard_of(std::string_view text, int count);

// The shard of a field's value. Errors: as key_text().
Result<int> shard_of_value(const FieldInfo& field, const AttributeValue& value, int count);

// Checks that `value` is a shard of the present or the earlier count, with the key attribute's type `type`.
// Errors: ValidationException.
Result<void> check_shard(const ShardInfo& shards, ScalarAttributeType type, const AttributeValue& value);

// The shard that follows from the item's field `of`. nullopt if the field is absent. Errors: as key_text().
Result<std::optional<int>> shard_of_item(const ShardInfo& shards, const EntityInfo& entity, const AttributeMap& values);

// True if the index holds an item whose field named by `when` has this value.
bool meets(const WhenInfo& when, const AttributeValue& value);

// All key attributes of an item. `present` has those of the primary key and of every index that holds the item now (its
// `when` is met and all fields exist), with shard numbers. A shard that `values` already have is kept. `absent` names
// the key attributes that the item must not have: those of indexes that can hold the entity but do not hold this item.
// It names no natural attribute, because a field owns that one. It names a shard even if a member of the struct shows
// it.
struct ItemKeys {
  AttributeMap present;
  std::vector<std::string> absent;
};
// Errors: ValidationException, as compose() says, or for a missing field of the primary key.
Result<ItemKeys> compose_all(const TableInfo& table, const EntityInfo& entity, const AttributeMap& values);
// Only the attributes of the primary key. Errors: as compose_all().
Result<AttributeMap> compose_primary(const EntityInfo& entity, const AttributeMap& values);
// The entity of a stored item, by its type tag, or by the shape of its primary key if it has no tag. nullptr if it
// belongs to no entity. `added` must be empty and gets the fields that only the keys hold.
const EntityInfo* identify(const TableInfo& table, const StoredAttributes& item, AttributeMap& added);
// Adds to `added` the fields that the index does not project but its key holds.
// Requires: `item` is an item of `entity` that was read through the index.
void add_fields_of_key(const TableInfo& table, const EntityInfo& entity, int index, const StoredAttributes& item,
                       AttributeMap& added);
// The same, but the fields are added to `item`.
const EntityInfo* identify(const TableInfo& table, AttributeMap& item);

}  // namespace partita::model
