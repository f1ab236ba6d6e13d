#include "engine/pages/start_key.h"

#include "base/try.h"
#include "engine/changes/item_keys.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "value/types.h"

namespace partita::engine {
namespace {

constexpr const char* kInvalid = "The provided starting key is invalid";

std::size_t attributes_in(const catalog::TableInfo& table, const catalog::IndexInfo* index) {
  std::size_t count = table.keys.size();
  if (!index) return count;
  for (std::size_t i = 0; i < index->keys.size(); ++i)
    if (!table.keys.find(index->keys.at(i).name)) ++count;
  return count;
}

Result<void> check_types(const catalog::KeySchema& keys, const AttributeMap& values) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const AttributeValue* value = values.find(keys.at(i).name);
    if (!value || !value::has_type(*value, keys.at(i).type)) return invalid(kInvalid);
  }
  return {};
}

// On a table with indexes, Scan takes each attribute that is defined for a key for one of an index, and names the index
// that it reads or else the first one, as Dynoxide reports to have found it in October 2026.
Result<void> check_types_of_scan(const catalog::TableInfo& table, const catalog::IndexInfo* index,
                                 const AttributeMap& values) {
  const catalog::IndexInfo* named = index;
  for (const bool global : {true, false})
    for (const catalog::IndexInfo& other : table.indexes)
      if (!named && other.global == global && other.maintained() && !other.vector) named = &other;
  if (!named) return {};
  for (const AttributeDefinition& defined : table.attribute_definitions) {
    const AttributeValue* value = values.find(*defined.attribute_name);
    const ScalarAttributeType type = defined.attribute_type->value();
    if (value && !value::has_type(*value, type))
      return wrong_index_key_type({*defined.attribute_name, type}, value->type(), named->name);
  }
  return {};
}

void append_parts(const std::vector<catalog::KeyAttribute>& attributes, const AttributeMap& values, std::string& out) {
  for (const catalog::KeyAttribute& attribute : attributes) keys::encode_part(*values.find(attribute.name), out);
}

}  // namespace

Result<StartKey> start_key(const catalog::TableInfo& table, const catalog::IndexInfo* index, const AttributeMap& values,
                           ops::StartOf operation) {
  if (operation == ops::StartOf::Scan) PARTITA_TRY(check_types_of_scan(table, index, values));
  if (values.size() != attributes_in(table, index)) return invalid(kInvalid);
  if (index) PARTITA_TRY(check_types(index->keys, values));
  PARTITA_TRY(check_types(table.keys, values));
  AttributeMap primary;
  for (std::size_t i = 0; i < table.keys.size(); ++i)
    primary.set(table.keys.at(i).name, *values.find(table.keys.at(i).name));
  PARTITA_TRY_VALUE(base_key, key_of_key(table, primary));

  const catalog::KeySchema& schema = index ? index->keys : table.keys;
  StartKey start;
  const std::size_t opened = keys::open_partition(table.id, index ? index->id : keys::kBaseTable, start.key);
  append_parts(schema.partition, values, start.key);
  keys::close_partition(opened, start.key);
  start.partition_bytes = start.key.size();
  append_parts(schema.sort, values, start.key);
  if (index) start.key.append(std::string_view(base_key).substr(keys::kPrefixBytes));
  return start;
}

}  // namespace partita::engine
