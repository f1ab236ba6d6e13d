// Key templates at work: from field values to key attributes and back.
//
// Invariants
// 1. Keys are injective: escaped values hold no byte <= '$' but in "$HH" (upper-case hex), and fields are joined with '#'.
// 2. The byte order of keys is the tuple order of their fields, compared as their key texts.
// Field values are attribute values (description.h, FieldKind), found under their attribute names.
#pragma once

#include <partita/error.h>
#include <partita/model/description.h>

#include <optional>
#include <string>
#include <string_view>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// The text of `value` as `part` writes it, escaped. Errors: ValidationException that names the field: a value of another
// type, a negative number in a Padded part, more digits than the width, a byte that Escape::Reject refuses, a value
// that does not begin with `must_begin`, an empty value... see the README for the list.
Result<std::string> key_text(const KeyPart& part, const FieldInfo& field, const AttributeValue& value);

// The same, behind what `out` holds. `out` is unspecified after an error.
Result<void> append_key_text(std::string& out, const KeyPart& part, const FieldInfo& field, const AttributeValue& value);

// Whether the field is an enumerator that can be read from any text, and `value` is none of the texts that are known:
// pt::unknown_enumerator. In keys it stands as it is stored.
bool is_unknown_enumerator(const FieldInfo& field, const AttributeValue& value);
// Whether some of the enumerators stand in keys with another text than in their attribute. What a program that knows more of
// them writes in keys cannot be told then.
bool has_own_key_texts(const FieldInfo& field);

// The text of the first `parts` parts. nullopt where a field is absent: such an item has no such key.
Result<std::optional<std::string>> compose_text(const KeyTemplate& key, std::span<const FieldInfo> fields,
                                                const AttributeMap& values, std::size_t parts);

// What the entity's item has in the key attribute: natural values as they are, others composed. nullopt as above.
// Errors: also a partition key of more than 2048 or a sort key of more than 1024 bytes; names the field that fills it.
enum class KeyRole : std::uint8_t { Partition, Sort };
Result<std::optional<AttributeValue>> compose(const KeyAttribute& key, KeyRole role, std::span<const FieldInfo> fields,
                                              const AttributeMap& values);

// Whether `key` can be one of the template, and then the fields that can be read back from it, added to `values` under
// their attribute names (lossless formats only; a value already there must agree).
bool parse(const KeyAttribute& attribute, std::span<const FieldInfo> fields, const AttributeValue& key,
           AttributeMap& values);

// Shard of a value's text (as a Plain part writes it, but not escaped), 0 to count - 1: 32-bit FNV-1a modulo count, so
// that any program can compute it.
int shard_of(std::string_view text, int count);

// The same for a field's value. Errors: as key_text().
Result<int> shard_of_value(const FieldInfo& field, const AttributeValue& value, int count);

// Whether `value` is one of the shards, of either count, and of the key attribute's type. Errors: ValidationException.
Result<void> check_shard(const ShardInfo& shards, ScalarAttributeType type, const AttributeValue& value);

// The shard that the item's field `of` gives it. nullopt where the field is absent.
Result<std::optional<int>> shard_of_item(const ShardInfo& shards, const EntityInfo& entity, const AttributeMap& values);

// Whether an item with `value` in the field of `when` stands in the index.
bool meets(const WhenInfo& when, const AttributeValue& value);

// All of the item's key attributes: those of the primary key and of every index in which it stands now (`when` holds and
// all fields are there), with shard numbers; a shard that `values` already have is kept. `absent` gets the key attributes
// that it must not have: those of the indexes in which the entity can stand, but this item does not. A natural attribute
// is never among them, as it is a field's; but a shard is, even where a member of the struct shows it.
struct ItemKeys {
  AttributeMap present;
  std::vector<std::string> absent;
};
Result<ItemKeys> compose_all(const TableInfo& table, const EntityInfo& entity, const AttributeMap& values);
// Only the primary key's.
Result<AttributeMap> compose_primary(const EntityInfo& entity, const AttributeMap& values);
// The entity of a stored item: by its type tag, or else by the shape of its primary key among `entities`. nullptr: none.
// `added`, empty before, gets the fields that only the keys hold.
const EntityInfo* identify(const TableInfo& table, const StoredAttributes& item, AttributeMap& added);
// Adds to `added` the fields that the index does not project but its key holds, of an item of the entity that was read there.
void add_fields_of_key(const TableInfo& table, const EntityInfo& entity, int index, const StoredAttributes& item,
                       AttributeMap& added);
// identify() where the fields are added to `item`.
const EntityInfo* identify(const TableInfo& table, AttributeMap& item);

}  // namespace partita::model
