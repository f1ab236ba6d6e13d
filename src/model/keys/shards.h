// The shard numbers of items in an index with shards.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/model/runtime/description.h>

#include <optional>
#include <string_view>

namespace partita::model {

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

}  // namespace partita::model
