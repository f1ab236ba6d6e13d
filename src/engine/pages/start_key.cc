#include "engine/pages/start_key.h"

#include "base/try.h"
#include "engine/items/item_keys.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "value/types.h"

namespace partita::engine {
namespace {

constexpr const char* kInvalid = "The provided starting key is invalid";
constexpr const char* kSchema = "The provided key element does not match the schema";

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
    if (!value) return invalid(kInvalid);
    if (!value::has_type(*value, keys.at(i).type)) return invalid(kSchema);
  }
  return {};
}

void append_parts(const std::vector<catalog::KeyAttribute>& attributes, const AttributeMap& values, std::string& out) {
  for (const catalog::KeyAttribute& attribute : attributes) keys::encode_part(*values.find(attribute.name), out);
}

}  // namespace

Result<StartKey> start_key(const catalog::TableInfo& table, const catalog::IndexInfo* index, const AttributeMap& values,
                           StartOf operation) {
  const bool scans_table = operation == StartOf::Scan && !index;
  if (values.size() != attributes_in(table, index))
    return invalid(scans_table ? std::string(kInvalid) + ": " + kSchema : kInvalid);
  const catalog::KeySchema& schema = index ? index->keys : table.keys;
  if (!scans_table) PARTITA_TRY(check_types(schema, values));
  AttributeMap primary;
  for (std::size_t i = 0; i < table.keys.size(); ++i)
    if (const AttributeValue* value = values.find(table.keys.at(i).name)) primary.set(table.keys.at(i).name, *value);
  auto base_key = key_of_key(table, primary);
  if (!base_key) return invalid(std::string(kInvalid) + ": " + base_key.error().message);

  StartKey start;
  const std::size_t opened = keys::open_partition(table.id, index ? index->id : keys::kBaseTable, start.key);
  append_parts(schema.partition, values, start.key);
  keys::close_partition(opened, start.key);
  start.partition_bytes = start.key.size();
  append_parts(schema.sort, values, start.key);
  if (index) start.key.append(std::string_view(*base_key).substr(keys::kPrefixBytes));
  return start;
}

}  // namespace partita::engine
