#include "model/keys/compose.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "model/keys/escape.h"
#include "model/keys/key_text.h"
#include "model/keys/shards.h"
#include "value/limits.h"
#include "value/types.h"

namespace partita::model {
namespace {

constexpr std::size_t limit_of(KeyRole role) {
  return role == KeyRole::Partition ? limits::kPartitionKeyBytes : limits::kSortKeyBytes;
}

unexpected<Error> too_long(const KeyAttribute& key, KeyRole role, std::string_view field, std::size_t size) {
  return invalid(fmt::format("The {} key {} would have {} bytes, of which the field {} fills the most: the limit is {}",
                             role == KeyRole::Partition ? "partition" : "sort", key.attribute, size, field,
                             limit_of(role)));
}

// The field whose text is the longest.
std::string_view longest_field(const KeyTemplate& key, std::span<const FieldInfo> fields, const AttributeMap& values) {
  std::size_t longest = 0;
  std::string_view name;
  for (const KeyPart& part : key.parts) {
    if (!part.is_field()) continue;
    const FieldInfo& field = fields[part.field.number()];
    const auto text = key_text(part, field, *values.find(field.attribute));
    if (!text || text->size() < longest) continue;
    longest = text->size();
    name = field.name;
  }
  return name;
}

Result<std::optional<AttributeValue>> compose_natural(const KeyAttribute& key, KeyRole role,
                                                      std::span<const FieldInfo> fields, const AttributeMap& values) {
  const KeyPart& part = key.value.parts.front();
  const FieldInfo& field = fields[part.field.number()];
  const AttributeValue* value = values.find(field.attribute);
  if (!value) return std::nullopt;
  if (!value::has_type(*value, key.type))
    return invalid(fmt::format("The field {} cannot be the key attribute {}: its type must be {}", field.name,
                               key.attribute, to_text(key.type)));
  if (key.type != ScalarAttributeType::N) {
    if (value->text().empty())
      return invalid(
          fmt::format("The field {} cannot be the key attribute {}: it is empty", field.name, key.attribute));
    if (value->text().size() > limit_of(role)) return too_long(key, role, field.name, value->text().size());
    if (!value->text().starts_with(part.must_begin))
      return invalid(fmt::format("The field {} cannot be the key attribute {}: it must begin with \"{}\"", field.name,
                                 key.attribute, part.must_begin));
    if (part.escape == Escape::Reject && needs_escape(value->text()))
      return invalid(
          fmt::format("The field {} cannot be the key attribute {}: it holds a byte that its template rejects",
                      field.name, key.attribute));
  }
  return *value;
}

bool holds(const WhenInfo& when, std::span<const FieldInfo> fields, const AttributeMap& values) {
  if (when.field == kNone) return true;
  const AttributeValue* value = values.find(fields[when.field.number()].attribute);
  return value && meets(when, *value);
}

// The shard that the item has, or else the shard that its field gives.
Result<std::optional<AttributeValue>> compose_shard(const ShardInfo& shards, ScalarAttributeType type,
                                                    const EntityInfo& entity, const AttributeMap& values) {
  if (const AttributeValue* given = values.find(shards.attribute)) {
    PARTITA_TRY(check_shard(shards, type, *given));
    return *given;
  }
  PARTITA_TRY_VALUE(shard, shard_of_item(shards, entity, values));
  if (!shard) return std::nullopt;
  return value::typed_text(type, std::to_string(*shard));
}

// The key attributes of the item in one index.
class IndexKeys {
 public:
  IndexKeys(const TableInfo& table, const EntityInfo& entity, const EntityKey& key, const AttributeMap& values)
      : index_(table.at(key.index)), entity_(entity), key_(key), values_(values) {}

  // Adds the index's key attributes to `present`. Returns false, without additions, if the index does not hold the
  // item.
  Result<bool> compose_to(AttributeMap& present) {
    if (!holds(key_.when, entity_.fields, values_)) return false;
    for (const KeyAttribute& attribute : key_.partition)
      if (auto added = add(attribute, KeyRole::Partition); !added || !*added) return added;
    for (const KeyAttribute& attribute : key_.sort)
      if (auto added = add(attribute, KeyRole::Sort); !added || !*added) return added;
    if (sharded() && !shard_seen_)
      if (auto added = add_shard(ScalarAttributeType::N); !added || !*added) return added;
    for (auto& [name, value] : composed_) present.set(name, std::move(value));
    return true;
  }

  // Appends the names of the index's key attributes that no field owns.
  void list(std::vector<std::string>& names) const {
    for (const auto& attributes : {key_.partition, key_.sort})
      for (const KeyAttribute& attribute : attributes)
        if (!attribute.natural) names.emplace_back(attribute.attribute);
    if (sharded()) names.emplace_back(index_.shards.attribute);
  }

 private:
  bool sharded() const { return index_.shards.count > 0; }

  Result<bool> add(const KeyAttribute& attribute, KeyRole role) {
    if (sharded() && attribute.attribute == index_.shards.attribute) return add_shard(attribute.type);
    return keep(attribute.attribute, compose(attribute, role, entity_.fields, values_));
  }
  Result<bool> add_shard(ScalarAttributeType type) {
    shard_seen_ = true;
    return keep(index_.shards.attribute, compose_shard(index_.shards, type, entity_, values_));
  }
  Result<bool> keep(std::string_view name, Result<std::optional<AttributeValue>> value) {
    if (!value) return unexpected(std::move(value.error()));
    if (!*value) return false;
    composed_.emplace_back(name, std::move(**value));
    return true;
  }

  const IndexInfo& index_;
  const EntityInfo& entity_;
  const EntityKey& key_;
  const AttributeMap& values_;
  std::vector<std::pair<std::string_view, AttributeValue>> composed_;
  bool shard_seen_ = false;
};

Result<void> add_primary(const KeyAttribute& key, KeyRole role, const EntityInfo& entity, const AttributeMap& values,
                         AttributeMap& out) {
  PARTITA_TRY_VALUE(value, compose(key, role, entity.fields, values));
  if (value) {
    out.set(key.attribute, std::move(*value));
    return {};
  }
  for (const KeyPart& part : key.value.parts)
    if (part.is_field() && !values.contains(entity.at(part.field).attribute))
      return invalid(fmt::format("The field {} is missing: the primary key of {} needs it", entity.at(part.field).name,
                                 entity.name));
  return {};
}

}  // namespace

bool meets(const WhenInfo& when, const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::N:
    case AttributeType::B:
      return value.text() == when.equals;
    case AttributeType::Bool:
      return when.equals == (value.boolean() ? "true" : "false");
    default:
      return false;
  }
}

Result<std::optional<std::string>> compose_text(const KeyTemplate& key, std::span<const FieldInfo> fields,
                                                const AttributeMap& values, std::size_t parts) {
  std::string text;
  text.reserve(key.text.size() + 32);
  for (const KeyPart& part : key.parts.first(parts)) {
    if (!part.is_field()) {
      text += part.literal;
      continue;
    }
    const FieldInfo& field = fields[part.field.number()];
    const AttributeValue* value = values.find(field.attribute);
    if (!value) return std::nullopt;
    PARTITA_TRY(append_key_text(text, part, field, *value));
  }
  return text;
}

Result<std::optional<AttributeValue>> compose(const KeyAttribute& key, KeyRole role, std::span<const FieldInfo> fields,
                                              const AttributeMap& values) {
  if (key.natural) return compose_natural(key, role, fields, values);
  PARTITA_TRY_VALUE(text, compose_text(key.value, fields, values, key.value.parts.size()));
  if (!text) return std::nullopt;
  if (text->size() > limit_of(role)) return too_long(key, role, longest_field(key.value, fields, values), text->size());
  return value::typed_text(key.type, std::move(*text));
}

Result<AttributeMap> compose_primary(const EntityInfo& entity, const AttributeMap& values) {
  AttributeMap key;
  for (const KeyAttribute& attribute : entity.primary.partition)
    PARTITA_TRY(add_primary(attribute, KeyRole::Partition, entity, values, key));
  for (const KeyAttribute& attribute : entity.primary.sort)
    PARTITA_TRY(add_primary(attribute, KeyRole::Sort, entity, values, key));
  return key;
}

Result<ItemKeys> compose_all(const TableInfo& table, const EntityInfo& entity, const AttributeMap& values) {
  PARTITA_TRY_VALUE(primary, compose_primary(entity, values));
  ItemKeys keys{std::move(primary), {}};
  for (const EntityKey& key : entity.indexes) {
    IndexKeys index(table, entity, key, values);
    PARTITA_TRY_VALUE(is_present, index.compose_to(keys.present));
    if (!is_present) index.list(keys.absent);
  }
  std::sort(keys.absent.begin(), keys.absent.end());
  keys.absent.erase(std::unique(keys.absent.begin(), keys.absent.end()), keys.absent.end());
  std::erase_if(keys.absent, [&](const std::string& name) { return keys.present.contains(name); });
  return keys;
}

}  // namespace partita::model
