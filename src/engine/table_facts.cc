#include "engine/table_facts.h"

#include "base/try.h"
#include "keys/system_keys.h"

namespace partita::engine {

Result<storage::Sums> sums_of(const Context& context, const catalog::TableInfo& table, keys::IndexId index) {
  PARTITA_TRY_VALUE(stored, context.store.get(keys::counts_key(table.id, index)));
  if (stored.state != storage::ReadState::Found) return storage::Sums{};
  return storage::decode_sums(stored.value.bytes);
}

std::vector<KeySchemaElement> key_schema_of(const catalog::KeySchema& keys) {
  std::vector<KeySchemaElement> elements;
  for (const catalog::KeyAttribute& attribute : keys.partition)
    elements.push_back({.attribute_name = attribute.name, .key_type = KeyType::Hash});
  for (const catalog::KeyAttribute& attribute : keys.sort)
    elements.push_back({.attribute_name = attribute.name, .key_type = KeyType::Range});
  return elements;
}

}  // namespace partita::engine
