#include "model/keys/shards.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "base/try.h"
#include "model/keys/key_text.h"
#include "value/types.h"

namespace partita::model {

int shard_of(std::string_view text, int count) {
  std::uint32_t hash = 2166136261u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return static_cast<int>(hash % static_cast<std::uint32_t>(count));
}

Result<int> shard_of_value(const FieldInfo& field, const AttributeValue& value, int count) {
  std::string buffer;
  PARTITA_TRY_VALUE(text, plain_text(field, value, buffer));
  return shard_of(text, count);
}

Result<void> check_shard(const ShardInfo& shards, ScalarAttributeType type, const AttributeValue& value) {
  for (int shard = 0; shard < shards.reach(); ++shard)
    if (value == value::typed_text(type, std::to_string(shard))) return {};
  return invalid(fmt::format("The shard attribute {} must have a value of type {} from 0 to {}", shards.attribute,
                             to_text(type), shards.reach() - 1));
}

Result<std::optional<int>> shard_of_item(const ShardInfo& shards, const EntityInfo& entity,
                                         const AttributeMap& values) {
  const FieldPosition field = entity.field(shards.of);
  const AttributeValue* value = field == kNone ? nullptr : values.find(entity.at(field).attribute);
  if (!value) return std::nullopt;
  PARTITA_TRY_VALUE(shard, shard_of_value(entity.at(field), *value, shards.count));
  return std::optional<int>(shard);
}

}  // namespace partita::model
