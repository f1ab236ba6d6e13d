// Composes key attributes from field values, by the key templates.
//
// Invariants
// 1. Keys are injective: an escaped value holds a byte <= '$' only as part of "$HH" (upper-case hex), and '#' joins
//    fields.
// 2. The byte order of keys is the tuple order of their fields, compared as their key texts.
//
// Field values are attribute values (FieldKind in description.h). Functions find them under their attribute names.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/model/runtime/description.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace partita::model {

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

}  // namespace partita::model
