// ExclusiveStartKey: from its attributes to the store key where a page goes on.
#include "engine/item_keys.h"
#include "engine/page.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"

namespace partita::engine {
namespace {

constexpr const char* kInvalid = "The provided starting key is invalid";
constexpr const char* kSchema = "The provided key element does not match the schema";

std::size_t attributes_in(const PageRange& where) {
  std::size_t count = where.table->keys.size();
  if (!where.index) return count;
  for (std::size_t i = 0; i < where.index->keys.size(); ++i)
    if (!where.table->keys.find(where.index->keys.at(i).name)) ++count;
  return count;
}

void append_parts(const std::vector<catalog::KeyAttribute>& attributes, const AttributeMap& values, std::string& out) {
  for (const catalog::KeyAttribute& attribute : attributes) keys::encode_part(*values.find(attribute.name), out);
}

}  // namespace

Result<std::string> start_key(const PageRange& where, const AttributeMap& values, bool query) {
  const catalog::TableInfo& table = *where.table;
  if (values.size() != attributes_in(where))
    return invalid(query || where.index ? kInvalid : std::string(kInvalid) + ": " + kSchema);
  if (where.index) {
    for (std::size_t i = 0; i < where.index->keys.size(); ++i) {
      const AttributeValue* value = values.find(where.index->keys.at(i).name);
      if (!value) return invalid(kInvalid);
      if (!has_type(*value, where.index->keys.at(i).type)) return invalid(kSchema);
    }
  }
  AttributeMap primary;
  for (std::size_t i = 0; i < table.keys.size(); ++i)
    if (const AttributeValue* value = values.find(table.keys.at(i).name)) primary.set(table.keys.at(i).name, *value);
  auto base_key = key_of_key(table, primary);
  if (!base_key) return invalid(std::string(kInvalid) + ": " + base_key.error().message);
  if (!where.index) return base_key;

  std::string partition, key;
  append_parts(where.index->keys.partition, values, partition);
  keys::append_partition(table.id, where.index->id, partition, key);
  append_parts(where.index->keys.sort, values, key);
  return key.append(std::string_view(*base_key).substr(keys::kPrefixBytes));
}

}  // namespace partita::engine
