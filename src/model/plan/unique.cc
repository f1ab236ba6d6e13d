#include "model/plan/unique.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/try.h"
#include "model/keys/key_text.h"
#include "value/limits.h"

namespace partita::model {
namespace {

constexpr std::string_view kTypeTag = "UNIQUE";
constexpr std::string_view kPrefix = "UNIQUE#";

bool has_text_keys(const EntityKey& key) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      if (attribute.type != ScalarAttributeType::S) return false;
  return true;
}

}  // namespace

Result<std::optional<AttributeMap>> unique_key(const TableInfo& table, const EntityInfo& entity,
                                               const UniqueInfo& unique, const AttributeMap& values) {
  if (!has_text_keys(entity.primary))
    return invalid(fmt::format("{}: {} cannot be unique: the keys of table {} are not strings", entity.name,
                               name_of(entity, unique), table.name));
  std::string fields, text;
  for (std::size_t i = 0; i < unique.size(); ++i) {
    const FieldInfo& field = entity.at(unique[i]);
    const AttributeValue* value = values.find(field.attribute);
    if (!value) return std::nullopt;
    PARTITA_TRY_VALUE(one, key_text(KeyPart{.field = unique[i]}, field, *value));
    fields += fmt::format("{}{}", i == 0 ? "" : "+", field.attribute);
    text += fmt::format("#{}", one);
  }
  const std::string_view name = entity.sentinel_name();
  std::string key = fmt::format("{}{}#{}{}", kPrefix, name, fields, text);
  if (key.size() > (table.sort.empty() ? limits::kPartitionKeyBytes : limits::kSortKeyBytes))
    return invalid(fmt::format("{}: the value of {} is too long to be kept unique: its key would have {} bytes",
                               entity.name, name_of(entity, unique), key.size()));
  AttributeMap sentinel;
  if (!table.sort.empty()) sentinel.set(table.sort, key);
  sentinel.set(table.partition, std::move(key));
  return sentinel;
}

Result<AttributeMap> unique_key(const TableInfo& table, const EntityInfo& entity, const UniqueInfo& unique,
                                const AttributeValue& value) {
  PARTITA_TRY_VALUE(
      key, unique_key(table, entity, unique, AttributeMap{{std::string(entity.at(unique.field).attribute), value}}));
  PARTITA_CHECK(key.has_value());
  return *std::move(key);
}

std::string name_of(const EntityInfo& entity, const UniqueInfo& unique) {
  std::string names;
  for (std::size_t i = 0; i < unique.size(); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : ", ", entity.at(unique[i]).name);
  return fmt::format("{} {}", unique.size() == 1 ? "field" : "fields", names);
}

AttributeMap unique_item(const TableInfo& table, AttributeMap sentinel_key, const AttributeMap& owner) {
  for (const auto& [name, value] : owner) sentinel_key.set(owner_attribute(name), value);
  if (!table.type_attribute.empty()) sentinel_key.set(table.type_attribute, kTypeTag);
  return sentinel_key;
}

std::string owner_attribute(std::string_view key_attribute) { return fmt::format("owner_{}", key_attribute); }

std::optional<AttributeMap> owner_of_sentinel(const TableInfo& table, const AttributeMap& item) {
  const AttributeValue* partition = item.find(table.partition);
  if (!partition || !partition->is(AttributeType::S) || !partition->s().starts_with(kPrefix)) return std::nullopt;
  AttributeMap owner;
  for (std::string_view attribute : {table.partition, table.sort}) {
    if (attribute.empty()) continue;
    const AttributeValue* value = item.find(owner_attribute(attribute));
    if (!value) return std::nullopt;
    owner.set(attribute, *value);
  }
  return owner;
}

}  // namespace partita::model
